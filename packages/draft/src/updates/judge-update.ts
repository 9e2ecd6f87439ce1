import { type AbstractStruct, ContentDeleted, decodeUpdate, diffUpdate, type GC, type ID, Item, Skip } from 'yjs';
import { DraftError, type UpdateFault } from '../errors/draft-error.ts';
import { clockOf, type DraftDocument, vectorOf } from '../shape/draft-document.ts';
import { isTextRoot, type TextRoot } from '../shape/roots.ts';
import { ContentRules } from './content-rules.ts';
import { PlaceRules } from './place-rules.ts';
import { partsCharacter, type Place, placeOf, rootNames, structsBetween, textOf, valuesOf } from './struct-lookup.ts';
import { LARGEST_CLOCK, LARGEST_UPDATE, MOST_CHANGES, MOST_IDS } from './update-limits.ts';

/** Text that an update inserts: its letters have the clocks from `clock` on, one each UTF-16 unit. */
export interface InsertedText {
  readonly root: TextRoot;
  readonly clock: number;
  readonly text: string;
}

/** Text that an update deletes, by whom it was written. */
export interface DeletedText {
  readonly root: TextRoot;
  readonly client: number;
  readonly clock: number;
  readonly text: string;
}

/** An update that may be applied. */
export interface JudgedUpdate {
  /** Whether the document has all of it: there is nothing to store or to send on. */
  readonly isKnown: boolean;
  /** What of it is new, written again: to be stored, applied and sent on instead of the bytes that came. */
  readonly update: Uint8Array;
  /** The client's clock before and after it. */
  readonly start: number;
  readonly end: number;
  readonly inserted: readonly InsertedText[];
  readonly deleted: readonly DeletedText[];
}

export interface JudgeOptions {
  /** The names of own fields of the record's type, as keys of the map `fields`. */
  readonly ownFields?: readonly string[];
}

/**
 * Judges an update before anything of it is applied: it changes no document. What is accepted writes as `client` alone, with ids that follow
 * what is known; it refers only to what is known; and it has only what a draft may have, within its limits.
 *
 * @throws DraftError `update_too_large`; `draft_gap` with the document's vector if something before it is missing; `update_refused` with
 * the fault.
 *
 * @example
 * const { document, states } = beginDraft([valuesOfRecord({ body: 'The council met.' })], newClient());
 * const client = newClient();
 * const { update } = changeDraft(states[0]!, client, (copy) => writeEdits(copy, 'body', [{ at: 15, remove: 0, insert: ' again' }]));
 * const judged = judgeUpdate(update!, document, client);
 * if (!judged.isKnown) applyJudged(document, judged.update);
 */
export function judgeUpdate(bytes: Uint8Array, document: DraftDocument, client: number, options: JudgeOptions = {}): JudgedUpdate {
  if (bytes.length > LARGEST_UPDATE)
    throw new DraftError('update_too_large', `The update has ${bytes.length} bytes, more than the ${LARGEST_UPDATE} of one update.`);
  return new Judgement(document, client, options).judge(bytes);
}

interface OwnSpan {
  readonly start: number;
  readonly end: number;
  readonly place: Place | undefined;
  readonly text: string | undefined;
}

class Judgement {
  readonly #document: DraftDocument;
  readonly #client: number;
  readonly #names: ReadonlyMap<unknown, string>;
  readonly #rules: ContentRules;
  readonly #places: PlaceRules;
  /** The client's clock before the update. */
  readonly #known: number;
  #end: number;
  /** What the update adds, in the order of clocks. */
  readonly #own: OwnSpan[] = [];
  readonly #inserted: InsertedText[] = [];
  readonly #deleted: DeletedText[] = [];
  #deletesSomething = false;

  constructor(document: DraftDocument, client: number, { ownFields = [] }: JudgeOptions) {
    this.#document = document;
    this.#client = client;
    this.#names = rootNames(document);
    this.#rules = new ContentRules(document, ownFields);
    this.#known = clockOf(document, client);
    this.#end = this.#known;
    this.#places = new PlaceRules(document, client, this.#known);
  }

  judge(bytes: Uint8Array): JudgedUpdate {
    const { structs, ds } = decode(bytes);
    const changes = [...ds.clients.values()].reduce((sum, ranges) => sum + ranges.length, structs.length);
    if (changes > MOST_CHANGES) refuse('too_many_changes', `The update has ${changes} changes.`);
    requireOrder(structs);
    for (const struct of structs) this.#judgeStruct(struct);
    for (const [client, ranges] of ds.clients) {
      let last = 0;
      for (const { clock, len } of ranges) {
        if (clock < last || len < 1) refuse('malformed', 'The deletions are not in order.');
        last = clock + len;
        this.#judgeDeletion(client, clock, last);
      }
    }
    this.#rules.requireSizes();
    this.#places.requirePlaces();
    const isKnown = this.#end === this.#known && !this.#deletesSomething;
    return {
      isKnown,
      update: isKnown ? new Uint8Array([0, 0]) : diffUpdate(bytes, vectorOf(this.#document)),
      start: this.#known,
      end: this.#end,
      inserted: this.#inserted,
      deleted: this.#deleted,
    };
  }

  #judgeStruct(struct: Item | GC): void {
    const { client, clock } = struct.id;
    const end = clock + struct.length;
    if (client !== this.#client) {
      if (end > clockOf(this.#document, client)) refuse('foreign_client', `The update writes as client ${client}.`);
      return;
    }
    if (clock > this.#end) this.#gap();
    if (clock < this.#known) this.#requireSame(struct, Math.min(end, this.#known));
    if (end <= this.#known) return;
    if (end > LARGEST_CLOCK || end - this.#known > MOST_IDS) refuse('too_many_changes', 'The update uses too many ids.');
    const start = Math.max(clock, this.#known);
    const place = struct instanceof Item ? this.#placeOf(struct) : undefined;
    if (struct instanceof Item) {
      if (!place) return refuse('foreign_root', 'Something stands in no root of a draft.');
      this.#rules.judge(struct.content, place, start - clock);
      this.#places.add(struct, start, end, place);
    }
    const text = textOf(struct)?.slice(start - clock);
    this.#own.push({ start, end, place, text });
    this.#end = end;
    if (text !== undefined && place && isTextRoot(place.root)) this.#inserted.push({ root: place.root, clock: start, text });
  }

  /** What the update says of ids that are known must be what is known, as far as that was not deleted. */
  #requireSame(struct: Item | GC, end: number): void {
    if (!(struct instanceof Item) || struct.content instanceof ContentDeleted) return;
    const { clock } = struct.id;
    for (const stored of structsBetween(this.#document, this.#client, clock, end)) {
      if (!(stored instanceof Item) || stored.content instanceof ContentDeleted) continue;
      const from = Math.max(clock, stored.id.clock);
      const to = Math.min(end, stored.id.clock + stored.length);
      const [given, had] = [contentBetween(struct, from, to), contentBetween(stored, from, to)];
      if (given !== had) refuse('repeated_id', `Client ${this.#client} uses the clock ${from} again for something else.`);
    }
  }

  /** A struct with a neighbour stands where its neighbour does: only one without any names its root. */
  #placeOf({ origin, rightOrigin, parent, parentSub, id }: Item): Place | undefined {
    if (typeof parent === 'string') return { root: parent, key: parentSub };
    if (!origin && !rightOrigin) return undefined;
    const left = origin && this.#neighbour(origin, id.clock, origin.clock + 1);
    const right = rightOrigin && this.#neighbour(rightOrigin, id.clock, rightOrigin.clock);
    if (left && right && (left.root !== right.root || left.key !== right.key))
      refuse('foreign_root', 'Something stands between two roots of a draft.');
    return left ?? right ?? undefined;
  }

  #neighbour({ client, clock }: ID, before: number, edge: number): Place {
    let place: Place | undefined;
    if (client === this.#client && clock >= this.#known) {
      if (clock >= before) this.#gap();
      const span = this.#own[this.#indexOfOwn(clock)];
      place = span?.place;
      if (span?.text !== undefined && edge < span.end) this.#requireWhole(span.text, edge - span.start);
    } else {
      if (clock >= clockOf(this.#document, client)) this.#gap();
      const [struct] = structsBetween(this.#document, client, clock, clock + 1);
      place = struct && placeOf(struct, this.#names);
      const text = struct && textOf(struct);
      if (struct && text !== undefined) this.#requireWhole(text, edge - struct.id.clock);
    }
    return place ?? refuse('foreign_root', 'Something stands beside what is in no root of a draft.');
  }

  #judgeDeletion(client: number, start: number, end: number): void {
    const known = clockOf(this.#document, client);
    if (end > (client === this.#client ? this.#end : known)) this.#gap();
    for (const struct of structsBetween(this.#document, client, start, Math.min(end, known))) {
      if (struct.deleted) continue;
      this.#deletesSomething = true;
      const from = Math.max(start, struct.id.clock);
      const to = Math.min(end, struct.id.clock + struct.length);
      const text = textOf(struct);
      const place = placeOf(struct, this.#names);
      if (place) this.#rules.remove(place, to - from);
      if (text === undefined) continue;
      this.#requireWhole(text, from - struct.id.clock);
      this.#requireWhole(text, to - struct.id.clock);
      if (place && isTextRoot(place.root))
        this.#deleted.push({ root: place.root, client, clock: from, text: text.slice(from - struct.id.clock, to - struct.id.clock) });
    }
    if (client !== this.#client) return;
    for (let index = this.#indexOfOwn(start); index < this.#own.length; index += 1) {
      const span = this.#own[index];
      if (!span || span.start >= end) break;
      const [from, to] = [Math.max(start, span.start), Math.min(end, span.end)];
      if (span.text === undefined || !span.place) continue;
      this.#requireWhole(span.text, from - span.start);
      this.#requireWhole(span.text, to - span.start);
      this.#rules.remove(span.place, to - from);
    }
  }

  #requireWhole(text: string, index: number): void {
    if (partsCharacter(text, index)) refuse('split_character', 'The update parts a character.');
  }

  /** The index of the first span of the update that ends after a clock. */
  #indexOfOwn(clock: number): number {
    let [low, high] = [0, this.#own.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#own[middle]?.end ?? 0) > clock) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #gap(): never {
    throw new DraftError('draft_gap', 'The update refers to changes that are not known.', { vector: vectorOf(this.#document) });
  }
}

function decode(bytes: Uint8Array): { structs: (Item | GC)[]; ds: { clients: Map<number, { clock: number; len: number }[]> } } {
  let decoded: ReturnType<typeof decodeUpdate>;
  try {
    decoded = decodeUpdate(bytes);
  } catch (cause) {
    throw new DraftError('update_refused', 'The update cannot be decoded.', { fault: 'malformed', cause });
  }
  const structs: (Item | GC)[] = [];
  for (const struct of decoded.structs) {
    if (struct instanceof Skip || struct.length < 1) refuse('malformed', 'The update has a hole, or something without length.');
    else structs.push(struct);
  }
  return { structs, ds: decoded.ds };
}

/** Each client once, its clocks without holes: Yjs would read only the last of two parts. */
function requireOrder(structs: readonly AbstractStruct[]): void {
  const next = new Map<number, number>();
  let last = -1;
  for (const { id, length } of structs) {
    const expected = next.get(id.client);
    if (expected !== undefined && (id.client !== last || id.clock !== expected)) refuse('malformed', 'The update is not in order.');
    next.set(id.client, id.clock + length);
    last = id.client;
  }
}

function contentBetween(item: Item, from: number, to: number): string {
  const [start, end] = [from - item.id.clock, to - item.id.clock];
  const text = textOf(item);
  return text === undefined
    ? `${item.content.constructor.name} ${JSON.stringify(valuesOf(item)?.slice(start, end))}`
    : text.slice(start, end);
}

function refuse(fault: UpdateFault, message: string): never {
  throw new DraftError('update_refused', message, { fault });
}
