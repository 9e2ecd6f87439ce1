import type { JsonObject, JsonValue } from '@colophon/core';
import { isObject } from '../../markdown/columns.ts';
import { hashOf } from './hash-of.ts';

/**
 * Returns the identity of an item, apart from its number in its site: what another item with the same number does not have, such as
 * its permanent address or the time it was made. Items with nothing in common are different ones.
 */
export function identityOf(...facts: readonly (readonly [name: string, value: string])[]): string[] {
  return facts.flatMap(([name, value]) => (value === '' ? [] : [`${name}:${hashOf(value).slice(0, 16)}`]));
}

/** Returns the part of the metadata of a record that holds the identity of its item. */
export function importedMetadata(metadata: JsonObject, identity: readonly string[] | undefined): JsonObject {
  const imported = metadata['import'];
  if (identity === undefined || identity.length === 0 || !isObject(imported)) return metadata;
  return { ...metadata, import: { ...imported, identity: [...identity] } };
}

/**
 * Whether a record was made from another item than this one, which has the same number: two sites were imported under one name.
 * A record that states no identity was imported by a version that stored none.
 */
export function isOfAnotherItem(metadata: JsonObject, identity: readonly string[] | undefined): boolean {
  const imported = metadata['import'];
  const stated: JsonValue | undefined = isObject(imported) ? imported['identity'] : undefined;
  if (!Array.isArray(stated) || identity === undefined || identity.length === 0) return false;
  const names = (each: unknown): string => String(each).split(':')[0] ?? '';
  const isComparable = stated.some((each) => identity.some((own) => names(own) === names(each)));
  return isComparable && !stated.some((each) => identity.includes(String(each)));
}

/** Why such an item is not imported. */
export const ANOTHER_ITEM = {
  code: 'another_item',
  message:
    'A different item with this number was imported from a source of the same name; nothing was overwritten. Import this file with another --source.',
} as const;
