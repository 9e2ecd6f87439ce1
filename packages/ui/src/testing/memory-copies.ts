import type { CopyPlace, DraftCopies, DraftCopy } from '../state/draft/draft-copies.ts';

/** Keeps copies of drafts in memory, as the storage of a browser does for several tabs. */
export class MemoryCopies implements DraftCopies {
  readonly #copies = new Map<string, DraftCopy>();
  readonly #held = new Set<string>();
  /** Whether the storage is full. */
  isFull = false;

  get size(): number {
    return this.#copies.size;
  }

  async keep(copy: DraftCopy): Promise<void> {
    if (this.isFull) throw new Error('The storage is full.');
    this.#copies.set(copy.key, structuredClone(copy));
  }

  async forget(key: string): Promise<void> {
    this.#copies.delete(key);
  }

  async orphans(place: CopyPlace): Promise<readonly DraftCopy[]> {
    return [...this.#copies.values()].filter(
      ({ key, userId, tenantId, contentId }) =>
        !this.#held.has(key) && userId === place.userId && tenantId === place.tenantId && contentId === place.contentId,
    );
  }

  hold(key: string): () => void {
    this.#held.add(key);
    return () => void this.#held.delete(key);
  }

  /** What befalls all tabs when the browser is killed: none holds its copies any more. */
  kill(): void {
    this.#held.clear();
  }
}
