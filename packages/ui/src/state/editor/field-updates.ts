import { isPlainObject } from '@colophon/base';
import { type Fields, same } from '../fields.ts';
import { answeredText, mergeTexts } from '../merge/three-way.ts';
import type { Json, JsonObject } from '../records.ts';
import { languageTag } from '../text/language-tag.ts';
import type { FieldName, FormFields } from './form.ts';

/** The fields that an assistant may write by default. */
export const ASSISTANT_FIELDS: readonly FieldName[] = ['title', 'description', 'body', 'category', 'tags', 'language'];

/** The fields that no assistant may write, whatever the host allows: responsibility, address, status and dates. */
const NEVER = new Set<string>([
  'status',
  'state',
  'type',
  'slug',
  'context',
  'publish_date',
  'publishAt',
  'unpublishAt',
  'authors',
  'metadata',
  'thumbnailAssetId',
]);

const LONGEST: Partial<Record<FieldName, number>> = {
  title: 1000,
  description: 20_000,
  body: 1_000_000,
  category: 500,
  language: 35,
  source: 1000,
  url: 2000,
  variant: 200,
};

/** New values by field. */
export type FieldUpdates = Fields;

/** The source of updates. */
export interface UpdateSource {
  readonly proposalId?: string;
  /** The values that they are based on: later edits of the user are kept. */
  readonly base?: FieldUpdates;
  /** The model that generated them. */
  readonly model?: string;
}

/** The updates that can be applied to the current form. */
export interface CheckedUpdates {
  readonly changes: Fields;
  readonly refused: readonly { readonly field: string; readonly reason: string }[];
}

/** Separates updates that can be applied from those that cannot; none is dropped silently. */
export function checkUpdates(updates: FieldUpdates, form: FormFields, allowed: readonly string[], base: FieldUpdates = {}): CheckedUpdates {
  const changes: Record<string, Json> = {};
  const refused: { field: string; reason: string }[] = [];
  for (const [field, value] of Object.entries(updates)) {
    const reason = reasonAgainst(field, value, allowed);
    if (reason !== null) {
      refused.push({ field, reason });
      continue;
    }
    const stands = (form[field as FieldName] ?? null) as Json;
    const carried = Object.hasOwn(base, field) ? carry(base[field] ?? null, stands, value) : value;
    if (carried === undefined) refused.push({ field, reason: 'changed_since' });
    else if (!same(carried, stands)) changes[field] = carried;
  }
  return { changes, refused };
}

/** Returns the metadata with the use of a model disclosed. */
export function withAiDisclosed(metadata: JsonObject, model: string | undefined): JsonObject {
  const generation = metadata['generation'];
  const known = isPlainObject(generation) ? generation : {};
  return { ...metadata, generation: { ...known, aiAssisted: true, ...(model !== undefined && { model }) } };
}

function reasonAgainst(field: string, value: Json, allowed: readonly string[]): string | null {
  if (NEVER.has(field) || !allowed.includes(field)) return 'not_offered';
  if (field === 'tags') return Array.isArray(value) && value.length <= 200 && value.every(isTag) ? null : 'wrong_type';
  if (value === null) return field === 'title' || field === 'body' ? 'wrong_type' : null;
  if (typeof value !== 'string') return 'wrong_type';
  if (value.length > (LONGEST[field as FieldName] ?? 1000)) return 'too_long';
  if (field === 'title' && value.trim() === '') return 'empty';
  if (field === 'language' && value !== '' && languageTag(value) === undefined) return 'no_such_language';
  return value.isWellFormed() && !value.includes('\0') ? null : 'not_text';
}

function isTag(value: Json): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200;
}

/** Rebases a proposal on later edits; undefined if both changed the same words. */
function carry(base: Json, stands: Json, proposed: Json): Json | undefined {
  if (same(base, stands)) return proposed;
  if (typeof base !== 'string' || typeof stands !== 'string' || typeof proposed !== 'string') return undefined;
  return answeredText(mergeTexts(base, stands, proposed), []);
}
