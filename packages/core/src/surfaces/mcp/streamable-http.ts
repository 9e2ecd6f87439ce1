import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Call } from '../../callers/call.ts';
import { MAXIMUM_BODY } from '../http/read-json.ts';
import { callTool } from './call-tool.ts';
import type { McpOptions } from './mcp-routes.ts';
import type { Toolbox } from './tools.ts';

/** Answers Streamable HTTP requests from a toolbox, each for its own caller. */
export function streamableHttp(toolbox: Toolbox, options: McpOptions): (request: Request, call: Call) => Promise<Response> {
  const handler = createMcpHandler((context) => serverFor(context.authInfo?.extra?.['call'] as Call, toolbox, options), {
    maxRequestBodySize: MAXIMUM_BODY,
  });
  return async (request, call) => {
    const response = await handler.fetch(request, {
      authInfo: { token: '', clientId: call.caller.id ?? '', scopes: [], extra: { call } },
    });
    return new Response(response.body, response);
  };
}

function serverFor(call: Call, toolbox: Toolbox, options: McpOptions): Server {
  const server = new Server({ name: options.name, version: options.version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: toolbox.listFor(call.caller).map((tool) => ({ ...tool })) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const operation = toolbox.operation(params.name);
    if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 100)}.`);
    return callTool(operation, params.arguments ?? {}, call, options);
  });
  return server;
}
