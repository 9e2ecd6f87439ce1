import type { JsonObject, JsonValue } from '@colophon/core';
import { BODY_FORMATS, CONTENT_STATES, CONTENT_STATUSES } from '../record/content-fields.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { statedLanguage } from '../record/language.ts';
import { foldName, isName } from '../record/names.ts';
import { parseDate } from './dates.ts';
import { MarkdownError } from './markdown-error.ts';
import type { FrontMatterEntries, FrontMatterEntry } from './read-yaml.ts';
import { readStatedCorrections, type StatedCorrections } from './stated-corrections.ts';

/** The columns that front matter can set. */
export type FrontMatterColumns = Pick<
  ContentRecord,
  | 'title'
  | 'slug'
  | 'context'
  | 'type'
  | 'variant'
  | 'status'
  | 'state'
  | 'category'
  | 'tags'
  | 'authors'
  | 'language'
  | 'url'
  | 'source'
  | 'publish_date'
  | 'publishAt'
  | 'unpublishAt'
  | 'description'
  | 'bodyFormat'
  | 'thumbnailAssetId'
>;

export type ColumnName = keyof FrontMatterColumns;

/** The content of front matter: the columns it sets, the keys that set them, and everything else. */
export interface ReadColumns {
  readonly columns: Partial<FrontMatterColumns>;
  readonly names: ReadonlyMap<ColumnName, string>;
  /** The lines of these keys, from 1. */
  readonly lines: ReadonlyMap<ColumnName, number>;
  readonly metadata: JsonObject;
  readonly unknown: JsonObject;
  readonly leftOut: readonly LeftOutKey[];
  /** The corrections of the piece, which are no columns. */
  readonly stated: StatedCorrections;
}

/** A key that can mean nothing but its column, with a value that the column cannot hold: it is kept as unknown, and reported. */
export interface LeftOutKey {
  readonly name: string;
  readonly value: string;
  readonly line: number;
  /** `date_passed`: a scheduled date that has passed; only an import leaves it out. */
  readonly reason: 'not_a_language' | 'date_passed';
}

/** Parses a value for a column; undefined if the value means something else and is kept unchanged. */
type Reader = (entry: FrontMatterEntry, name: string) => JsonValue | undefined;

interface ColumnRule {
  /** The keys that set the column, in order of precedence. */
  readonly names: readonly string[];
  /** The key that is written. */
  readonly canonical: string;
  readonly read: Reader;
  /** Whether a value that cannot be read is a fault of the file, and not a key of another system with the same name. */
  readonly isOurs?: boolean;
}

const rule = (name: string, read: Reader, aliases: readonly string[] = []): ColumnRule => ({
  names: [name, ...aliases],
  canonical: name,
  read,
});

/** The rules of each column in front matter, in the order in which they are written. */
export const COLUMN_RULES: Readonly<Record<ColumnName, ColumnRule>> = {
  title: rule('title', required(text)),
  slug: rule('slug', required(slugText)),
  context: rule('context', text),
  type: rule('type', text),
  variant: rule('variant', name),
  status: rule('status', required(choice(CONTENT_STATUSES))),
  state: rule('state', choice(CONTENT_STATES)),
  category: rule('category', text),
  tags: rule('tags', required(texts)),
  authors: rule('authors', required(texts), ['author']),
  language: { ...rule('language', language), isOurs: true },
  url: rule('url', (entry) => (typeof entry.value === 'string' && /^https?:\/\/\S+$/i.test(entry.value) ? entry.value : undefined)),
  source: rule('source', text),
  publish_date: rule('publish_date', date, ['date']),
  publishAt: rule('publishAt', date),
  unpublishAt: rule('unpublishAt', date),
  description: { names: ['excerpt', 'description'], canonical: 'description', read: text },
  bodyFormat: rule('bodyFormat', choice(BODY_FORMATS)),
  thumbnailAssetId: rule('thumbnailAssetId', text),
};

/** If set to null by its own key, there is no date, even if the file's name contains one. */
const NO_DATE: ColumnName = 'publish_date';

export const COLUMN_NAMES = Object.keys(COLUMN_RULES) as readonly ColumnName[];

/**
 * Reads the columns that front matter sets. A key that sets no column, or has a value that no column can hold, is kept as unknown.
 *
 * @throws MarkdownError for an invalid title, slug, status, date, list or correction, with its position
 */
export function readColumns(entries: FrontMatterEntries): ReadColumns {
  const columns: Record<string, JsonValue> = {};
  const names = new Map<ColumnName, string>();
  const lines = new Map<ColumnName, number>();
  const leftOut: LeftOutKey[] = [];
  for (const column of COLUMN_NAMES) {
    const { names: candidates, read, isOurs = false } = COLUMN_RULES[column];
    for (const name of candidates) {
      const entry = entries.get(name);
      const value = entry && (entry.value !== null ? read(entry, name) : name === NO_DATE ? null : undefined);
      if (isOurs && entry && entry.value !== null && value === undefined) leftOut.push(leftOutKey(name, entry));
      if (value === undefined) continue;
      columns[column] = value;
      names.set(column, name);
      lines.set(column, entry?.place.line ?? 1);
      break;
    }
  }
  if (columns['status'] === undefined && isHeldBack(entries)) columns['status'] = 'draft';
  const metadata = entries.get('metadata')?.value;
  const stated = readStatedCorrections(entries);
  const known = new Set([...names.values(), ...Object.keys(stated.keys)]);
  if (isObject(metadata)) known.add('metadata');
  const unknown = Object.fromEntries([...entries].filter(([name]) => !known.has(name)).map(([name, { value }]) => [name, value]));
  return {
    columns: columns as Partial<FrontMatterColumns>,
    names,
    lines,
    metadata: isObject(metadata) ? metadata : {},
    unknown,
    leftOut,
    stated,
  };
}

const MAXIMUM_SHOWN = 200;

function leftOutKey(name: string, { value, spelled, place }: FrontMatterEntry): LeftOutKey {
  return { name, value: (spelled ?? JSON.stringify(value)).slice(0, MAXIMUM_SHOWN), line: place.line, reason: 'not_a_language' };
}

/** Static site generators hide a piece with `published: false` or `draft: true`. */
function isHeldBack(entries: FrontMatterEntries): boolean {
  return entries.get('published')?.value === false || entries.get('draft')?.value === true;
}

function text({ value, spelled }: FrontMatterEntry): string | undefined {
  return typeof value === 'object' ? undefined : spelled;
}

/** A word that is a valid variant; any other belongs to another system. */
function name(entry: FrontMatterEntry): string | undefined {
  const folded = foldName(text(entry) ?? '');
  return isName(folded) ? folded : undefined;
}

/** A language tag, as it is stored; any other text is not lost, but says nothing here. */
function language(entry: FrontMatterEntry): string | undefined {
  return statedLanguage(text(entry)) ?? undefined;
}

function slugText(entry: FrontMatterEntry): string | undefined {
  const slug = text(entry);
  return slug !== undefined && /^(?!\.{1,2}$)[^\s/\\?#%\p{Cc}]*$/u.test(slug) ? slug : undefined;
}

/** A list of texts, or one text with commas. */
function texts({ value, spelled }: FrontMatterEntry): string[] | undefined {
  if (typeof value === 'string') return value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  if (!Array.isArray(value)) return typeof value === 'object' || spelled === undefined ? undefined : [spelled];
  const items = (value as readonly JsonValue[]).filter((item) => item !== null);
  return items.some((item) => typeof item === 'object') ? undefined : items.map(String);
}

function choice(values: readonly string[]): Reader {
  return ({ value }) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
    return values.includes(word) ? word : undefined;
  };
}

function date({ value, spelled, place }: FrontMatterEntry, name: string): string {
  const timestamp = typeof value === 'object' ? undefined : parseDate(spelled ?? '');
  if (timestamp !== undefined) return timestamp;
  throw new MarkdownError('bad_date', `${name} is not a valid date.`, place, 'Write it as 2026-11-21 or 2026-11-21T10:00:00Z.');
}

/** A value that must not be ignored, since the record would be wrong without it. */
function required(read: Reader): Reader {
  return (entry, name) => {
    const value = read(entry, name);
    if (value !== undefined) return value;
    throw new MarkdownError('bad_value', `${name} is invalid: ${EXPECTED[name] ?? 'it must be a text'}.`, entry.place);
  };
}

const EXPECTED: Readonly<Record<string, string>> = {
  slug: 'it must be one segment of a URL, without spaces or slashes',
  status: `it must be one of ${CONTENT_STATUSES.join(', ')}`,
  tags: 'it must be a list of texts',
  authors: 'it must be a list of names',
  author: 'it must be a name or a list of names',
};

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
