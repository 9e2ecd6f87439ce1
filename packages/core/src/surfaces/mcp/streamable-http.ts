import {
  createMcpHandler,
  type ListResourcesResult,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { Call } from '../../callers/call.ts';
import type { InsufficientScopeError } from '../../errors/insufficient-scope-error.ts';
import { MAXIMUM_BODY, readJson } from '../http/read-json.ts';
import { callTool, orProblem } from './call-tool.ts';
import { askPerson } from './ask-person.ts';
import { refuseInitialize } from './check-initialize.ts';
import { listedTools } from './listed-tools.ts';
import type { McpOptions } from './mcp-options.ts';
import { Resources } from './resources.ts';
import { requireReading, RUN_TOOL, runRequest, SEARCH_TOOL, searchTools } from './search-tools.ts';
import { isListen, serveListen } from './serve-listen.ts';
import { followedCall } from './tell-progress.ts';
import { ToolSearch } from './tool-search.ts';
import type { Selection } from './tool-sets.ts';
import type { Toolbox } from './tools.ts';

/** Handles Streamable HTTP requests with a toolbox, each for its own caller. */
export function streamableHttp(
  toolbox: Toolbox,
  options: McpOptions,
): (request: Request, call: Call, selection: Selection) => Promise<Response> {
  // Built when somebody searches first.
  let search: ToolSearch | undefined;
  const resources = new Resources(options.resources ?? [], options);
  const parts: ServerParts = { toolbox, resources, options, search: () => (search ??= new ToolSearch(toolbox.folded)) };
  const factory: McpServerFactory = ({ authInfo, era }) => serverFor(authInfo?.extra as unknown as Running, parts, era);
  const handler = createMcpHandler(factory, { maxRequestBodySize: MAXIMUM_BODY });
  const listen = serveListen(resources, factory, options);
  return async (request, call, selection) => {
    const parsedBody = await messageOf(request);
    const refused = isStateless(request) ? undefined : refuseInitialize(parsedBody);
    if (refused) return refused;
    if (isListen(parsedBody)) return listen(request, call, parsedBody);
    const running: Running = { call, selection, lacked: undefined };
    const response = await handler.fetch(request, {
      authInfo: { token: '', clientId: call.caller.id ?? '', scopes: [], extra: running as unknown as Record<string, unknown> },
      ...(parsedBody === undefined ? {} : { parsedBody }),
    });
    if (!call.caller.agent || !isToolCall(parsedBody)) return new Response(response.body, response);
    // In the current version only the answer of a call that has told of its progress is a stream: it had the scopes that it needed.
    if (isStateless(request) && response.headers.get('content-type')?.startsWith('text/event-stream'))
      return new Response(response.body, response);
    // The status depends on what the tool answers, so that the answer is complete before it begins.
    const body = await response.text();
    if (running.lacked) throw running.lacked;
    return new Response(body === '' ? null : body, response);
  };
}

/** One request while it is answered. */
interface Running {
  readonly call: Call;
  readonly selection: Selection;
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

interface ServerParts {
  readonly toolbox: Toolbox;
  readonly resources: Resources;
  readonly options: McpOptions;
  readonly search: () => ToolSearch;
}

/** Clients may keep a list of tools for five minutes. */
const LISTED_FOR = { ttlMs: 300_000, cacheScope: 'private' } as const;

function serverFor(running: Running, { toolbox, resources, options, search }: ServerParts, era: 'legacy' | 'modern'): Server {
  const { call, selection } = running;
  const server = new Server(
    { name: options.name, version: options.version },
    {
      capabilities: {
        tools: {},
        // The earlier versions follow resources by a session, of which there is none.
        ...(resources.isEmpty ? {} : { resources: era === 'modern' ? { subscribe: true } : {} }),
      },
      cacheHints: { 'tools/list': LISTED_FOR },
    },
  );
  if (!resources.isEmpty) {
    server.setRequestHandler('resources/list', ({ params }) => resources.list(call, params?.cursor) as Promise<ListResourcesResult>);
    server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: resources.templatesFor(call) as never }));
    server.setRequestHandler('resources/read', ({ params }) => resources.read(params.uri, call));
  }
  server.setRequestHandler('tools/list', async ({ params }) => {
    const from = positionOf(params?.cursor);
    const page = await listedTools(toolbox, { sets: options.toolsets ?? {}, selection, caller: call.caller, from });
    return { tools: page.tools.map((tool) => ({ ...tool })), ...(page.next === undefined ? {} : { nextCursor: String(page.next) }) };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: given = {} } = params;
    if (name === SEARCH_TOOL) return searchTools(given, { toolbox, search: search(), call, isReadOnly: selection.isReadOnly });
    const operation = toolbox.operation(name);
    if (!operation && name !== RUN_TOOL)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${name.slice(0, 100)}. ${SEARCH_TOOL} finds those that there are.`,
      );
    return askPerson(mcpReq, options.database, (onWaiting) =>
      orProblem(name, call, () => {
        const asked = operation ? { operation, input: given } : runRequest(given, toolbox);
        if (selection.isReadOnly) requireReading(asked.operation);
        return callTool(asked.operation, asked.input, followedCall(call, mcpReq), {
          ...options,
          onLackedScope: (error) => (running.lacked = error),
          ...(onWaiting ? { onWaiting } : {}),
        });
      }),
    );
  });
  return server;
}

/** Where a page begins, from its cursor. @throws ProtocolError */
function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^[1-9]\d{0,8}$/.test(cursor))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one that a list returned.');
  return Number(cursor);
}
