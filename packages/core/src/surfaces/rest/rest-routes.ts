import { type Context, Hono } from 'hono';
import { MalformedError, MethodNotAllowedError, NotFoundError } from '../../errors/errors.ts';
import { mayDefer } from '../../operations/may-defer.ts';
import type { Operation, Resource } from '../../operations/operation.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { readJson } from '../http/read-json.ts';
import { withCall } from '../http/request-context.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { expectedRevision } from './etag.ts';
import { listQuery } from './list-query.ts';
import { prefersAsync } from './prefer.ts';
import { queryReader } from './query-input.ts';
import { respond } from './respond.ts';

/**
 * The REST routes of an operation table, to be mounted at `/api/v1` and `/api`.
 *
 * @example
 * app.route('/api/v1', restRoutes({ table, database, authenticate }));
 */
export function restRoutes(options: SurfaceOptions): Hono {
  const routes = new Hono();
  for (const resource of options.table.resources) {
    const exposed = resource.operations.filter((operation) => operation.exposed.api);
    // Collection routes first: `/contents/by-slug` is never the id of a record.
    for (const scope of ['collection', 'item'] as const) {
      for (const operation of exposed) if (operation.scope === scope) addRoute(routes, operation, options);
    }
    refuseOtherMethods(routes, resource, exposed, options);
  }
  routes.all('*', (context) =>
    withCall(context.req.raw, options, () => {
      throw new NotFoundError('There is nothing at this address.', { hint: 'GET openapi.json describes what there is.' });
    }),
  );
  return routes;
}

/** The path of an operation below the mount, in the router's notation. */
export function routePath(operation: Pick<Operation, 'resource' | 'scope' | 'path'>): string {
  const segments = operation.path.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  return `/${[operation.resource.slug, ...(operation.scope === 'item' ? [':id'] : []), ...segments].join('/')}`;
}

function addRoute(routes: Hono, operation: Operation, options: SurfaceOptions): void {
  const methods = operation.kind === 'crud' && operation.name === 'update' ? ['PUT', 'PATCH'] : [operation.method];
  const input = inputReader(operation);
  // Without a table of jobs the preference is passed over, as RFC 7240 allows.
  const defers = mayDefer(operation, options.table);
  routes.on(methods, routePath(operation), (context) =>
    withCall(context.req.raw, options, async (call) => {
      const request = context.req.raw;
      const answer = await runOperation(operation, {
        database: options.database,
        call,
        key: context.req.param('id'),
        input: await input(context),
        expectedRev: operation.version ? expectedRevision(request.headers.get('if-match')) : refuseIfMatch(operation, request),
        idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
        respondAsync: defers && prefersAsync(request),
      });
      return respond(operation, answer, request, call, options);
    }),
  );
}

/** GET and DELETE take their input from the query, the others from the body; what the path names comes from the path. */
function inputReader(operation: Operation): (context: Context) => Promise<unknown> {
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  if (inQuery && operation.kind === 'crud') {
    return operation.name === 'list'
      ? async (context) => listQuery(searchParamsOf(context.req.url))
      : async (context) => Object.fromEntries(searchParamsOf(context.req.url));
  }
  const read = queryReader(operation);
  const names = operation.path.flatMap((segment) => /^\{(\w+)\}$/.exec(segment)?.[1] ?? []);
  return async (context) => {
    const body = inQuery ? read(searchParamsOf(context.req.url)) : await readJson(context.req.raw);
    if (names.length === 0) return body;
    return { ...(body as object | undefined), ...Object.fromEntries(names.map((name) => [name, context.req.param(name)])) };
  };
}

/** A condition that cannot be honoured must not be passed over (RFC 9110 §13.1.1). */
function refuseIfMatch(operation: Operation, request: Request): undefined {
  if (operation.effects === 'read' || !request.headers.has('if-match')) return undefined;
  throw new MalformedError(`${operation.commandName} takes no If-Match: it does not change one record that was read.`, {
    code: 'bad_if_match',
  });
}

/** The query alone: parsing the whole address costs more than some reads. */
function searchParamsOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
}

/** A path that exists answers other methods with 405 and the methods it takes. */
function refuseOtherMethods(routes: Hono, resource: Resource, exposed: readonly Operation[], options: SurfaceOptions): void {
  const allowed = new Map<string, Set<string>>();
  const allow = (path: string, ...methods: readonly string[]): void => {
    const known = allowed.get(path) ?? new Set<string>();
    for (const method of methods) known.add(method);
    allowed.set(path, known);
  };
  for (const operation of exposed) {
    allow(
      routePath(operation),
      operation.method,
      ...(operation.method === 'GET' ? ['HEAD'] : []),
      ...(operation.kind === 'crud' && operation.name === 'update' ? ['PATCH'] : []),
    );
  }
  const { appendOnly } = resource.definition.options;
  for (const [path, methods] of allowed) {
    const code = appendOnly && path === `/${resource.slug}/:id` ? 'append_only' : 'method_not_allowed';
    const why =
      code === 'append_only'
        ? `${resource.label} are records of what happened: they are never changed or removed.`
        : `This address takes ${[...methods].join(', ')}.`;
    routes.all(path, (context) =>
      withCall(context.req.raw, options, () => {
        throw new MethodNotAllowedError(why, [...methods], code);
      }),
    );
  }
}
