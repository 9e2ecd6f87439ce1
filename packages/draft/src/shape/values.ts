import { canonicalJson, type JsonObject, type JsonValue } from '@colophon/contract';
import { type DraftDocument, draftList, draftMap, draftText } from './draft-document.ts';
import { LIST_NAMES, MAP_NAMES, type MapRoot, TEXT_NAMES } from './roots.ts';
import { parseStorableJson } from './storable.ts';

/** What a draft says, as plain values. A key that `fields` lacks stands for the field's default. */
export interface DraftValues {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly fields: JsonObject;
  /** By the id of the record referred to: `{targetVersion?}`. */
  readonly references: JsonObject;
  /** By relationship and id, with a space between: `{}`. */
  readonly facts: JsonObject;
  /** By relationship and id, with a space between: `{sort_order}`. */
  readonly assets: JsonObject;
}

/** The values of a draft that says nothing. */
export const EMPTY_VALUES: DraftValues = Object.freeze({
  title: '',
  description: '',
  body: '',
  tags: [],
  authors: [],
  fields: {},
  references: {},
  facts: {},
  assets: {},
});

/** Reads the values of a draft: lists without repetitions, maps in the order of their keys, so that equal drafts have equal values. */
export function readValues(document: DraftDocument): DraftValues {
  return {
    title: draftText(document, 'title').toJSON(),
    description: draftText(document, 'description').toJSON(),
    body: draftText(document, 'body').toJSON(),
    tags: [...new Set(draftList(document, 'tags').toArray())],
    authors: [...new Set(draftList(document, 'authors').toArray())],
    fields: readMap(document, 'fields'),
    references: readMap(document, 'references'),
    facts: readMap(document, 'facts'),
    assets: readMap(document, 'assets'),
  };
}

/** Whether two drafts say the same. */
export function sameValues(one: DraftValues, other: DraftValues): boolean {
  return (
    TEXT_NAMES.every((name) => one[name] === other[name]) &&
    [...LIST_NAMES, ...MAP_NAMES].every((name) => canonicalJson(one[name]) === canonicalJson(other[name]))
  );
}

function readMap(document: DraftDocument, root: MapRoot): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const [key, text] of draftMap(document, root).entries()) {
    const value = parseStorableJson(text);
    if (value !== undefined) entries.push([key, value]);
  }
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
