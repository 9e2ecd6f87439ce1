import type { DiscoveryPayload } from '@colophon/contract';
import { Hono } from 'hono';
import type { Caller } from '../../callers/caller.ts';
import type { Operation } from '../../operations/operation.ts';
import { isNotModified } from '../http/not-modified.ts';
import { otherMethods } from '../http/other-methods.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { withCall } from '../http/request-context.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { ArtifactCache } from './artifact-cache.ts';
import { buildCatalog } from './catalog.ts';

/** Whether a command is listed for a caller, such as {@link mayList}. It filters only the listing; permission is checked by each operation. */
export type CommandPolicy = (caller: Caller, operation: Operation) => boolean | Promise<boolean>;

/** The default policy: nothing for anonymous callers, everything for signed-in ones. */
export const signedInPolicy: CommandPolicy = (caller) => caller.kind !== 'anonymous';

export interface DiscoveryOptions extends SurfaceOptions {
  readonly policy?: CommandPolicy;
  /** Runs before each response, for applications that load their object classes lazily. */
  readonly ensureLoaded?: () => Promise<void> | void;
}

/** `GET /` returns the caller's commands; mount it at `/api/_resources`. */
export function discoveryRoutes(options: DiscoveryOptions): Hono {
  const routes = new Hono();
  const artifacts = new ArtifactCache();
  routes.get('/', (context) =>
    withCall(context.req.raw, options, async (call) => {
      const { caller } = call;
      await options.ensureLoaded?.();
      const { table } = options;
      const allowed = await allowedOperations(caller, options);
      const user = userOf(caller);
      const artifact = await artifacts.artifact(table, user, allowed, async () => ({ user, ...(await buildCatalog(table, allowed)) }));
      const tag = `"${artifact.integrity.digest}"`;
      const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Cookie', ...answerHeaders(call) };
      if (isNotModified(context.req.raw.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
      return Response.json({ ...artifact.discovery, artifact }, { headers });
    }),
  );
  routes.all('/', otherMethods(['GET', 'HEAD']));
  return routes;
}

/** Returns the discovery payload of a caller. */
export async function discover(caller: Caller, options: DiscoveryOptions): Promise<DiscoveryPayload> {
  return { user: userOf(caller), ...(await buildCatalog(options.table, await allowedOperations(caller, options))) };
}

async function allowedOperations(caller: Caller, options: DiscoveryOptions): Promise<ReadonlySet<Operation>> {
  const policy = options.policy ?? signedInPolicy;
  const { operations } = options.table;
  const verdicts = await Promise.all(operations.map(async (operation) => policy(caller, operation)));
  return new Set(operations.filter((_, index) => verdicts[index]));
}

function userOf(caller: Caller): DiscoveryPayload['user'] {
  if (caller.kind === 'anonymous') return { authenticated: false };
  return { authenticated: true, ...(caller.id === null ? {} : { id: caller.id }) };
}
