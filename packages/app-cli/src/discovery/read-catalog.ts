import {
  DISCOVERY_PATH,
  DiscoveryArtifactError,
  DiscoveryShapeError,
  isPlainObject,
  parseDiscoveryPayload,
  verifyDiscoveryArtifact,
  type DiscoveryPayload,
} from '@colophon/contract';
import { RefusedError } from '../errors.ts';
import { parseJsonAnswer } from '../http/json.ts';
import { BODY_LIMITS } from '../http/server-client.ts';
import type { Clock } from '../io/io.ts';
import type { Session } from '../login/session.ts';
import type { CachedCatalog, CatalogCache, CatalogOwner } from './catalog-cache.ts';
import { buildCatalog, type Catalog } from './catalog.ts';

export interface ReadCatalogOptions {
  readonly session: Session;
  readonly cache: CatalogCache;
  readonly clock: Clock;
  /** Ask for the whole catalog, whatever is cached. */
  readonly refresh: boolean;
  /** The digest that the catalog must have. */
  readonly pin: string | undefined;
}

/** Where a catalog came from. */
type CatalogOrigin = 'fetched' | 'unchanged' | 'cached';

export interface ReadCatalog {
  readonly catalog: Catalog;
  readonly origin: CatalogOrigin;
}

/**
 * Asks the server what it offers this caller. What is cached is asked about by its ETag, and used when nothing has changed.
 *
 * @throws RefusedError when the artifact does not match its digest, is of an unknown version or malformed, or is not the pinned one
 */
export async function readCatalog(options: ReadCatalogOptions): Promise<ReadCatalog> {
  const { session, cache, refresh, pin } = options;
  const token = await session.token();
  const owner = ownerOf(session);
  const cached = refresh ? undefined : cache.read(owner);
  const response = await session.client.request({
    method: 'GET',
    path: DISCOVERY_PATH,
    token,
    maxBytes: BODY_LIMITS.discovery,
    ...(cached !== undefined && { headers: { 'if-none-match': cached.etag } }),
  });
  if (response.status === 304 && cached !== undefined) {
    const catalog = await catalogFromText(cached.text, pin === undefined ? 'trusted' : 'unchecked').catch(() => undefined);
    if (catalog === undefined) return readCatalog({ ...options, refresh: true });
    checkPin(catalog, pin);
    return { catalog, origin: 'unchanged' };
  }
  if (response.status !== 200)
    throw new RefusedError('discovery_status', `${session.client.baseUrl} answered discovery with the status ${response.status}`);
  const text = textToKeep(response.body);
  const catalog = await catalogFromText(text, 'unchecked');
  checkPin(catalog, pin);
  const etag = response.headers.get('etag');
  if (etag !== undefined && etag.length <= 256) await cache.write(owner, { etag, fetchedAt: options.clock.now(), text });
  return { catalog, origin: 'fetched' };
}

/** The catalog of the last time, without asking anybody; undefined when there is none. */
export async function readCachedCatalog(
  session: Session,
  cache: CatalogCache,
): Promise<{ readonly catalog: Catalog; readonly cached: CachedCatalog } | undefined> {
  const cached = cache.read(ownerOf(session));
  if (cached === undefined) return undefined;
  const catalog = await catalogFromText(cached.text, 'trusted').catch(() => undefined);
  return catalog === undefined ? undefined : { catalog, cached };
}

/** Whose catalog this session sees. */
export function ownerOf(session: Session): CatalogOwner {
  return { serverUrl: session.client.baseUrl, issuer: session.issuer, token: session.uncheckedToken };
}

/** Once there is an artifact, nothing beside it is used. */
function textToKeep(body: string): string {
  const answer = parseJsonAnswer(body, 'The discovery answer');
  if (!isPlainObject(answer)) throw new RefusedError('discovery_shape', 'The discovery answer is not an object');
  return answer['artifact'] === undefined ? body : JSON.stringify({ artifact: answer['artifact'] });
}

async function catalogFromText(text: string, trust: 'trusted' | 'unchecked'): Promise<Catalog> {
  const value = parseJsonAnswer(text, 'The discovery answer');
  try {
    const artifact = isPlainObject(value) ? value['artifact'] : undefined;
    if (artifact === undefined) return buildCatalog(parseDiscoveryPayload(value), undefined);
    // What is cached was verified before, and lies where nobody but its owner writes; a damaged file fails below and is fetched anew.
    const trusted = trust === 'trusted' && isPlainObject(artifact) ? (artifact['discovery'] as DiscoveryPayload) : undefined;
    return buildCatalog(trusted ?? (await verifyDiscoveryArtifact(artifact)), digestIn(artifact));
  } catch (error) {
    if (error instanceof DiscoveryArtifactError || error instanceof DiscoveryShapeError) {
      throw new RefusedError(error.code, `${error.message}; nothing of it is used`, { cause: error });
    }
    throw error;
  }
}

function digestIn(artifact: unknown): string | undefined {
  const integrity = isPlainObject(artifact) ? artifact['integrity'] : undefined;
  const digest = isPlainObject(integrity) ? integrity['digest'] : undefined;
  return typeof digest === 'string' ? digest : undefined;
}

function checkPin(catalog: Catalog, pin: string | undefined): void {
  if (pin === undefined || catalog.digest === pin) return;
  const found = catalog.digest ?? 'no artifact at all';
  throw new RefusedError('pin_mismatch', `The catalog is not the pinned one: expected ${pin}, the server offers ${found}`);
}
