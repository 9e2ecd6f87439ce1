import type { SourceLink } from './source-piece.ts';

const MAXIMUM_WAITING = 200_000;

/** Links to pieces that did not exist when the piece with the link was imported. */
export class WaitingLinks {
  readonly #links = new Map<string, readonly SourceLink[]>();
  #count = 0;

  /** Adds links of a piece, as many as there is room for. */
  add(id: string, links: readonly SourceLink[]): void {
    const waiting = links.slice(0, MAXIMUM_WAITING - this.#count);
    if (waiting.length > 0) this.#links.set(id, waiting);
    this.#count += waiting.length;
  }

  /** Returns the ids of the pieces with their links. */
  entries(): (readonly [id: string, links: readonly SourceLink[]])[] {
    return [...this.#links];
  }
}
