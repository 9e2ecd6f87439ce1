import type * as ChildProcess from 'node:child_process';
import type * as Crypto from 'node:crypto';
import type * as SynchronousFileSystem from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import type * as Http from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import type * as OperatingSystem from 'node:os';
import type * as Readline from 'node:readline';
import type * as Tls from 'node:tls';
import type * as Zlib from 'node:zlib';

/**
 * Loads a built-in module of Node. `import` of `node:http` and `node:crypto` reads every export to build a namespace, which
 * triggers lazy getters: for `node:http` that loads WebSocket and doubles the startup time. `require` does not.
 */
const requireBuiltin = createRequire(import.meta.url);

export const loadFileSystem = (): typeof FileSystem => requireBuiltin('node:fs/promises') as typeof FileSystem;
/** Synchronous, for the small files read at every start: dispatching to a thread takes longer than reading. */
export const loadSynchronousFileSystem = (): typeof SynchronousFileSystem => requireBuiltin('node:fs') as typeof SynchronousFileSystem;
export const loadOperatingSystem = (): typeof OperatingSystem => requireBuiltin('node:os') as typeof OperatingSystem;
export const loadHttp = (): typeof Http => requireBuiltin('node:http') as typeof Http;
export const loadHttps = (): typeof Https => requireBuiltin('node:https') as typeof Https;
export const loadTls = (): typeof Tls => requireBuiltin('node:tls') as typeof Tls;
export const loadZlib = (): typeof Zlib => requireBuiltin('node:zlib') as typeof Zlib;
export const loadCrypto = (): typeof Crypto => requireBuiltin('node:crypto') as typeof Crypto;
export const loadChildProcess = (): typeof ChildProcess => requireBuiltin('node:child_process') as typeof ChildProcess;
export const loadReadline = (): typeof Readline => requireBuiltin('node:readline') as typeof Readline;
