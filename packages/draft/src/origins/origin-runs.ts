import { ContentString, type Item } from 'yjs';
import { DraftError } from '../errors/draft-error.ts';
import { type DraftDocument, draftText } from '../shape/draft-document.ts';
import { TEXT_NAMES, type TextRoot } from '../shape/roots.ts';

/** The clocks of a client from the first on, so many, and the number of their origin. */
export type ClockRun = readonly [clock: number, length: number, origin: number];

/** The origins of a draft's letters: by client, in the order of clocks. JSON. */
export type OriginRuns = Readonly<Record<string, readonly ClockRun[]>>;

/** So many UTF-16 units of a text, and the number of their origin. */
export type TextRun = readonly [length: number, origin: number];

/** The origins of a draft's texts: the lengths of each add up to the text's. JSON. */
export type TextOrigins = Readonly<Record<TextRoot, readonly TextRun[]>>;

/** The number of text that was there before origins were kept, or whose origin is not known. */
export const UNKNOWN_ORIGIN = 0;

/**
 * Returns the runs with those of an update of `client` added, in the order of clocks.
 *
 * @throws DraftError `invalid_values` if they are not in order, or repeat clocks that have an origin.
 */
export function addRuns(runs: OriginRuns, client: number, added: readonly ClockRun[]): OriginRuns {
  const own = [...(runs[client] ?? [])];
  for (const [clock, length, origin] of added) {
    const last = own.at(-1);
    const next = last ? last[0] + last[1] : 0;
    if (clock < next || length < 1) throw new DraftError('invalid_values', `Client ${client} has an origin at clock ${clock} already.`);
    if (last && clock === next && last[2] === origin) own[own.length - 1] = [last[0], last[1] + length, origin];
    else own.push([clock, length, origin]);
  }
  return own.length === 0 ? runs : { ...runs, [client]: own };
}

/** Returns the origins of a draft's texts as they stand. They always cover the texts exactly. */
export function originsOf(document: DraftDocument, runs: OriginRuns): TextOrigins {
  return {
    title: originsOfText(document, 'title', runs),
    description: originsOfText(document, 'description', runs),
    body: originsOfText(document, 'body', runs),
  };
}

/** Returns the runs of a draft that has these texts: of a new epoch, which has the letters under new ids. */
export function runsOfTexts(document: DraftDocument, origins: TextOrigins): OriginRuns {
  const found = new Map<number, ClockRun[]>();
  for (const root of TEXT_NAMES) {
    const runs = origins[root].values();
    let [left, origin] = [0, UNKNOWN_ORIGIN];
    for (const item of standing(document, root)) {
      for (let at = 0; at < item.length;) {
        while (left === 0) {
          const next = runs.next();
          [left, origin] = next.done === true ? [Number.POSITIVE_INFINITY, UNKNOWN_ORIGIN] : next.value;
        }
        const length = Math.min(left, item.length - at);
        const own = found.get(item.id.client) ?? [];
        found.set(item.id.client, own);
        own.push([item.id.clock + at, length, origin]);
        at += length;
        left -= length;
      }
    }
  }
  let result: OriginRuns = {};
  for (const [client, own] of found)
    result = addRuns(
      result,
      client,
      own.sort(([one], [other]) => one - other),
    );
  return result;
}

function originsOfText(document: DraftDocument, root: TextRoot, runs: OriginRuns): TextRun[] {
  const result: TextRun[] = [];
  for (const { id, length } of standing(document, root)) {
    const own = runs[id.client] ?? [];
    const end = id.clock + length;
    let at = id.clock;
    for (let index = firstEndingAfter(own, at); at < end; index += 1) {
      const [clock, count, origin] = own[index] ?? [end, 0, UNKNOWN_ORIGIN];
      if (clock > at) addText(result, Math.min(clock, end) - at, UNKNOWN_ORIGIN);
      at = Math.max(at, Math.min(clock, end));
      const until = Math.min(clock + count, end);
      if (until > at) addText(result, until - at, origin);
      at = Math.max(at, until);
    }
  }
  return result;
}

/** Adds a run at the end of others, joined with one of the same origin. */
export function addText(runs: TextRun[], length: number, origin: number): void {
  const last = runs.at(-1);
  if (length <= 0) return;
  if (last?.[1] === origin) runs[runs.length - 1] = [last[0] + length, origin];
  else runs.push([length, origin]);
}

/** The items whose letters stand in a text, in their order. */
function* standing(document: DraftDocument, root: TextRoot): Generator<Item> {
  let item: Item | null = draftText(document, root)._start;
  for (; item !== null; item = item.right) if (!item.deleted && item.content instanceof ContentString) yield item;
}

function firstEndingAfter(runs: readonly ClockRun[], clock: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run && run[0] + run[1] > clock) high = middle;
    else low = middle + 1;
  }
  return low;
}
