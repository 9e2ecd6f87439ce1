import type * as McpServerModule from '@modelcontextprotocol/server';
import type { CallToolRequestParams, CallToolResult, Server, Tool } from '@modelcontextprotocol/server';
import { ApiError, CliError } from '../errors/errors.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import type { McpBridgeOptions } from './options.ts';
import { cleanResult } from './clean-result.ts';
import { cleanTools, type CleanTools } from './clean-tools.ts';
import type { InFlight } from './in-flight.ts';
import type { SessionSource } from './session-source.ts';
import type { Upstream } from './upstream.ts';

type ServerModule = Pick<typeof McpServerModule, 'Server' | 'ProtocolError' | 'isSpecType'>;

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** The options of a bridge server. */
export interface BridgeServerOptions {
  readonly identity: McpBridgeOptions;
  readonly upstream: Upstream;
  readonly source: SessionSource;
  readonly inFlight: InFlight;
  /** The command for signing in. */
  readonly loginCommand: string;
  /** Receives messages that must not reach the MCP client: stdout contains only JSON-RPC. */
  readonly log: (message: string) => void;
}

/**
 * Creates the MCP server that forwards calls to the application. Arguments are forwarded unchanged: the application validates them.
 *
 * A tool that is unreachable or not allowed returns an error result that says what to do, so that the model and the person can read it;
 * only an unknown tool is a protocol error.
 */
export function createBridgeServer(sdk: ServerModule, options: BridgeServerOptions): Server {
  const { Server: McpServer, ProtocolError } = sdk;
  const { identity, upstream, source, inFlight, log } = options;
  const server = new McpServer({ name: identity.name, version: identity.version }, { capabilities: { tools: { listChanged: true } } });
  let listedTools: CleanTools | undefined;
  const listTools = async (signal: AbortSignal): Promise<{ tools: Tool[] }> => {
    try {
      const listed = await upstream.listTools(signal);
      listedTools = cleanTools(sdk, listed.tools);
      const ignored = listedTools.dropped + listed.unusable;
      if (ignored > 0)
        log(`Ignored in the list of tools: ${ignored}. Their names are missing, not printable or occur twice, or they are malformed`);
      return { tools: [...listedTools.tools] };
    } catch (error) {
      if (isUnauthorized(error)) source.forget();
      log(describeError(error, options));
      throw new ProtocolError(INTERNAL_ERROR, describeError(error, options));
    }
  };
  const callTool = async (params: CallToolRequestParams, signal: AbortSignal): Promise<CallToolResult> => {
    try {
      const ownName = listedTools?.ownNames.get(params.name) ?? params.name;
      const result = cleanResult(sdk, await upstream.callTool(ownName, params.arguments ?? {}, signal));
      const tool = listedTools?.tools.find(({ name }) => name === params.name);
      return server.projectCallToolResult(result, tool?.outputSchema);
    } catch (error) {
      if (isUnauthorized(error)) source.forget();
      if (error instanceof ApiError && error.status === 404) {
        await announceChange(sdk, server, options, listedTools);
        throw new ProtocolError(INVALID_PARAMS, describeError(error, options));
      }
      // Errors of the SDK are the application's own response in MCP terms.
      if (error instanceof ProtocolError) throw error;
      log(describeError(error, options));
      return asErrorResult(describeError(error, options));
    }
  };
  server.setRequestHandler('tools/list', (_request, { mcpReq }) => inFlight.track(() => listTools(mcpReq.signal)));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => inFlight.track(() => callTool(params, mcpReq.signal)));
  return server;
}

/** If a listed tool no longer exists, the list has changed. */
async function announceChange(
  sdk: ServerModule,
  server: Server,
  { upstream }: BridgeServerOptions,
  listedTools: CleanTools | undefined,
): Promise<void> {
  if (listedTools === undefined) return;
  const now = await upstream.listTools(AbortSignal.timeout(10_000)).catch(() => undefined);
  if (now === undefined || JSON.stringify(cleanTools(sdk, now.tools).tools) === JSON.stringify(listedTools.tools)) return;
  await server.sendToolListChanged().catch(() => undefined);
}

function asErrorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function describeError(error: unknown, { loginCommand }: BridgeServerOptions): string {
  const message = sanitizeLine(error instanceof Error ? error.message : String(error), 1000);
  if (isUnauthorized(error)) return `${message} Nobody is signed in: run ${loginCommand} in a terminal, then try again.`;
  if (!(error instanceof CliError)) return message;
  return [
    message,
    ...error.lines.map((line) => sanitizeLine(line, 400)),
    ...(error.hint === undefined ? [] : [sanitizeLine(error.hint, 400)]),
  ].join('. ');
}
