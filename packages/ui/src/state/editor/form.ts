import { isPlainObject } from '@colophon/base';
import { type Fields, same } from '../fields.ts';
import type { ContentRecord, Json } from '../records.ts';

/** The fields of a piece that people write. */
export const FIELD_NAMES = [
  'type',
  'variant',
  'title',
  'description',
  'body',
  'bodyFormat',
  'slug',
  'context',
  'status',
  'state',
  'category',
  'tags',
  'authors',
  'language',
  'url',
  'source',
  'publish_date',
  'publishAt',
  'unpublishAt',
  'metadata',
  'thumbnailAssetId',
] as const satisfies readonly (keyof ContentRecord)[];

export type FieldName = (typeof FIELD_NAMES)[number];

/** The fields that are of the record alone: a draft does not have them. */
export const RECORD_FIELDS = ['type', 'status', 'publishAt', 'unpublishAt'] as const satisfies readonly FieldName[];

/** Whether a field is of the record alone. */
export function isRecordField(name: FieldName): boolean {
  return (RECORD_FIELDS as readonly FieldName[]).includes(name);
}

/** The values of the form. */
export type FormFields = Pick<ContentRecord, FieldName>;

/** Optional texts: an empty one is saved as null. */
const NULLABLE = new Set<FieldName>([
  'variant',
  'description',
  'category',
  'language',
  'url',
  'source',
  'publish_date',
  'publishAt',
  'unpublishAt',
  'thumbnailAssetId',
]);

const EMPTY: FormFields = {
  type: 'article',
  variant: null,
  title: '',
  description: null,
  body: '',
  bodyFormat: 'markdown',
  slug: '',
  context: '',
  status: 'draft',
  state: 'active',
  category: null,
  tags: [],
  authors: [],
  language: null,
  url: null,
  source: null,
  publish_date: null,
  publishAt: null,
  unpublishAt: null,
  metadata: {},
  thumbnailAssetId: null,
};

/** Returns the form of a record, or of a new article. Missing members and those of another type have the values of a new one. */
export function formOf(record?: Partial<ContentRecord> | null): FormFields {
  const given = Object.fromEntries(FIELD_NAMES.flatMap((name) => (isOfItsType(name, record?.[name]) ? [[name, record?.[name]]] : [])));
  return Object.freeze({ ...EMPTY, ...given }) as FormFields;
}

function isOfItsType(name: FieldName, value: unknown): boolean {
  const usual: unknown = EMPTY[name];
  if (Array.isArray(usual)) return Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (name === 'metadata') return isPlainObject(value);
  return typeof value === 'string' || (value === null && usual === null);
}

/** Converts a value to the one that is saved. */
export function savedValue(name: FieldName, value: Json): Json {
  return value === '' && NULLABLE.has(name) ? null : value;
}

/** Returns the fields that differ from the opened record, as they are saved. The type of a stored piece never changes. */
export function changedFields(base: FormFields | null, form: FormFields): Fields {
  const opened = base ?? EMPTY;
  const names = FIELD_NAMES.filter((name) => base === null || name !== 'type');
  const changed = names.filter((name) => !same(savedValue(name, opened[name]), savedValue(name, form[name])));
  if (base === null && !changed.includes('type')) changed.unshift('type');
  return Object.fromEntries(changed.map((name) => [name, savedValue(name, form[name])]));
}

/** Whether a form holds no input besides what a new piece begins with: such a piece is not created. */
export function isBlank(form: FormFields, defaults: Partial<FormFields> = {}): boolean {
  const empty = { ...EMPTY, ...defaults };
  return FIELD_NAMES.every((name) => name === 'type' || same(savedValue(name, form[name]), savedValue(name, empty[name])));
}
