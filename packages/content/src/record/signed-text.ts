import { hash } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import type { JsonObject, JsonValue } from '@colophon/core';
import type { ContentRecord } from './content-record.ts';

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

/** Returns the public fields of a record with its current values. The values are not copied. */
export function currentText(content: ContentRecord): JsonObject {
  return textIn(content as unknown as Readonly<Record<string, JsonValue | undefined>>);
}

/** Returns the public fields among other values, such as those of a version. An absent field is null. */
export function textIn(values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(SIGNED_FIELDS.map((name): [string, JsonValue] => [name, values[name] ?? null]));
}

/** Returns the digest of public fields. It equals `canonicalDigest`, without waiting. */
export function textDigestOf(text: JsonObject): string {
  return `sha256:${hash('sha256', canonicalJson(text), 'hex')}`;
}
