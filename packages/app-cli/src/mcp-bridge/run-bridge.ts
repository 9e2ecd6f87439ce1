import type { Readable, Writable } from 'node:stream';
import type { AppDefinition } from '../app-definition.ts';
import { CommandContext } from '../context/command-context.ts';
import { extractGlobalFlags } from '../flags/global-flags.ts';
import type { Io } from '../io/io.ts';
import { watchParent } from '../io/parent-watch.ts';
import { runSafely } from '../run-safely.ts';
import { PACKAGE_VERSION } from '../version.ts';
import { createBridgeServer } from './bridge-server.ts';
import { createHttpUpstream } from './http-upstream.ts';
import type { McpBridgeOptions } from './options.ts';
import { createRestUpstream } from './rest-upstream.ts';
import { SessionSource } from './session-source.ts';

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
  const options = {
    identity,
    upstream,
    source,
    loginCommand: context.commandLine('auth login'),
    log: (message: string) => context.notice(message),
  };
  const input = io.stdin as unknown as Readable;
  const transport = new StdioServerTransport(input, io.stdout as unknown as Writable);
  const ended = untilEnded(input, signal);
  const handle = serveStdio(() => createBridgeServer(serverModule, options), {
    transport,
    onerror: (error) => context.notice(error.message),
  });
  await ended;
  await handle.close().catch(() => undefined);
  await upstream.close().catch(() => undefined);
  input.destroy();
}

function untilEnded(input: Readable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopWatching();
      resolve();
    };
    const stopWatching = watchParent(end);
    if (input.readableEnded || input.destroyed || signal.aborted) end();
    input.once('end', end);
    input.once('close', end);
    signal.addEventListener('abort', end, { once: true });
  });
}
