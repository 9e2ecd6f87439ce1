import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Call } from '../../callers/call.ts';
import type { WaitingApproval } from '../../errors/approval-required-error.ts';
import type { InsufficientScopeError } from '../../errors/insufficient-scope-error.ts';
import { MAXIMUM_BODY, readJson } from '../http/read-json.ts';
import { callTool, type ToolResult } from './call-tool.ts';
import { askPerson } from './ask-person.ts';
import { refuseInitialize } from './check-initialize.ts';
import type { McpOptions } from './mcp-options.ts';
import type { Toolbox } from './tools.ts';

/** Handles Streamable HTTP requests with a toolbox, each for its own caller. */
export function streamableHttp(toolbox: Toolbox, options: McpOptions): (request: Request, call: Call) => Promise<Response> {
  const handler = createMcpHandler((context) => serverFor(context.authInfo?.extra as unknown as Running, toolbox, options), {
    maxRequestBodySize: MAXIMUM_BODY,
  });
  return async (request, call) => {
    const parsedBody = await messageOf(request);
    const refused = isStateless(request) ? undefined : refuseInitialize(parsedBody);
    if (refused) return refused;
    const running: Running = { call, lacked: undefined };
    const response = await handler.fetch(request, {
      authInfo: { token: '', clientId: call.caller.id ?? '', scopes: [], extra: running as unknown as Record<string, unknown> },
      ...(parsedBody === undefined ? {} : { parsedBody }),
    });
    if (!call.caller.agent || !isToolCall(parsedBody)) return new Response(response.body, response);
    // The status depends on what the tool answers, so that the answer is complete before it begins.
    const body = await response.text();
    if (running.lacked) throw running.lacked;
    return new Response(body === '' ? null : body, response);
  };
}

/** One request while it is answered. */
interface Running {
  readonly call: Call;
  /** The scopes that an agent lacked. Clients ask the person for more only if the HTTP response says so (MCP, authorization: step-up). */
  lacked: InsufficientScopeError | undefined;
}

/** Whether a message is a single call of a tool: in a batch, the calls have answers of their own. */
function isToolCall(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call';
}

/** From this protocol version on there is no initialization: the method does not exist, and the library says so. */
const FIRST_STATELESS = '2026-07-28';

function isStateless({ headers }: Request): boolean {
  return (headers.get('mcp-protocol-version') ?? '') >= FIRST_STATELESS;
}

/** Returns the message of a request; undefined if it is not JSON, which the protocol's own library handles. */
async function messageOf(request: Request): Promise<unknown> {
  if (request.method !== 'POST') return undefined;
  try {
    return await readJson(request.clone());
  } catch {
    return undefined;
  }
}

function serverFor(running: Running, toolbox: Toolbox, options: McpOptions): Server {
  const { call } = running;
  const server = new Server({ name: options.name, version: options.version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: (await toolbox.listFor(call.caller)).map((tool) => ({ ...tool })) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const operation = toolbox.operation(params.name);
    if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)}.`);
    const tool = (onWaiting?: (waiting: WaitingApproval) => void): Promise<ToolResult> =>
      callTool(operation, params.arguments ?? {}, call, {
        ...options,
        onLackedScope: (error) => (running.lacked = error),
        ...(onWaiting ? { onWaiting } : {}),
      });
    return askPerson(mcpReq, options.database, tool);
  });
  return server;
}
