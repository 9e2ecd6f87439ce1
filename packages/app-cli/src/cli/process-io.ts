import { basename } from 'node:path';
import { InterruptedError } from '../errors/errors.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { createNodeTransport } from '../http/node-transport.ts';
import { openBrowser } from '../io/browser.ts';
import { loadCrypto, loadOperatingSystem, loadReadline, loadSynchronousFileSystem } from '../io/builtin.ts';
import { systemClock } from '../io/clock.ts';
import type { Io, ProgramInvocation } from '../io/io.ts';
import { reportOutputErrors } from '../io/output-errors.ts';

/**
 * The I/O of this process, with replaceable parts. Each part is created on first use: merely accessing `process.stdin` sets up a
 * stream, and most commands never read it.
 */
export function createProcessIo(replaced: Partial<Io> = {}): Io {
  const env = replaced.env ?? process.env;
  const platform = replaced.platform ?? process.platform;
  const parts: { readonly [Part in keyof Io]: () => Io[Part] } = {
    stdin: () => process.stdin,
    stdout: () => standardOutput(),
    stderr: () => standardError(),
    writeNow: () => writeNow,
    env: () => env,
    platform: () => platform,
    homeDirectory: () => loadOperatingSystem().homedir(),
    hostName: () => loadOperatingSystem().hostname(),
    program: () => describeProgram(process.argv[1], process.execPath, process.execArgv),
    clock: () => systemClock,
    transport: () => createNodeTransport(env),
    randomId: () => () => loadCrypto().randomUUID(),
    openBrowser: () => (url) => openBrowser(url, env, platform),
    ask: () => ask,
    onInterrupt: () => onInterrupt,
    setExitCode: () => (code) => {
      process.exitCode = code;
    },
  };
  return lazily(parts, replaced);
}

function lazily(parts: { readonly [Part in keyof Io]: () => Io[Part] }, replaced: Partial<Io>): Io {
  const created = new Map<keyof Io, unknown>();
  const io = {};
  for (const name of Object.keys(parts) as (keyof Io)[]) {
    const get = (): unknown => {
      if (!created.has(name)) created.set(name, name in replaced ? replaced[name] : parts[name]());
      return created.get(name);
    };
    Object.defineProperty(io, name, { enumerable: true, get });
  }
  return io as Io;
}

function describeProgram(script: string | undefined, interpreter: string, options: readonly string[]): ProgramInvocation {
  const name = basename(script ?? 'app').replace(/\.(c|m)?(j|t)s$/, '');
  return { name, command: script === undefined ? [interpreter] : [interpreter, ...options, script] };
}

function standardOutput(): typeof process.stdout {
  const name = describeProgram(process.argv[1], process.execPath, process.execArgv).name;
  return reportOutputErrors(process.stdout, (message) => standardError().write(`${name}: ${message}\n`));
}

/** If errors cannot be shown either, the exit code is left. */
function standardError(): typeof process.stderr {
  return reportOutputErrors(process.stderr, () => undefined);
}

function writeNow(text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += loadSynchronousFileSystem().writeSync(1, bytes, written);
  } catch {
    // A non-blocking pipe may be full; the stream waits, and handles a closed pipe.
    standardOutput().write(bytes.subarray(written));
  }
}

function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = loadReadline().createInterface({ input: process.stdin, output: process.stderr });
  return new Promise<string>((resolve, reject) => {
    const interrupt = (): void => reject(new InterruptedError());
    signal.addEventListener('abort', interrupt, { once: true });
    // A terminal in raw mode passes Ctrl-C to the reader instead of raising a signal.
    terminal.once('SIGINT', interrupt);
    terminal.once('close', () => resolve(''));
    terminal.question(question, resolve);
  }).finally(() => terminal.close());
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function onInterrupt(listener: () => void): () => void {
  let wasInterrupted = false;
  const interrupt = (): void => {
    // A second signal exits at once, without waiting for the cleanup started by the first.
    if (wasInterrupted) process.exit(ExitCode.interrupted);
    wasInterrupted = true;
    listener();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
}
