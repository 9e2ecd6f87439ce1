import { type Fields, isList, isObject, same } from '../fields.ts';
import type { Json } from '../records.ts';
import { mergeTexts } from './three-way.ts';

/** Edits that were carried onto a newer state. */
export interface CarriedFields {
  readonly fields: Fields;
  /** The fields in which both sides changed the same: in a text both stand, the newer state's first; of other values mine stands. */
  readonly both: readonly string[];
}

/** Texts that are merged by their lines and words. */
const TEXTS = new Set(['title', 'description', 'body']);

/**
 * Carries edits onto a newer state, without a question: what only one side changed is applied, lists are merged as sets, objects key by key,
 * and where both changed the same words both stand, mine after theirs. Nothing of either side is dropped from a text.
 *
 * @param base the state in which the edits were made
 * @example
 * carryFields({ title: 'A', tags: ['x'] }, { title: 'B', tags: ['x', 'y'] }, { title: 'C', tags: [] });
 * // { fields: { title: 'C B', tags: ['y'] }, both: ['title'] }
 */
export function carryFields(base: Fields, mine: Fields, theirs: Fields): CarriedFields {
  const both: string[] = [];
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const fields = names.flatMap((name) => {
    const carried = carry(name, valueIn(base, name), valueIn(mine, name), valueIn(theirs, name));
    if (carried.isBoth) both.push(name);
    return carried.value === undefined ? [] : [[name, carried.value] as const];
  });
  return { fields: Object.fromEntries(fields), both };
}

interface Carried {
  /** Undefined for a missing key. */
  readonly value: Json | undefined;
  readonly isBoth: boolean;
}

function carry(name: string, base: Json | undefined, mine: Json | undefined, theirs: Json | undefined): Carried {
  if (same(mine, theirs) || same(mine, base)) return { value: theirs, isBoth: false };
  if (same(theirs, base)) return { value: mine, isBoth: false };
  if (isList(mine) && isList(theirs)) return { value: carrySet(isList(base) ? base : [], mine, theirs), isBoth: false };
  if (TEXTS.has(name) && typeof mine === 'string' && typeof theirs === 'string')
    return carryText(typeof base === 'string' ? base : '', mine, theirs, name === 'title' ? ' ' : '');
  if (isObject(mine) && isObject(theirs)) {
    const { fields, both } = carryFields(isObject(base) ? base : {}, mine, theirs);
    return { value: fields, isBoth: both.length > 0 };
  }
  return { value: mine, isBoth: true };
}

function carryText(base: string, mine: string, theirs: string, between: string): Carried {
  const parts = mergeTexts(base, mine, theirs);
  const text = parts
    .map((part) => (part.kind === 'text' ? part.text : [part.theirs, part.mine].filter((each) => each !== '').join(between)))
    .join('');
  return { value: text, isBoth: parts.some((part) => part.kind === 'question') };
}

function carrySet(base: readonly Json[], mine: readonly Json[], theirs: readonly Json[]): Json {
  const has = (list: readonly Json[], item: Json): boolean => list.some((each) => same(each, item));
  const removed = base.filter((item) => !has(mine, item));
  const added = mine.filter((item) => !has(base, item) && !has(theirs, item));
  return [...theirs.filter((item) => !has(removed, item)), ...added];
}

function valueIn(fields: Fields, name: string): Json | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
