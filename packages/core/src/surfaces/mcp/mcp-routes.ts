import { Hono } from 'hono';
import type { Call } from '../../callers/call.ts';
import { ForbiddenError, MalformedError, NotFoundError, UnauthenticatedError } from '../../errors/errors.ts';
import { onFirstUse } from '../../async/on-first-use.ts';
import { noteAddress } from '../http/caller-address.ts';
import { otherMethods } from '../http/other-methods.ts';
import { readJson } from '../http/read-json.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { withCall } from '../http/request-context.ts';
import { callTool } from './call-tool.ts';
import type { McpOptions } from './mcp-options.ts';
import { checkResources } from './mcp-resource.ts';
import { ALL, checkToolSets, PUBLIC, type Selection, selectionAt } from './tool-sets.ts';
import { Toolbox } from './tools.ts';

/**
 * The MCP surface; mount it at `/api/mcp`: `GET /tools` and `POST /call` for thin clients, and Streamable HTTP at the root in the current
 * protocol version and the earlier ones.
 */
export function mcpRoutes(options: McpOptions): Hono {
  const toolbox = new Toolbox(options.table);
  const { toolsets = {} } = options;
  checkToolSets(toolsets, toolbox);
  checkResources(options.resources ?? [], options.table);
  const routes = new Hono();
  routes.use(async (context, next) => {
    noteAddress(context, options.trustProxy);
    await next();
  });
  routes.get('/tools', (context) =>
    withCall(context.req.raw, options, async (call) => {
      checkOrigin(context.req.raw, options);
      return answered({ tools: await toolbox.listFor(call.caller) }, call);
    }),
  );
  routes.post('/call', (context) =>
    withCall(context.req.raw, options, async (call) => {
      checkOrigin(context.req.raw, options);
      const { name, input } = callRequest(await readJson(context.req.raw));
      const operation = toolbox.operation(name);
      if (!operation)
        throw new NotFoundError(`There is no tool ${name.slice(0, 100)}.`, {
          hint: 'GET /api/mcp/tools lists them; in a terminal, "mcp tools".',
        });
      return answered(await callTool(operation, input, call, options), call);
    }),
  );
  routes.all('/tools', otherMethods(['GET', 'HEAD']));
  routes.all('/call', otherMethods(['POST']));
  // The protocol's own library is loaded only for hosts that use the full protocol.
  const streaming = onFirstUse(async () => (await import('./streamable-http.ts')).streamableHttp(toolbox, options));
  const stream = (request: Request, selection: Selection): Promise<Response> =>
    withCall(request, options, async (call) => {
      checkOrigin(request, options);
      const needsSignIn = options.resourceMetadata !== undefined && !selection.sets.includes(PUBLIC);
      if (call.caller.kind === 'anonymous' && needsSignIn) throw new UnauthenticatedError();
      return (await streaming())(request, call, selection);
    });
  /** Answers at a path below the endpoint, which chooses sets of tools. */
  const answer = async (request: Request, below: string): Promise<Response> => {
    const selection = selectionAt(below, toolsets);
    if (selection) return challenged(await stream(request, selection), options, below);
    const hint = `Known are ${[...Object.keys(toolsets), ALL, PUBLIC].join(', ')}.`;
    return withCall(request, options, () => Promise.reject(new NotFoundError('There is no such set of tools.', { hint })));
  };
  routes.all('/', ({ req }) => answer(req.raw, ''));
  routes.all('/readonly', ({ req }) => answer(req.raw, '/readonly'));
  routes.all('/x/:sets', ({ req }) => answer(req.raw, `/x/${req.param('sets')}`));
  routes.all('/x/:sets/readonly', ({ req }) => answer(req.raw, `/x/${req.param('sets')}/readonly`));
  return routes;
}

/** Tells a refused client where it learns how to sign in; at first it asks for no more than to read. */
function challenged(response: Response, { resourceMetadata }: McpOptions, below: string): Response {
  const challenge = response.headers.get('WWW-Authenticate');
  if (resourceMetadata === undefined || challenge === null) return response;
  const parameters = [
    ...(challenge === 'Bearer' ? ['scope="read"'] : [challenge.replace(/^Bearer /, '')]),
    `resource_metadata="${resourceMetadata}${below}"`,
  ];
  response.headers.set('WWW-Authenticate', `Bearer ${parameters.join(', ')}`);
  return response;
}

/** Browsers send Origin; a page of another site must not reach the endpoint (MCP, transports: security). */
function checkOrigin(request: Request, { allowedOrigins, allowedHosts }: McpOptions): void {
  const origin = request.headers.get('origin');
  if (origin !== null && !(allowedOrigins ?? []).includes(origin))
    throw new ForbiddenError('Pages of this origin are not allowed to use the MCP endpoint.');
  const host = request.headers.get('host');
  if (allowedHosts && (host === null || !allowedHosts.includes(host)))
    throw new ForbiddenError('The MCP endpoint does not accept this host name.');
}

function callRequest(body: unknown): { name: string; input: unknown } {
  const { name, arguments: input = {} } = (body ?? {}) as { name?: unknown; arguments?: unknown };
  if (typeof name !== 'string') {
    throw new MalformedError('name: the tool to call is required, as in {"name":"content_list","arguments":{}}.', {
      errors: [{ pointer: '/name', code: 'required', detail: 'is needed' }],
    });
  }
  return { name, input };
}

function answered(value: object, call: Call): Response {
  return Response.json(value, { headers: { 'Cache-Control': 'no-store', ...answerHeaders(call) } });
}
