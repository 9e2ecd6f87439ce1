import {
  DISCOVERY_PATH,
  DiscoveryArtifactError,
  DiscoveryShapeError,
  hasDiscoveryArtifactSchema,
  isPlainObject,
  verifyDiscoveryDigest,
} from '@colophon/contract';
import { RefusedError } from '../errors/errors.ts';
import { parseJsonAnswer } from '../http/json.ts';
import { BODY_LIMITS } from '../http/server-client.ts';
import type { Clock } from '../io/io.ts';
import type { Session } from '../login/session.ts';
import type { CachedCatalog } from './cache-file.ts';
import type { CatalogCache, CatalogOwner } from './catalog-cache.ts';
import { describeArtifact, indexDiscovery, type CatalogIndex, type IndexedCatalog } from './catalog-index.ts';
import { Catalog } from './catalog.ts';

export interface ReadCatalogOptions {
  readonly session: Session;
  readonly cache: CatalogCache;
  readonly clock: Clock;
  /** Fetch the complete catalog, even if it is cached. */
  readonly refresh: boolean;
  /** The expected digest of the catalog. The cache is then not used. */
  readonly pin: string | undefined;
  /** Tells the person that the artifact has a form that this client cannot verify; once for each server and login. */
  readonly onUnknownForm: () => void;
}

/** The source of a catalog. */
type CatalogOrigin = 'fetched' | 'unchanged' | 'cached';

export interface ReadCatalog {
  readonly catalog: Catalog;
  readonly origin: CatalogOrigin;
}

/**
 * Fetches the catalog for this caller. A cached catalog is revalidated by its ETag, and used if nothing has changed.
 *
 * @throws RefusedError if an artifact of the known form does not match its digest, is of an unknown version or malformed, or if the catalog
 * is not the pinned one
 */
export async function readCatalog(options: ReadCatalogOptions): Promise<ReadCatalog> {
  const { session, cache, refresh, pin } = options;
  const token = await session.token();
  const owner = ownerOf(session);
  const cached = refresh || pin !== undefined ? undefined : cache.read(owner);
  const response = await session.client.request({
    method: 'GET',
    path: DISCOVERY_PATH,
    token,
    maxBytes: BODY_LIMITS.discovery,
    ...(typeof cached?.etag === 'string' && { headers: { 'if-none-match': cached.etag } }),
  });
  if (response.status === 304 && cached !== undefined) return { catalog: cached.catalog, origin: 'unchanged' };
  if (response.status !== 200)
    throw new RefusedError('discovery_status', `${session.client.baseUrl} responded to discovery with the status ${response.status}`);
  const indexed = await indexAnswer(parseJsonAnswer(response.body, 'The discovery response'));
  checkPin(indexed.index, pin);
  if (indexed.index.hasUnknownArtifact === true && cached?.catalog.hasUnknownArtifact !== true) options.onUnknownForm();
  const etag = response.headers.get('etag') ?? null;
  if (etag === null || etag.length <= 256) await cache.write(owner, { etag, fetchedAt: options.clock.now() }, indexed);
  return { catalog: new Catalog(indexed.index, (resource, command) => indexed.commands[resource]?.[command]), origin: 'fetched' };
}

/** Returns the cached catalog, without network access; undefined if there is none. */
export function readCachedCatalog(session: Session, cache: CatalogCache): CachedCatalog | undefined {
  return cache.read(ownerOf(session));
}

/** Returns the owner of the catalog that this session sees. */
export function ownerOf(session: Session): CatalogOwner {
  return { serverUrl: session.client.baseUrl, issuer: session.issuer, token: session.uncheckedToken };
}

/**
 * If there is an artifact of the known form, only its content is used. The specification leaves the form open, so the payload beside an
 * artifact of another form is used, which is then as unverified as a catalog without an artifact.
 */
async function indexAnswer(body: unknown): Promise<IndexedCatalog> {
  if (!isPlainObject(body)) throw new RefusedError('discovery_shape', 'The discovery response is not an object');
  const { artifact } = body;
  try {
    if (artifact === undefined || artifact === null) return indexDiscovery(body);
    if (!hasDiscoveryArtifactSchema(artifact)) return indexDiscovery(body, { hasUnknownArtifact: true });
    const { discovery, digest } = await verifyDiscoveryDigest(artifact);
    return indexDiscovery(discovery, { digest });
  } catch (error) {
    if (error instanceof DiscoveryArtifactError || error instanceof DiscoveryShapeError) {
      throw new RefusedError(error.code, `${error.message}; nothing of it is used`, { cause: error });
    }
    throw error;
  }
}

function checkPin(index: CatalogIndex, pin: string | undefined): void {
  if (pin === undefined || index.digest === pin) return;
  throw new RefusedError(
    'pin_mismatch',
    `The catalog is not the pinned one: expected ${pin}, the server offers ${describeArtifact(index)}`,
  );
}
