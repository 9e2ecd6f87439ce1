import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { AppDefinition } from '../app/app-definition.ts';
import { CommandContext } from '../context/command-context.ts';
import { extractGlobalFlags } from '../flags/global-flags.ts';
import type { Io } from '../io/io.ts';
import { watchParent } from '../io/parent-watch.ts';
import { runSafely } from '../io/run-safely.ts';
import { PACKAGE_VERSION } from '../app/version.ts';
import { createBridgeServer } from './bridge-server.ts';
import { createHttpUpstream } from './http-upstream.ts';
import { InFlight } from './in-flight.ts';
import type { McpBridgeOptions } from './options.ts';
import { createRestUpstream } from './rest-upstream.ts';
import { SessionSource } from './session-source.ts';

const HAND_OVER_MILLISECONDS = 20;
const FINISH_MILLISECONDS = 60_000;

/** Runs the bridge as a separate program: used by `startMcpBridge` and `colophon-mcp-bridge`. */
export function runBridge(app: AppDefinition, io: Io, identity: McpBridgeOptions): Promise<number> {
  return runSafely(io, [], (signal) => serve(new CommandContext(app, io, extractGlobalFlags([]).flags, signal), identity));
}

/** Runs the bridge as `mcp serve`. */
export function serveBridge(context: CommandContext): Promise<void> {
  const { app } = context;
  return serve(context, { name: app.name, version: app.version ?? PACKAGE_VERSION });
}

/** Serves until the client disconnects, the parent process ends or the process receives a termination signal. */
async function serve(context: CommandContext, identity: McpBridgeOptions): Promise<void> {
  const { app, io, signal } = context;
  // Invalid settings are reported at start instead of at the first call.
  await context.server();
  const [serverModule, { serveStdio, StdioServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const source = new SessionSource(context);
  const upstream = app.mcpPath === undefined ? createRestUpstream(source, app) : createHttpUpstream(source, app.mcpPath);
  const inFlight = new InFlight();
  const options = {
    identity,
    upstream,
    source,
    inFlight,
    loginCommand: context.commandLine('auth login'),
    log: (message: string) => context.notice(message),
  };
  const input = io.stdin as unknown as Readable;
  // The SDK aborts every request as soon as its input ends.
  const messages = input.pipe(new PassThrough(), { end: false });
  const transport = new StdioServerTransport(messages, io.stdout as unknown as Writable);
  const ended = untilEnded(input, signal);
  const handle = serveStdio(() => createBridgeServer(serverModule, options), {
    transport,
    onerror: (error) => context.notice(error.message),
  });
  if ((await ended) === 'input') await finishRequests(inFlight, context);
  await handle.close().catch(() => undefined);
  await upstream.close().catch(() => undefined);
  input.destroy();
}

/** Input that has ended may be that of a script, which still reads the responses. A client that has gone sends a signal, or is noticed. */
async function finishRequests(inFlight: InFlight, { signal, io }: CommandContext): Promise<void> {
  // The last requests read are passed on asynchronously, and so are the last responses.
  await io.clock.sleep(HAND_OVER_MILLISECONDS, signal).catch(() => undefined);
  await inFlight.settled(FINISH_MILLISECONDS, signal);
  await io.clock.sleep(HAND_OVER_MILLISECONDS, signal).catch(() => undefined);
}

/** Returns what ended: only the input, or the client with it. */
function untilEnded(input: Readable, signal: AbortSignal): Promise<'input' | 'client'> {
  return new Promise((resolve) => {
    const end = (what: 'input' | 'client'): void => {
      stopWatching();
      resolve(what);
    };
    const stopWatching = watchParent(() => end('client'));
    if (input.readableEnded || input.destroyed || signal.aborted) end('client');
    input.once('end', () => end('input'));
    input.once('close', () => end('client'));
    signal.addEventListener('abort', () => end('client'), { once: true });
  });
}
