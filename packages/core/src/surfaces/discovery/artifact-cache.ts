import { createDiscoveryArtifact, type DiscoveryArtifact, type DiscoveryPayload } from '@colophon/contract';
import type { Operation } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';

/** Callers differ in their roles and their ids; so many answers are kept, the ones asked for last. */
const MAX_ARTIFACTS = 100;

/**
 * Keeps artifacts by what decides them: the caller and the operations allowed to them. Another table starts it anew. Ordering and
 * hashing a catalog takes ten times as long as the rest of an answer that says it has not changed.
 */
export class ArtifactCache {
  readonly #artifacts = new Map<string, Promise<DiscoveryArtifact>>();
  #table: OperationTable | undefined;

  /** The artifact of what `payload` makes, made once for each user and set of verdicts. */
  artifact(
    table: OperationTable,
    user: DiscoveryPayload['user'],
    allowed: ReadonlySet<Operation>,
    payload: () => DiscoveryPayload,
  ): Promise<DiscoveryArtifact> {
    if (table !== this.#table) this.#artifacts.clear();
    this.#table = table;
    const verdicts = table.operations.map((operation) => (allowed.has(operation) ? '1' : '0')).join('');
    const key = JSON.stringify([user, verdicts]);
    const known = this.#artifacts.get(key);
    // Put in anew, so that the first in the map is the one asked for longest ago.
    this.#artifacts.delete(key);
    const artifact = known ?? createDiscoveryArtifact(payload());
    this.#artifacts.set(key, artifact);
    const [oldest] = this.#artifacts.keys();
    if (this.#artifacts.size > MAX_ARTIFACTS && oldest !== undefined) this.#artifacts.delete(oldest);
    return artifact;
  }
}
