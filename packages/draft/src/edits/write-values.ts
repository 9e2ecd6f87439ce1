import { canonicalJson, type JsonValue } from '@colophon/contract';
import { DraftError } from '../errors/draft-error.ts';
import { type DraftDocument, draftList, draftMap, draftText } from '../shape/draft-document.ts';
import { LIST_NAMES, type ListRoot, MAP_NAMES, type MapRoot, TEXT_NAMES, TEXT_ROOTS, type TextRoot } from '../shape/roots.ts';
import { isStorable, isStorableJson, parseStorableJson } from '../shape/storable.ts';
import type { DraftValues } from '../shape/values.ts';
import { listEdits, type TextEdit, textEdits } from './text-edits.ts';

/** Compares two texts; {@link textEdits}, or the result of a worker that ran it. */
export type CompareTexts = (before: string, after: string, root: TextRoot) => readonly TextEdit[];

/**
 * Makes a draft say what `values` say, by the differences alone, in one transaction: what others write in the rest stands.
 *
 * @throws DraftError `invalid_values` before anything is written.
 */
export function writeValues(document: DraftDocument, values: DraftValues, compare: CompareTexts = textEdits): void {
  requireStorable(values);
  document.transact(() => {
    for (const root of TEXT_NAMES) {
      const before = draftText(document, root).toJSON();
      if (before !== values[root]) writeEdits(document, root, compare(before, values[root], root));
    }
    for (const root of LIST_NAMES) writeList(document, root, [...new Set(values[root])]);
    for (const root of MAP_NAMES) writeMap(document, root, values);
  });
}

/** Applies edits to a text of a draft in one transaction. */
export function writeEdits(document: DraftDocument, root: TextRoot, edits: readonly TextEdit[]): void {
  const text = draftText(document, root);
  document.transact(() => {
    for (const { at, remove, insert } of edits.toReversed()) {
      if (remove > 0) text.delete(at, remove);
      if (insert !== '') text.insert(at, insert);
    }
  });
}

/** Sets a value of a map, or removes it if it is undefined. */
export function writeEntry(document: DraftDocument, root: MapRoot, key: string, value: JsonValue | undefined): void {
  const map = draftMap(document, root);
  if (value === undefined) {
    if (map.has(key)) map.delete(key);
    return;
  }
  if (!isStorableJson(value)) throw new DraftError('invalid_values', `The value of ${root} ${key} cannot be stored.`);
  map.set(key, JSON.stringify(value));
}

function writeList(document: DraftDocument, root: ListRoot, values: readonly string[]): void {
  const list = draftList(document, root);
  for (const { at, remove, insert } of listEdits(list.toArray(), values).toReversed()) {
    if (remove > 0) list.delete(at, remove);
    if (insert.length > 0) list.insert(at, [...insert]);
  }
}

function writeMap(document: DraftDocument, root: MapRoot, values: DraftValues): void {
  const map = draftMap(document, root);
  for (const key of map.keys()) if (!Object.hasOwn(values[root], key)) map.delete(key);
  for (const [key, value] of Object.entries(values[root])) {
    const text = map.get(key);
    const before = text === undefined ? undefined : parseStorableJson(text);
    if (before === undefined || canonicalJson(before) !== canonicalJson(value)) writeEntry(document, root, key, value);
  }
}

function requireStorable(values: DraftValues): void {
  for (const root of TEXT_NAMES) {
    const text = values[root];
    if (!isStorable(text) || text.includes('\r') || (TEXT_ROOTS[root].isOneLine && text.includes('\n')))
      throw new DraftError('invalid_values', `The ${root} has NUL, an unpaired surrogate, or a line end that a draft does not have.`);
  }
  for (const root of LIST_NAMES)
    if (!values[root].every(isStorable)) throw new DraftError('invalid_values', `One of the ${root} cannot be stored.`);
  for (const root of MAP_NAMES)
    if (!Object.values(values[root]).every((value) => isStorableJson(value)))
      throw new DraftError('invalid_values', `A value of ${root} cannot be stored.`);
}
