import type { JsonObject, JsonValue } from '@colophon/core';
import type { Snapshot } from '../versions/snapshot.ts';

/** The fields of a piece that readers see and that a signature covers. Scheduling, display and indexing options are not included. */
export const SIGNED_FIELDS = [
  'type',
  'variant',
  'slug',
  'context',
  'title',
  'description',
  'body',
  'bodyFormat',
  'authors',
  'language',
  'category',
  'tags',
  'url',
  'source',
  'publish_date',
  'metadata',
] as const;

/** Returns the public fields of a version, as signed. They are taken from the frozen version, never from the current record. */
export function signedText({ fields }: Pick<Snapshot, 'fields'>): JsonObject {
  return Object.fromEntries(SIGNED_FIELDS.map((name): [string, JsonValue] => [name, fields[name] ?? null]));
}
