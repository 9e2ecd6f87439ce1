import { type ID, Item } from 'yjs';
import { DraftError } from '../errors/draft-error.ts';
import type { DraftDocument } from '../shape/draft-document.ts';
import { type Place, structsBetween } from './struct-lookup.ts';

/** Structs that are passed while places are looked up, in one update. */
const MOST_STEPS = 500_000;
const END = 'end';

interface Gap {
  readonly left: ID | null;
  readonly right: ID | null;
  readonly place: Place;
}

/** Letters that stand in a gap: of a client, from a clock on. */
interface Between {
  readonly client: number;
  readonly clock: number;
}

/**
 * Judges where an update puts things. Yjs gives everybody the same text only if each insertion stood between two neighbours in what its
 * author knew: other places are accepted without a word, and texts differ for ever. What the author knew is at least what the update refers
 * to, and all that depends on: none of that may stand between the two. An update is written in one view of the draft, so that what its
 * author received meanwhile is not between its parts.
 */
export class PlaceRules {
  readonly #document: DraftDocument;
  readonly #client: number;
  readonly #known: number;
  /** What stands right of a letter in the author's view, as far as the update says. */
  readonly #next = new Map<string, string>();
  readonly #gaps: Gap[] = [];
  readonly #references: ID[] = [];
  #steps = 0;

  constructor(document: DraftDocument, client: number, known: number) {
    this.#document = document;
    this.#client = client;
    this.#known = known;
  }

  /** Adds what the update inserts with the clocks from `start` to before `end`. */
  add(item: Item, start: number, end: number, place: Place): void {
    const left = start > item.id.clock ? { client: this.#client, clock: start - 1 } : item.origin;
    const right = item.rightOrigin;
    const leftKey = left ? keyOf(left) : `${place.root} ${place.key ?? ''}`;
    const rightKey = right ? keyOf(right) : END;
    // Inside what the update inserts itself, if nothing was put there before.
    const inside = left && this.#isOwn(left) ? keyOf({ client: this.#client, clock: left.clock + 1 }) : undefined;
    const next = this.#next.get(leftKey) ?? inside;
    if (next === undefined ? this.#isOwn(right) : next !== rightKey) refuse();
    if (next === undefined) this.#gaps.push({ left, right, place });
    for (const each of [left, right]) if (each && !this.#isOwn(each)) this.#references.push(each);
    this.#next.set(leftKey, keyOf({ client: this.#client, clock: start }));
    this.#next.set(keyOf({ client: this.#client, clock: end - 1 }), rightKey);
  }

  /** @throws DraftError if something stands where its author cannot have put it */
  requirePlaces(): void {
    let knowledge: ReadonlyMap<number, number> | undefined;
    for (const gap of this.#gaps) {
      for (const { client, clock } of this.#between(gap)) {
        knowledge ??= this.#knowledge();
        if (clock < (knowledge.get(client) ?? 0)) refuse();
      }
    }
  }

  #isOwn(id: ID | null): boolean {
    return id !== null && id.client === this.#client && id.clock >= this.#known;
  }

  *#between({ left, right, place }: Gap): Generator<Between> {
    let item: Item | null;
    let from = 0;
    if (left) {
      const [struct] = structsBetween(this.#document, left.client, left.clock, left.clock + 1);
      if (!(struct instanceof Item)) return refuse();
      item = struct;
      from = left.clock + 1;
      if (from === item.id.clock + item.length) {
        item = item.right;
        from = item?.id.clock ?? 0;
      }
    } else {
      item = this.#first(place);
      from = item?.id.clock ?? 0;
    }
    for (; item !== null; item = item.right, from = item?.id.clock ?? 0) {
      this.#steps += 1;
      if (this.#steps > MOST_STEPS)
        throw new DraftError('update_refused', 'The update is at too many places.', { fault: 'too_many_changes' });
      const { client, clock } = item.id;
      const hasRight = right !== null && right.client === client && right.clock >= from && right.clock < clock + item.length;
      if (!hasRight || right.clock > from) yield { client, clock: from };
      if (hasRight) return;
    }
    // What should be right of it is left of it.
    if (right) refuse();
  }

  #first({ root, key }: Place): Item | null {
    const type = this.#document.share.get(root);
    if (key === null) return type?._start ?? null;
    let item = type?._map.get(key) ?? null;
    while (item?.left) item = item.left;
    return item;
  }

  /** What the author knew at least: the clock of each client up to which everything was known. */
  #knowledge(): ReadonlyMap<number, number> {
    const known = new Map<number, number>();
    const waiting: { readonly client: number; readonly end: number }[] = [{ client: this.#client, end: this.#known }];
    for (const { client, clock } of this.#references) waiting.push({ client, end: clock + 1 });
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const start = known.get(next.client) ?? 0;
      if (next.end <= start) continue;
      known.set(next.client, next.end);
      for (const struct of structsBetween(this.#document, next.client, start, next.end)) {
        if (!(struct instanceof Item)) continue;
        for (const id of [struct.origin, struct.rightOrigin]) if (id) waiting.push({ client: id.client, end: id.clock + 1 });
      }
    }
    return known;
  }
}

function keyOf({ client, clock }: ID): string {
  return `${client}.${clock}`;
}

function refuse(): never {
  throw new DraftError('update_refused', 'Something stands where its author cannot have put it.', { fault: 'impossible_place' });
}
