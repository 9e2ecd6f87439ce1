import { hash } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import type { JsonObject, JsonValue } from '@colophon/core';
import type { ContentRecord } from './content-record.ts';
import { ownText, ownTextAmong } from './own-fields.ts';

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

/** Returns the public fields of a record with its current values, and those that only its type has. The values are not copied. */
export function currentText(content: ContentRecord): JsonObject {
  return textIn(content as unknown as Readonly<Record<string, JsonValue | undefined>>, ownText(content));
}

/** Returns the public fields among those of a version. */
export function textOfVersion(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return textIn(fields, ownTextAmong(fields));
}

/** Returns the public fields among other values. An absent field is null. @param own the fields that only its type has */
export function textIn(values: Readonly<Record<string, JsonValue | undefined>>, own: JsonObject): JsonObject {
  return { ...Object.fromEntries(SIGNED_FIELDS.map((name): [string, JsonValue] => [name, values[name] ?? null])), ...own };
}

/** Returns the digest of public fields. It equals `canonicalDigest`, without waiting. */
export function textDigestOf(text: JsonObject): string {
  return `sha256:${hash('sha256', canonicalJson(text), 'hex')}`;
}
