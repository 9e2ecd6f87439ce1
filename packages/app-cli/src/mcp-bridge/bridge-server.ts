import type * as McpServerModule from '@modelcontextprotocol/server';
import type { CallToolResult, Server, Tool } from '@modelcontextprotocol/server';
import { ApiError, CliError } from '../errors.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import type { McpBridgeOptions } from './options.ts';
import { cleanResult, cleanTools, type CleanTools } from './clean-tools.ts';
import type { ToolResult } from './rest-tools.ts';
import type { SessionSource } from './session-source.ts';
import type { Upstream } from './upstream.ts';

type ServerModule = Pick<typeof McpServerModule, 'Server' | 'ProtocolError'>;

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** The options of a bridge server. */
export interface BridgeServerOptions {
  readonly identity: McpBridgeOptions;
  readonly upstream: Upstream;
  readonly source: SessionSource;
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
export function createBridgeServer({ Server: McpServer, ProtocolError }: ServerModule, options: BridgeServerOptions): Server {
  const { identity, upstream, source, log } = options;
  const server = new McpServer({ name: identity.name, version: identity.version }, { capabilities: { tools: { listChanged: true } } });
  let listedTools: CleanTools | undefined;
  server.setRequestHandler('tools/list', async (_request, { mcpReq }) => {
    try {
      listedTools = cleanTools(await upstream.listTools(mcpReq.signal));
      if (listedTools.dropped > 0) log(`${listedTools.dropped} tools are ignored: their names are not printable, or occur twice`);
      return { tools: listedTools.tools as unknown as Tool[] };
    } catch (error) {
      if (isUnauthorized(error)) source.forget();
      log(describeError(error, options));
      throw new ProtocolError(INTERNAL_ERROR, describeError(error, options));
    }
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    try {
      const ownName = listedTools?.ownNames.get(params.name) ?? params.name;
      const result = cleanResult(await upstream.callTool(ownName, params.arguments ?? {}, mcpReq.signal));
      const tool = listedTools?.tools.find(({ name }) => name === params.name);
      const schema = tool?.['outputSchema'] as Readonly<Record<string, unknown>> | undefined;
      return server.projectCallToolResult(result as unknown as CallToolResult, schema);
    } catch (error) {
      if (isUnauthorized(error)) source.forget();
      if (error instanceof ApiError && error.status === 404) {
        await announceChange(server, options, listedTools);
        throw new ProtocolError(INVALID_PARAMS, describeError(error, options));
      }
      // Errors of the SDK are the application's own response in MCP terms.
      if (error instanceof ProtocolError) throw error;
      log(describeError(error, options));
      return asErrorResult(describeError(error, options)) as unknown as CallToolResult;
    }
  });
  return server;
}

/** If a listed tool no longer exists, the list has changed. */
async function announceChange(server: Server, { upstream }: BridgeServerOptions, listedTools: CleanTools | undefined): Promise<void> {
  if (listedTools === undefined) return;
  const now = await upstream.listTools(AbortSignal.timeout(10_000)).catch(() => undefined);
  if (now === undefined || JSON.stringify(cleanTools(now).tools) === JSON.stringify(listedTools.tools)) return;
  await server.sendToolListChanged().catch(() => undefined);
}

function asErrorResult(text: string): ToolResult {
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
