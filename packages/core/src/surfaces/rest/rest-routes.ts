import { Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Call } from '../../callers/call.ts';
import { AppendOnlyError, MalformedError, MethodNotAllowedError, NotFoundError } from '../../errors/errors.ts';
import { mayDefer } from '../../operations/may-defer.ts';
import type { Operation } from '../../operations/operation.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { readJson } from '../http/read-json.ts';
import { withCall } from '../http/request-context.ts';
import { callerAddress } from '../http/caller-address.ts';
import { requestPath, requestQuery } from '../http/request-address.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { expectedRevision } from './etag.ts';
import { listQuery } from './list-query.ts';
import { prefersAsync } from './prefer.ts';
import { queryReader } from './query-input.ts';
import { respond } from './respond.ts';
import { type Place, RouteTree } from './route-tree.ts';
import { methodsOf } from '../../operations/methods-of.ts';

/**
 * Returns the REST routes of an operation table; mount them at `/api/v1` and `/api`.
 *
 * They are looked up in a separate tree: a table has a thousand of them, which takes a router longer to set up and to search than most
 * requests take.
 *
 * @example
 * app.route('/api/v1', restRoutes({ table, database, authenticate }));
 */
export function restRoutes(options: SurfaceOptions, handle: RestHandler = restHandler(options)): Hono {
  const routes = new Hono();
  routes.all('*', (context) => {
    const request = context.req.raw;
    const mount = routePath(context).length - '/*'.length;
    return handle(request, requestPath(request.url).slice(mount + 1), callerAddress(context, options.trustProxy ?? false));
  });
  return routes;
}

/** Handles a request from a network address, at a path below the mount without its leading slash. It never throws. */
export type RestHandler = (request: Request, path: string, address: string | null) => Promise<Response>;

/** Returns the handler of `restRoutes`, for a server that does not need a router to recognize REST requests. */
export function restHandler(options: SurfaceOptions): RestHandler {
  const tree = routesOf(options.table);
  return (request, path, address) => withCall(request, options, (call) => answer(request, { path, tree, call, options }), address);
}

function routesOf({ resources }: SurfaceOptions['table']): RouteTree {
  const tree = new RouteTree();
  for (const { slug, operations } of resources) {
    for (const operation of operations) {
      if (!operation.exposed.api) continue;
      tree.add(methodsOf(operation), [slug, ...(operation.scope === 'item' ? ['{id}'] : []), ...operation.path], operation);
    }
  }
  return tree;
}

interface Asked {
  readonly path: string;
  readonly tree: RouteTree;
  readonly call: Call;
  readonly options: SurfaceOptions;
}

async function answer(request: Request, { path, tree, call, options }: Asked): Promise<Response> {
  const place = tree.find(path);
  if (!place) throw new NotFoundError('There is no resource at this URL.', { hint: 'GET openapi.json describes the API.' });
  const route = place.routes.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (!route) throw otherMethod(place);
  const { operation, names } = route;
  const { database, table } = options;
  const key = operation.scope === 'item' ? place.values[0] : undefined;
  const named = Object.fromEntries(names.map((name, index) => [name, place.values[index] ?? '']).slice(key === undefined ? 0 : 1));
  const result = await runOperation(operation, {
    database,
    call,
    key,
    input: await inputReader(operation)(request, named),
    expectedRev: operation.version ? expectedRevision(request.headers.get('if-match')) : refuseIfMatch(operation, request),
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    // Without a table of jobs the preference is ignored, as RFC 7240 allows.
    respondAsync: mayDefer(operation, table) && prefersAsync(request),
  });
  return respond(operation, result, request, call, options);
}

type InputReader = (request: Request, named: Readonly<Record<string, string>>) => Promise<unknown>;

const inputReaders = new WeakMap<Operation, InputReader>();

/** Created when an operation is first requested: its parameters are derived from its schema. */
function inputReader(operation: Operation): InputReader {
  let reader = inputReaders.get(operation);
  if (!reader) inputReaders.set(operation, (reader = makeInputReader(operation)));
  return reader;
}

/** GET and DELETE take their input from the query, the others from the body; path parameters come from the path. */
function makeInputReader(operation: Operation): InputReader {
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  if (inQuery && operation.kind === 'crud') {
    return operation.name === 'list'
      ? async ({ url }) => listQuery(requestQuery(url), operation.resource)
      : async ({ url }) => Object.fromEntries(requestQuery(url));
  }
  const read = queryReader(operation);
  return async (request, named) => {
    const input = inQuery ? read(requestQuery(request.url)) : await readJson(request, operation.bodyLimit);
    return Object.keys(named).length === 0 ? input : { ...(input as object | undefined), ...named };
  };
}

/** A condition that is not supported must not be ignored (RFC 9110 §13.1.1). */
function refuseIfMatch(operation: Operation, request: Request): undefined {
  if (operation.effects === 'read' || !request.headers.has('if-match')) return undefined;
  throw new MalformedError(`${operation.commandName} does not support If-Match: it does not change a single record that was read.`, {
    code: 'bad_if_match',
  });
}

/** Requests with an unsupported method of an existing path get 405 with the supported ones. */
function otherMethod({ routes }: Place): MethodNotAllowedError {
  const methods = [...routes.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const record = [...routes.values()].find(({ operation }) => operation.scope === 'item' && operation.path.length === 0);
  const resource = record?.operation.resource;
  if (resource?.definition.options.appendOnly) return new AppendOnlyError(resource.label, methods);
  return new MethodNotAllowedError(`This URL supports ${methods.join(', ')}.`, methods);
}
