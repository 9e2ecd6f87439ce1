import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@colophon/core';
import { tagSlug } from '@colophon/tags';
import { isMap, stringify } from 'yaml';
import { statedDate } from '../record/publish-date.ts';
import { contentFields } from '../record/content-fields.ts';
import type { FrontMatterText, MarkdownSource } from '../record/markdown-source.ts';
import { COLUMN_NAMES, COLUMN_RULES, type ColumnName, type FrontMatterColumns, isObject, readColumns } from './columns.ts';
import { absentValue, ownFieldsOf, ownText } from '../record/own-fields.ts';
import { MarkdownError } from './markdown-error.ts';
import { type FrontMatterChanges, patchFrontMatter } from './patch-front-matter.ts';
import { postOf, tidyTitle } from './post.ts';
import { readYaml } from './read-yaml.ts';
import { CORRECTION_KEYS, correctionKeys, type StatedCorrection, withoutThose } from './stated-corrections.ts';
import { parseMarkdown, type ParsedMarkdown } from './string-to-content.ts';

/** The data to write: a record, or its public JSON with its body. */
export interface WritableContent extends FrontMatterColumns {
  readonly body: string;
  readonly metadata: JsonObject;
  readonly markdownSource?: MarkdownSource | null;
  readonly firstPublishedAt?: string | null;
  readonly rev?: number;
}

export interface WriteOptions {
  /** Write every column, even if the name of the record's source file already implies it. Default: false. */
  readonly complete?: boolean;
  /** The corrections of the record, in the order of issue. If undefined, those in its source file stay as they are. */
  readonly corrections?: readonly StatedCorrection[] | undefined;
  /** The fields that only the type of the record has. Default: those of its class. */
  readonly own?: OwnValues | undefined;
}

/** The type of a record, its own fields, and their values that are not the default. */
export interface OwnValues {
  readonly type: string;
  readonly fields: ReturnType<typeof ownFieldsOf>;
  readonly text: JsonObject;
}

/** Returns the fields that only the type of a record has, as they are written. */
export function ownValuesOf(record: WritableContent): OwnValues {
  const fields = ownFieldsOf(record);
  return { type: record.type, fields, text: ownText(record) };
}

/** Only a text that means the same in YAML 1.1, with its `yes` and its dates, is unquoted. */
const YAML = { lineWidth: 0, schema: 'core', compat: 'yaml-1.1' } as const;

/**
 * Serializes content as Markdown with YAML front matter, which `stringToContent` reads back.
 *
 * A record that was read from a file is written exactly as that file spelled it; only changes since then are regenerated. The body is
 * written byte for byte. Identifiers, revisions, tenants and timestamps are omitted.
 *
 * @example
 * contentToString(new Content({ title: 'Budget approved', type: 'article', body: 'The council …\n' }));
 * // '---\ntitle: Budget approved\nslug: ""\ntype: article\nstatus: draft\n---\nThe council …\n'
 */
export function contentToString(
  content: WritableContent,
  { complete = false, corrections, own = ownValuesOf(content) }: WriteOptions = {},
): string {
  const source = content.markdownSource;
  if (source && !complete) return rewriteSourceFile(content, source, corrections, own);
  return `---\n${stringify(canonical(content, own, corrections), YAML)}---\n${content.body}`;
}

/** The columns that differ from their defaults, and those that identify the record; then everything unknown. */
function canonical(content: WritableContent, own: OwnValues, corrections: readonly StatedCorrection[] = []): Record<string, JsonValue> {
  const { frontMatter, ...metadata } = content.metadata;
  const unknown = isObject(frontMatter) ? frontMatter : {};
  const frontMatterFields: Record<string, JsonValue> = {};
  for (const column of COLUMN_NAMES) {
    const value = content[column];
    if (value === null || (!ALWAYS.has(column) && isDeepStrictEqual(value, contentFields[column].default))) continue;
    frontMatterFields[column === 'description' && Object.hasOwn(unknown, 'description') ? 'excerpt' : COLUMN_RULES[column].canonical] =
      value;
  }
  Object.assign(frontMatterFields, own.text, correctionKeys(corrections));
  const otherMetadata = isObject(frontMatter) || frontMatter === undefined ? metadata : content.metadata;
  if (Object.keys(otherMetadata).length > 0) frontMatterFields['metadata'] = otherMetadata as JsonObject;
  for (const [name, value] of Object.entries(unknown)) {
    if (
      value !== undefined &&
      !Object.hasOwn(frontMatterFields, name) &&
      (name === 'thumbnailAssetId' || staysUnknown(frontMatterFields, name, value))
    )
      frontMatterFields[name] = value;
  }
  return frontMatterFields;
}

const ALWAYS: ReadonlySet<ColumnName> = new Set(['title', 'slug', 'type', 'status']);

const KNOWN: ReadonlySet<string> = new Set([...Object.values(COLUMN_RULES).flatMap(({ names }) => names), 'metadata', ...CORRECTION_KEYS]);

/** Returns whether a key would still be unknown when the file is read; otherwise it would set an empty column. */
function staysUnknown(fields: Readonly<Record<string, JsonValue>>, name: string, value: JsonValue): boolean {
  if (!KNOWN.has(name)) return true;
  const place = { line: 1, column: 1 };
  const entries = Object.entries({ ...fields, [name]: value }).map(
    ([key, each]) => [key, { value: each, spelled: typeof each === 'object' ? undefined : String(each), place }] as const,
  );
  try {
    return Object.hasOwn(readColumns(new Map(entries)).unknown, name);
  } catch {
    return false;
  }
}

/** Returns the original file, with the changes since then set in its front matter. */
function rewriteSourceFile(
  content: WritableContent,
  source: MarkdownSource,
  corrections: WriteOptions['corrections'],
  own: OwnValues,
): string {
  const { frontMatter } = source;
  const was = parseMarkdown(frontMatter ? `${frontMatter.opening}${frontMatter.yaml}${frontMatter.closing}` : '');
  const changes = changesSince(content, source, was, own);
  // Corrections are never taken back.
  if (corrections && withoutThose(corrections, was.stated.corrections).length > 0)
    for (const [name, value] of Object.entries(correctionKeys(corrections))) changes.set(name, value);
  if (changes.size === 0) return joinParts(frontMatter, frontMatter?.yaml ?? '', content.body);
  if (!frontMatter || !was.document || !isMap(was.document.contents)) {
    const set = [...changes].filter((change): change is [string, JsonValue] => change[1] !== undefined);
    return `---\n${stringify(Object.fromEntries(set), YAML)}---\n${content.body}`;
  }
  const yaml = patchYaml(frontMatter.yaml, was.document, changes) ?? rewriteMapping(was.document, changes);
  return joinParts(frontMatter, yaml, content.body);
}

/** Joins the parts of a file; a closing delimiter at the end of the file gets a line end if a body follows. */
function joinParts(frontMatter: FrontMatterText | null, yaml: string, body: string): string {
  if (!frontMatter) return body;
  const { opening, closing } = frontMatter;
  const lineEnd = body === '' || /[\r\n]$/.test(closing) ? '' : (/\r\n|\n|\r/.exec(opening)?.[0] ?? '\n');
  return `${opening}${yaml}${closing}${lineEnd}${body}`;
}

/** Returns the YAML with the changes and every other character kept, if the result parses as expected. */
function patchYaml(yaml: string, document: NonNullable<ParsedMarkdown['document']>, changes: FrontMatterChanges): string | undefined {
  const result = patchFrontMatter(yaml, document, changes);
  if (result === undefined) return undefined;
  const expected = new Map([...readYaml(yaml).entries].map(([name, { value }]) => [name, value]));
  for (const [name, value] of changes) {
    if (value === undefined) expected.delete(name);
    else expected.set(name, value);
  }
  try {
    const actual = new Map([...readYaml(result).entries].map(([name, { value }]) => [name, value]));
    return isDeepStrictEqual(Object.fromEntries(actual), Object.fromEntries(expected)) ? result : undefined;
  } catch (error) {
    if (error instanceof MarkdownError) return undefined;
    throw error;
  }
}

/** Rewrites the whole mapping; comments and order are kept. */
function rewriteMapping(document: NonNullable<ParsedMarkdown['document']>, changes: FrontMatterChanges): string {
  for (const [name, value] of changes) {
    if (value === undefined) document.delete(name);
    else document.set(name, document.createNode(value));
  }
  const { contents } = document;
  return isMap(contents) && contents.items.length === 0 ? '' : document.toString({ lineWidth: YAML.lineWidth });
}

/** Returns what must be set in the file's front matter to match the record; undefined removes a key. */
function changesSince(
  record: WritableContent,
  source: MarkdownSource,
  was: ParsedMarkdown,
  own: OwnValues,
): Map<string, JsonValue | undefined> {
  // A date that was set by publishing is not written to the file.
  const content = { ...record, publish_date: statedDate(record) };
  const implied = postOf({ ...was, body: content.body }, source.file, (type) =>
    type === own.type && own.fields.length > 0 ? own.fields : undefined,
  );
  const changes = new Map<string, JsonValue | undefined>();
  for (const column of COLUMN_NAMES) {
    const value = content[column];
    const stated = statedValue(column, implied.columns, source, record);
    if (hasSameMeaning(column, value, stated) || isKeptThumbnail(column, content, stated)) continue;
    const name = was.names.get(column) ?? COLUMN_RULES[column].canonical;
    if (column === 'tags') changes.set(name, inSpellingOf(content.tags, was.columns.tags ?? []));
    else if (value === null) changes.set(name, name === 'excerpt' ? '' : undefined);
    else changes.set(name, value);
  }
  if (changes.has(was.names.get('publish_date') ?? 'publish_date') && content.publish_date === null && isDatedByName(source.file))
    changes.set('publish_date', null);
  for (const name of new Set([...Object.keys(own.text), ...Object.keys(implied.own)])) {
    const field = own.fields.find(([each]) => each === name)?.[1];
    const value = own.text[name] ?? (field ? absentValue(field) : null);
    if (!isDeepStrictEqual(value, implied.own[name] ?? null)) changes.set(name, own.text[name] ?? (field?.hasDefault ? value : undefined));
  }
  const { frontMatter: now = {}, ...metadata } = content.metadata;
  const { frontMatter: before = {}, ...metadataBefore } = implied.metadata;
  if (!isDeepStrictEqual(metadata, metadataBefore)) changes.set('metadata', metadata as JsonObject);
  const [unknown, unknownBefore] = [isObject(now) ? now : {}, isObject(before) ? before : {}];
  for (const name of new Set([...Object.keys(unknown), ...Object.keys(unknownBefore)])) {
    if (changes.has(name) || isDeepStrictEqual(unknown[name], unknownBefore[name])) continue;
    if (unknown[name] === undefined || !KNOWN.has(name)) changes.set(name, unknown[name]);
  }
  return changes;
}

/** Returns the value that the file states for a column, as it was imported. */
function statedValue(column: ColumnName, stated: FrontMatterColumns, source: MarkdownSource, record: WritableContent): unknown {
  if (column === 'context') return source.context;
  // A draft that was published here and withdrawn since is not what its file says, which is published.
  const wasWithdrawn = record.status === 'draft' && record.rev !== source.rev && (record.firstPublishedAt ?? null) !== null;
  return column === 'status' && source.asDraft && stated.status === 'published' && !wasWithdrawn ? 'draft' : stated[column];
}

/** Returns whether a thumbnail that did not exist at import is still named by the file, and kept as unknown. */
function isKeptThumbnail(column: ColumnName, { thumbnailAssetId, metadata }: WritableContent, stated: unknown): boolean {
  const { frontMatter } = metadata as { readonly frontMatter?: unknown };
  return column === 'thumbnailAssetId' && thumbnailAssetId === null && isObject(frontMatter) && frontMatter['thumbnailAssetId'] === stated;
}

/** Returns whether the name of a file would restore a date that its record no longer has. */
function isDatedByName(file: string): boolean {
  return postOf(parseMarkdown(''), file).columns.publish_date !== null;
}

/** Returns whether a column and the file's value mean the same. */
function hasSameMeaning(column: ColumnName, value: unknown, stated: unknown): boolean {
  if (column === 'tags') return isDeepStrictEqual(value, slugsOf(stated as readonly string[]));
  if (column === 'title') return tidyTitle(String(value)) === tidyTitle(String(stated));
  // Earlier imports removed the surrounding space.
  if (column === 'description') return value === stated || (typeof stated === 'string' && value === stated.trim());
  return isDeepStrictEqual(value, stated);
}

function slugsOf(tags: readonly string[]): string[] {
  return [...new Set(tags.filter((tag) => tag.trim() !== '').map(tagSlug))];
}

/** Returns the tags in the file's spelling, for those that it contains. */
function inSpellingOf(tags: readonly string[], spelled: readonly string[]): string[] {
  const bySlug = new Map(spelled.map((tag) => [tagSlug(tag), tag]));
  return tags.map((tag) => bySlug.get(tag) ?? tag);
}
