import { createDiscoveryArtifact, type DiscoveryArtifact, type DiscoveryPayload } from '@colophon/contract';
import type { Operation } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';

/** Callers differ in roles and ids; this many responses are cached, the least recently used is dropped first. */
const MAX_ARTIFACTS = 100;

/**
 * Caches artifacts by what determines them: the caller and the caller's permitted operations. Another table clears the cache. Ordering and
 * hashing a catalog takes ten times as long as the rest of a 304 response.
 */
export class ArtifactCache {
  readonly #artifacts = new Map<string, Promise<DiscoveryArtifact>>();
  #table: OperationTable | undefined;

  /** Returns the artifact of the result of `payload`, created once for each user and set of permissions. */
  artifact(
    table: OperationTable,
    user: DiscoveryPayload['user'],
    allowed: ReadonlySet<Operation>,
    payload: () => Promise<DiscoveryPayload>,
  ): Promise<DiscoveryArtifact> {
    if (table !== this.#table) this.#artifacts.clear();
    this.#table = table;
    const verdicts = table.operations.map((operation) => (allowed.has(operation) ? '1' : '0')).join('');
    const key = JSON.stringify([user, verdicts]);
    const known = this.#artifacts.get(key);
    // Inserted again, so that the first entry in the map is the least recently used.
    this.#artifacts.delete(key);
    const artifact = known ?? payload().then(createDiscoveryArtifact);
    this.#artifacts.set(key, artifact);
    // Tried again by the next request.
    artifact.catch(() => this.#artifacts.delete(key));
    const [oldest] = this.#artifacts.keys();
    if (this.#artifacts.size > MAX_ARTIFACTS && oldest !== undefined) this.#artifacts.delete(oldest);
    return artifact;
  }
}
