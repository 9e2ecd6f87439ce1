import { isPlainObject } from '@colophon/base';
import type { Json, JsonObject } from '../records.ts';
import { answeredText, type MergePart, mergeTexts, type TextAnswer } from './three-way.ts';

/** JSON values by field. */
export type Fields = Readonly<Record<string, Json>>;

/** A conflict: a value that both sides changed, for the user to decide. */
export interface MergeQuestion {
  /** The field, with the path of a nested value: `metadata.generation.model`; a part of a text has its number. */
  readonly id: string;
  readonly field: string;
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
}

/** The merge of two edits of a record. */
export interface FieldMerge {
  /** Fields whose other side was merged without a conflict. */
  readonly takenFromTheirs: readonly string[];
  readonly questions: readonly MergeQuestion[];
  /** Returns the merged fields, with answers by question id; undefined if one is missing. */
  readonly resolve: (answers: Readonly<Record<string, MergeAnswer>>) => Fields | undefined;
}

/** The user's answer: one of the sides, or another value. */
export type MergeAnswer = 'mine' | 'theirs' | { readonly value: Json };

/** Lists merged as sets: additions and removals of both sides are combined. */
const SETS = new Set(['tags', 'authors', 'referenceIds', 'factIds']);
/** Long texts, merged by their lines and words. */
const TEXTS = new Set(['body']);

interface Settled {
  readonly questions: readonly MergeQuestion[];
  readonly resolve: (answers: Readonly<Record<string, MergeAnswer>>) => Json | undefined;
}

/**
 * Merges two edits of a record. Changes by only one side are applied; tags and authors are merged as sets, the body line by line
 * and word by word, objects key by key. Values that both changed differently become questions.
 *
 * @param base the common base of both
 * @example
 * const merge = mergeFields({ title: 'A', tags: ['x'] }, { title: 'B', tags: ['x', 'y'] }, { title: 'C', tags: [] });
 * merge.questions; // [{ id: 'title', mine: 'B', theirs: 'C', … }]
 * merge.resolve({ title: 'mine' }); // { title: 'B', tags: ['y'] }
 */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): FieldMerge {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const settled = names.map((name) => [name, settle(name, name, valueOf(base, name), valueOf(mine, name), valueOf(theirs, name))] as const);
  const isAsked = (name: string): boolean => settled.some(([, each]) => each.questions.some(({ id }) => id === name));
  return {
    takenFromTheirs: names.filter(
      (name) => !isAsked(name) && !same(valueOf(base, name), valueOf(theirs, name)) && !same(valueOf(mine, name), valueOf(theirs, name)),
    ),
    questions: settled.flatMap(([, each]) => each.questions),
    resolve(answers) {
      const entries = settled.map(([name, each]) => [name, each.resolve(answers)] as const);
      return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as Fields);
    },
  };
}

/** Returns a merge that is computed when it is first read. */
export function mergeLater(merge: () => FieldMerge): FieldMerge {
  let made: FieldMerge | undefined;
  const get = (): FieldMerge => (made ??= merge());
  return {
    get takenFromTheirs() {
      return get().takenFromTheirs;
    },
    get questions() {
      return get().questions;
    },
    resolve: (answers) => get().resolve(answers),
  };
}

function settle(id: string, field: string, base: Json, mine: Json, theirs: Json): Settled {
  if (same(mine, theirs) || same(theirs, base)) return taken(mine);
  if (same(mine, base)) return taken(theirs);
  if (SETS.has(id) && [base, mine, theirs].every(isList)) return taken(mergeSets(base as Json[], mine as Json[], theirs as Json[]));
  if (TEXTS.has(id) && [mine, theirs].every((each) => typeof each === 'string'))
    return settleText(id, mergeTexts(typeof base === 'string' ? base : '', mine as string, theirs as string));
  if (isObject(mine) && isObject(theirs)) return settleObject(id, field, isObject(base) ? base : {}, mine, theirs);
  return {
    questions: [{ id, field, base, mine, theirs }],
    resolve(answers) {
      const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
      if (answer === undefined) return undefined;
      return answer === 'mine' ? mine : answer === 'theirs' ? theirs : answer.value;
    },
  };
}

function taken(value: Json): Settled {
  return { questions: [], resolve: () => value };
}

function settleText(id: string, parts: readonly MergePart[]): Settled {
  const asked = parts.filter((part) => part.kind === 'question');
  const idOf = (index: number): string => `${id}.${index + 1}`;
  return {
    questions: asked.map(({ base, mine, theirs }, index) => ({ id: idOf(index), field: id, base, mine, theirs })),
    resolve(answers) {
      const given = asked.map((_part, index): TextAnswer | undefined => {
        const answer = answers[idOf(index)];
        return answer === undefined || typeof answer === 'string'
          ? answer
          : { text: typeof answer.value === 'string' ? answer.value : JSON.stringify(answer.value) };
      });
      return answeredText(parts, given);
    },
  };
}

/** Omits absent keys again, so that a removed key differs from null. */
const ABSENT: Json = Object.freeze({ absent: true });

function settleObject(id: string, field: string, base: JsonObject, mine: JsonObject, theirs: JsonObject): Settled {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const read = (object: JsonObject, key: string): Json => (Object.hasOwn(object, key) ? (object[key] ?? null) : ABSENT);
  const settled = keys.map((key) => [key, settle(`${id}.${key}`, field, read(base, key), read(mine, key), read(theirs, key))] as const);
  return {
    questions: settled.flatMap(([, each]) =>
      each.questions.map((question) => ({
        ...question,
        base: present(question.base),
        mine: present(question.mine),
        theirs: present(question.theirs),
      })),
    ),
    resolve(answers) {
      const entries: [string, Json][] = [];
      for (const [key, each] of settled) {
        const value = each.resolve(answers);
        if (value === undefined) return undefined;
        if (value !== ABSENT) entries.push([key, value]);
      }
      return Object.fromEntries(entries);
    },
  };
}

function present(value: Json): Json {
  return value === ABSENT ? null : value;
}

function mergeSets(base: readonly Json[], mine: readonly Json[], theirs: readonly Json[]): Json {
  const has = (list: readonly Json[], item: Json): boolean => list.some((each) => same(each, item));
  const kept = mine.filter((item) => !has(base, item) || has(theirs, item));
  const added = theirs.filter((item) => !has(base, item) && !has(mine, item));
  return [...kept, ...added];
}

/** Whether two values are equal, regardless of the order of keys. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a === ABSENT || b === ABSENT) return false;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((each, index) => same(each, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

function valueOf(fields: Fields, name: string): Json {
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return isPlainObject(value) && value !== ABSENT;
}
