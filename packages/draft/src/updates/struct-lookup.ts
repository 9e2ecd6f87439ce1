import { ContentAny, ContentString, findIndexSS, Item } from 'yjs';
import type { AbstractStruct } from 'yjs';
import type { DraftDocument } from '../shape/draft-document.ts';

/** Where a struct stands: in a root, under a key if that is a map. */
export interface Place {
  readonly root: string;
  readonly key: string | null;
}

/** The structs of a client that overlap a range of its clocks. */
export function* structsBetween(document: DraftDocument, client: number, start: number, end: number): Generator<AbstractStruct> {
  const structs = document.store.clients.get(client);
  if (!structs || start >= end) return;
  for (let index = findIndexSS(structs, start); index < structs.length; index += 1) {
    const struct = structs[index];
    if (!struct || struct.id.clock >= end) return;
    yield struct;
  }
}

/** The names of the roots of a document, by their types. */
export function rootNames(document: DraftDocument): ReadonlyMap<unknown, string> {
  return new Map([...document.share].map(([name, type]): [unknown, string] => [type, name]));
}

/** Returns where a stored struct stands; undefined if that is not known any more. */
export function placeOf(struct: AbstractStruct, names: ReadonlyMap<unknown, string>): Place | undefined {
  if (!(struct instanceof Item)) return undefined;
  const root = names.get(struct.parent);
  return root === undefined ? undefined : { root, key: struct.parentSub };
}

/** Returns the text of a struct, or undefined if it has none. */
export function textOf(struct: AbstractStruct): string | undefined {
  return struct instanceof Item && struct.content instanceof ContentString ? struct.content.str : undefined;
}

/** Returns the values of a struct of a list or map, or undefined if it has none. */
export function valuesOf(struct: AbstractStruct): readonly unknown[] | undefined {
  return struct instanceof Item && struct.content instanceof ContentAny ? (struct.content.arr as unknown[]) : undefined;
}

/** Whether the middle of a character is at an index of a text. */
export function partsCharacter(text: string, index: number): boolean {
  // Yjs joins what is typed by adding to a string: reading a letter of it would copy the whole at every key.
  if (index <= 0 || index >= text.length) return false;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
