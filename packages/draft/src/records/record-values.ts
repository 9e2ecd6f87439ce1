import { canonicalJson, isPlainObject, type JsonObject, type JsonValue } from '@colophon/contract';
import { FIELD_DEFAULTS, LIST_NAMES, METADATA_PREFIX, TEXT_NAMES } from '../shape/roots.ts';
import { asOneLine, withLineFeeds } from '../shape/storable.ts';
import { type DraftValues, EMPTY_VALUES } from '../shape/values.ts';

/** The links of a record, in the form that a draft has them. */
export type DraftLinks = Pick<DraftValues, 'references' | 'facts' | 'assets'>;

/** What a save writes. */
export interface RecordChanges {
  /** The fields that differ, by name, as a `PATCH` of the record has them. */
  readonly fields: JsonObject;
  readonly references: LinkChanges;
  readonly facts: LinkChanges;
  readonly assets: LinkChanges;
}

export interface LinkChanges {
  /** New links and changed ones, by key. */
  readonly set: JsonObject;
  readonly removed: readonly string[];
}

/**
 * Returns what a draft of a record says at its beginning. Line ends become line feeds and the title one line, as the editor has them;
 * because {@link changesOfRecord} compares with these values, a record whose text nobody changes keeps its bytes.
 *
 * @param fields the fields of the record by name; a missing one has its default
 * @param ownFields the names of own fields of the record's type
 */
export function valuesOfRecord(fields: JsonObject, links: Partial<DraftLinks> = {}, ownFields: readonly string[] = []): DraftValues {
  const values: [string, JsonValue][] = [];
  for (const [name, usual] of [...Object.entries(FIELD_DEFAULTS), ...ownFields.map((own): [string, null] => [own, null])]) {
    const value = fields[name] ?? usual;
    if (isSet(value, usual)) values.push([name, value]);
  }
  const { metadata } = fields;
  if (isPlainObject(metadata))
    for (const [name, value] of Object.entries(metadata)) values.push([METADATA_PREFIX + name, value as JsonValue]);
  return {
    title: asOneLine(textIn(fields, 'title')),
    description: withLineFeeds(textIn(fields, 'description')),
    body: withLineFeeds(textIn(fields, 'body')),
    tags: listIn(fields, 'tags'),
    authors: listIn(fields, 'authors'),
    fields: Object.fromEntries(values),
    references: links.references ?? EMPTY_VALUES.references,
    facts: links.facts ?? EMPTY_VALUES.facts,
    assets: links.assets ?? EMPTY_VALUES.assets,
  };
}

/**
 * Returns what a save of a draft writes into its record: only what differs.
 *
 * @param record the values of the record as it is, from {@link valuesOfRecord}
 * @param draft the values of the draft
 */
export function changesOfRecord(record: DraftValues, draft: DraftValues): RecordChanges {
  const fields: [string, JsonValue][] = [];
  for (const name of TEXT_NAMES)
    if (record[name] !== draft[name]) fields.push([name, name === 'description' && draft[name] === '' ? null : draft[name]]);
  for (const name of LIST_NAMES) if (!equal(record[name], draft[name])) fields.push([name, draft[name]]);
  const names = new Set([...Object.keys(record.fields), ...Object.keys(draft.fields)]);
  let isMetadataChanged = false;
  for (const name of names) {
    const isMember = name.startsWith(METADATA_PREFIX);
    const [before, after] = [fieldIn(record, name), fieldIn(draft, name)];
    if (before === undefined || after === undefined ? before === after : equal(before, after)) continue;
    if (isMember) isMetadataChanged = true;
    else fields.push([name, after ?? null]);
  }
  if (isMetadataChanged) fields.push(['metadata', metadataOf(draft)]);
  return {
    fields: Object.fromEntries(fields),
    references: linkChanges(record.references, draft.references),
    facts: linkChanges(record.facts, draft.facts),
    assets: linkChanges(record.assets, draft.assets),
  };
}

/** Whether a save would write anything. */
export function hasChanges({ fields, references, facts, assets }: RecordChanges): boolean {
  return (
    Object.keys(fields).length > 0 ||
    [references, facts, assets].some(({ set, removed }) => Object.keys(set).length > 0 || removed.length > 0)
  );
}

/** Returns the members of a draft's `metadata` as one object. */
function metadataOf({ fields }: DraftValues): JsonObject {
  const members = Object.entries(fields).filter(([name]) => name.startsWith(METADATA_PREFIX));
  return Object.fromEntries(members.map(([name, value]) => [name.slice(METADATA_PREFIX.length), value]));
}

/** An empty text of a field that may be null is null; undefined is a missing member of `metadata`. */
function fieldIn({ fields }: DraftValues, name: string): JsonValue | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (name.startsWith(METADATA_PREFIX)) return value;
  const usual = Object.hasOwn(FIELD_DEFAULTS, name) ? FIELD_DEFAULTS[name as keyof typeof FIELD_DEFAULTS] : null;
  return value === undefined || !isSet(value, usual) ? usual : value;
}

function isSet(value: JsonValue, usual: JsonValue): boolean {
  return value !== usual && !(value === '' && usual === null);
}

function linkChanges(before: JsonObject, after: JsonObject): LinkChanges {
  const changed = Object.entries(after).filter(([key, value]) => !Object.hasOwn(before, key) || !equal(before[key] ?? null, value));
  return { set: Object.fromEntries(changed), removed: Object.keys(before).filter((key) => !Object.hasOwn(after, key)) };
}

function equal(one: JsonValue, other: JsonValue): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function textIn(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

function listIn(fields: JsonObject, name: string): string[] {
  const value = fields[name];
  return Array.isArray(value) ? [...new Set(value.filter((item): item is string => typeof item === 'string'))] : [];
}
