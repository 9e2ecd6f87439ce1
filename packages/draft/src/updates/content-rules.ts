import { isPlainObject } from '@colophon/contract';
import { ContentAny, ContentDeleted, ContentString, type Item } from 'yjs';
import { DraftError, type UpdateFault } from '../errors/draft-error.ts';
import { type DraftDocument, draftList, draftMap, draftText } from '../shape/draft-document.ts';
import {
  isFieldKey,
  isListRoot,
  isMapRoot,
  isTextRoot,
  LONGEST_ITEM,
  LONGEST_KEY,
  LONGEST_VALUE,
  type MapRoot,
  MOST_ENTRIES,
  MOST_ITEMS,
  TEXT_ROOTS,
  type TextRoot,
} from '../shape/roots.ts';
import { isStorable, parseStorableJson } from '../shape/storable.ts';
import type { Place } from './struct-lookup.ts';

/** What may stand in each root of a draft, and how much. */
export class ContentRules {
  readonly #document: DraftDocument;
  readonly #ownFields: readonly string[];
  /** By how much an update makes each root longer. */
  readonly #growth = new Map<string, number>();
  readonly #newKeys = new Map<MapRoot, Set<string>>();

  constructor(document: DraftDocument, ownFields: readonly string[]) {
    this.#document = document;
    this.#ownFields = ownFields;
  }

  /** Judges what an update adds at a place, from an offset on. */
  judge(content: Item['content'], { root, key }: Place, offset: number): void {
    if (isMapRoot(root) ? key === null : key !== null) refuse('foreign_root', `A key does not fit ${root}.`);
    if (isMapRoot(root)) this.#judgeKey(root, key ?? '');
    else if (!isTextRoot(root) && !isListRoot(root)) refuse('foreign_root', 'A draft does not have this root.');
    // It was deleted before it was sent.
    if (content instanceof ContentDeleted) return;
    if (isTextRoot(root)) this.#judgeText(content, root, offset);
    else if (!(content instanceof ContentAny)) refuse('foreign_content', `The ${root} of a draft hold only values.`);
    else if (isMapRoot(root)) judgeValue(content.arr, root);
    else {
      for (const item of content.arr.slice(offset) as unknown[]) judgeItem(item, root);
      this.#add(root, content.arr.length - offset);
    }
  }

  /** Counts what an update deletes. */
  remove({ root }: Place, length: number): void {
    this.#add(root, -length);
  }

  /** @throws DraftError if the update made a root longer than it may be */
  requireSizes(): void {
    for (const [root, growth] of this.#growth) {
      // What is too long already may become shorter.
      if (growth <= 0 || !(isTextRoot(root) || isListRoot(root))) continue;
      const maximum = isTextRoot(root) ? TEXT_ROOTS[root].maximum : MOST_ITEMS;
      const length = isTextRoot(root) ? draftText(this.#document, root).length : draftList(this.#document, root).length;
      if (length + growth > maximum) refuse('too_long', `The ${root} would be longer than ${maximum}.`);
    }
    for (const [root, keys] of this.#newKeys)
      if (draftMap(this.#document, root).size + keys.size > MOST_ENTRIES)
        refuse('too_long', `The ${root} would have more than ${MOST_ENTRIES} entries.`);
  }

  #judgeKey(root: MapRoot, key: string): void {
    if (key.length > LONGEST_KEY || !isStorable(key)) refuse('foreign_root', `A key of ${root} is too long or cannot be stored.`);
    if (root === 'fields' && !isFieldKey(key, this.#ownFields)) refuse('foreign_root', `A draft has no field ${JSON.stringify(key)}.`);
    if (draftMap(this.#document, root).has(key)) return;
    const keys = this.#newKeys.get(root) ?? new Set();
    this.#newKeys.set(root, keys.add(key));
  }

  #judgeText(content: Item['content'], root: TextRoot, offset: number): void {
    if (!(content instanceof ContentString)) return refuse('foreign_content', `The ${root} of a draft holds only text.`);
    const text = content.str.slice(offset);
    if (!isStorable(text) || text.includes('\r') || (TEXT_ROOTS[root].isOneLine && text.includes('\n')))
      refuse('unstorable_text', `The ${root} would have NUL, a carriage return or a line break that it may not have.`);
    this.#add(root, text.length);
  }

  #add(root: string, length: number): void {
    this.#growth.set(root, (this.#growth.get(root) ?? 0) + length);
  }
}

function judgeItem(item: unknown, root: string): void {
  if (typeof item !== 'string') return refuse('foreign_content', `The ${root} of a draft are texts.`);
  if (!isStorable(item)) refuse('unstorable_text', `One of the ${root} cannot be stored.`);
  if (item.length > LONGEST_ITEM) refuse('too_long', `One of the ${root} is longer than ${LONGEST_ITEM}.`);
}

function judgeValue(values: readonly unknown[], root: MapRoot): void {
  const [text] = values;
  if (values.length !== 1 || typeof text !== 'string') return refuse('foreign_content', `A value of ${root} is one JSON text.`);
  if (text.length > LONGEST_VALUE) refuse('too_long', `A value of ${root} is longer than ${LONGEST_VALUE}.`);
  const value = parseStorableJson(text);
  if (value === undefined || (root !== 'fields' && !isPlainObject(value)))
    refuse('invalid_value', `A value of ${root} is not the JSON that it may be.`);
}

function refuse(fault: UpdateFault, message: string): never {
  throw new DraftError('update_refused', message, { fault });
}
