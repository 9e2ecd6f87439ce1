import type { JsonObject, JsonValue } from '@colophon/core';
import type { Snapshot } from '../versions/snapshot.ts';

/** The fields that readers get of a piece, and that a signature covers. How it is scheduled, shown and indexed is not among them. */
const SIGNED_FIELDS = [
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

/** The public fields of a version, as they are signed. They are taken from what was frozen, never from the record as it stands. */
export function signedText({ fields }: Snapshot): JsonObject {
  return Object.fromEntries(SIGNED_FIELDS.map((name): [string, JsonValue] => [name, fields[name] ?? null]));
}
