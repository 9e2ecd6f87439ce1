import { slugify } from '@colophon/tags';
import type { Field, JsonObject, JsonValue } from '@colophon/core';
import { contentFields } from '../record/content-fields.ts';
import { absentValue, isText } from '../record/own-fields.ts';
import { foldName } from '../record/names.ts';
import { COLUMN_NAMES, type FrontMatterColumns } from './columns.ts';
import { metadataOf, type ParsedMarkdown } from './string-to-content.ts';

/** The record for a file in a folder: from its front matter, its name and its path. */
export interface Post {
  readonly columns: FrontMatterColumns;
  /** The fields that only its type has: their values, or those of a record without them. */
  readonly own: JsonObject;
  readonly metadata: JsonObject;
  readonly body: string;
  /** The day in the file's name, else the day of the date in its front matter; null without either. */
  readonly day: string | null;
}

/** Types that front matter can set; any other word is kept as unknown, and the record is an article. */
const TYPES = new Set(['content', 'article', 'document', 'mirror']);

const NAME = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})-)?(.+)$/s;

/**
 * Returns the record for a Markdown file: an article, published, with the values of its front matter. Missing values come from the file:
 * the slug and the date from its name, the title from its first heading or its name.
 *
 * @param file the path inside the folder, with `/`
 * @param ownFieldsOfType returns the fields that only a type has; undefined for a type that has no class
 */
export function postOf(parsed: ParsedMarkdown, file: string, ownFieldsOfType: OwnFieldsOfType = () => undefined): Post {
  const { columns: columnsStated, body } = parsed;
  const name = nameOf(file);
  const columns = Object.fromEntries(COLUMN_NAMES.map((column) => [column, defaultOf(column)])) as unknown as FrontMatterColumns;
  Object.assign(columns, { type: 'article', status: 'published', publish_date: name.day && `${name.day}T00:00:00.000Z` }, columnsStated);
  const statedType = columns.type;
  columns.type = foldName(statedType);
  const ownFields = ownFieldsOfType(columns.type);
  const { own, unknown } = takeOwn(ownFields ?? [], parsed.unknown);
  let metadata = metadataOf({ metadata: parsed.metadata, unknown });
  if (!ownFields && !TYPES.has(columns.type)) {
    metadata = metadataOf({ metadata: parsed.metadata, unknown: { ...parsed.unknown, type: statedType } });
    columns.type = 'article';
  }
  if (!columns.slug) columns.slug = name.slug;
  columns.title = tidyTitle(columnsStated.title ?? '') || tidyTitle(headingOf(body)) || name.words;
  return { columns, own, metadata, body, day: name.day ?? columns.publish_date?.slice(0, 10) ?? null };
}

/** The fields that only a type has. */
type OwnFields = readonly (readonly [string, Field])[];
export type OwnFieldsOfType = (type: string) => OwnFields | undefined;

/** Returns the values of own fields in a front matter. A key with a value that its field cannot hold stays unknown. */
function takeOwn(fields: OwnFields, given: JsonObject): { own: JsonObject; unknown: JsonObject } {
  const own: Record<string, JsonValue> = {};
  const unknown: Record<string, JsonValue | undefined> = { ...given };
  for (const [name, field] of fields) {
    if (!isText(field)) continue;
    const read = Object.hasOwn(given, name) ? field.schema.safeParse(given[name]) : undefined;
    own[name] = read?.success ? (read.data as JsonValue) : absentValue(field);
    if (read?.success) delete unknown[name];
  }
  return { own, unknown: unknown as JsonObject };
}

function defaultOf(column: keyof FrontMatterColumns): unknown {
  const field = contentFields[column];
  return field.hasDefault ? structuredClone(field.default) : null;
}

/** Normalizes a title to one line without surrounding space: in YAML titles can span several lines. */
export function tidyTitle(title: string): string {
  return title.trim().replaceAll(/\s*[\r\n]\s*/g, ' ');
}

function headingOf(body: string): string {
  return /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/m.exec(body)?.[1] ?? '';
}

interface FileName {
  readonly day: string | null;
  readonly slug: string;
  readonly words: string;
}

/** `2014-03-12-coming-soon.md` is a day and a slug; `coming-soon/index.md`, or `_index.md`, is named after its folder. */
function nameOf(file: string): FileName {
  const segments = file.split('/');
  const last = (segments.pop() ?? '').replace(/\.[^.]*$/, '');
  const base = /^_?index$/i.test(last) ? (segments.pop() ?? last.replace(/^_/, '')) : last;
  const [, year, month, day, slugPart = base] = NAME.exec(base) ?? [];
  const date = year === undefined ? null : dayOf(Number(year), Number(month), Number(day));
  const words = date === null ? base : slugPart;
  return { day: date, slug: segmentOf(words), words: words.replaceAll(/[-_\s]+/g, ' ').trim() || words };
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

/** Returns the name unchanged if it is valid in a URL, including capitals and underscores; else a slug derived from it. */
function segmentOf(words: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._~-]*$/u.test(words) && words.length <= 200 ? words.normalize('NFC') : slugify(words);
}
