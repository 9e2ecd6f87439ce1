import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Call } from '../../callers/call.ts';
import { MAXIMUM_BODY, readJson } from '../http/read-json.ts';
import { callTool } from './call-tool.ts';
import { refuseInitialize } from './check-initialize.ts';
import type { McpOptions } from './mcp-options.ts';
import type { Toolbox } from './tools.ts';

/** Handles Streamable HTTP requests with a toolbox, each for its own caller. */
export function streamableHttp(toolbox: Toolbox, options: McpOptions): (request: Request, call: Call) => Promise<Response> {
  const handler = createMcpHandler((context) => serverFor(context.authInfo?.extra?.['call'] as Call, toolbox, options), {
    maxRequestBodySize: MAXIMUM_BODY,
  });
  return async (request, call) => {
    const parsedBody = await messageOf(request);
    const refused = isStateless(request) ? undefined : refuseInitialize(parsedBody);
    if (refused) return refused;
    const response = await handler.fetch(request, {
      authInfo: { token: '', clientId: call.caller.id ?? '', scopes: [], extra: { call } },
      ...(parsedBody === undefined ? {} : { parsedBody }),
    });
    return new Response(response.body, response);
  };
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

function serverFor(call: Call, toolbox: Toolbox, options: McpOptions): Server {
  const server = new Server({ name: options.name, version: options.version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: (await toolbox.listFor(call.caller)).map((tool) => ({ ...tool })) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const operation = toolbox.operation(params.name);
    if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)}.`);
    return callTool(operation, params.arguments ?? {}, call, options);
  });
  return server;
}
