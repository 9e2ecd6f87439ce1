import { readFile } from 'node:fs/promises';
import { MalformedError } from '@colophon/core';
import { encodingOfFile, TextDecoding } from '../site/decode-text.ts';
import type { EarlyEnd, ItemProblem } from '../site/import-report.ts';
import { siteAddress } from '../site/site-address.ts';
import { type GhostData, type GhostRow, textOf } from './ghost-data.ts';
import { salvageJson } from './salvage-json.ts';

/** The placeholder for the address of the site in an export. */
export const SITE_MARK = '__GHOST_URL__';

/**
 * Reads an export of Ghost, versions 2 to 5.
 *
 * @param site the address of the site
 * @throws MalformedError `not_an_export`, or `site_required` if its URLs lack the site and `site` is missing
 */
export async function readGhost(file: string, site: string | undefined): Promise<GhostData> {
  const bytes = await readFile(file);
  const encoding = await encodingOfFile(file);
  const decoding = new TextDecoding(encoding);
  const text = decoding.decode(bytes) + decoding.decode();
  const address = addressOf(text, site);
  const { value, endedEarly } = parsed(text);
  const databases = listOf(valueOf(value, 'db'));
  const database = valueOf(databases[0]) ?? valueOf(value);
  const data = valueOf(valueOf(database, 'data'));
  if (!data || !Array.isArray(data['posts'])) throw notAnExport();
  const problems: ItemProblem[] = [];
  const rows = (table: string): GhostRow[] =>
    listOf(data[table]).flatMap((row, index) => {
      const known = valueOf(row);
      if (known) return [withSite(known as GhostRow, address)];
      problems.push({ id: `${table}[${index}]`, type: table, title: '', code: 'not_a_row', message: `${table}[${index}] is not a row.` });
      return [];
    });
  for (const [index, each] of databases.slice(1).entries()) {
    const count = listOf(valueOf(valueOf(each), 'data')?.['posts']).length;
    const message = `db[${index + 1}] is a second site with ${count} posts: an export contains one.`;
    problems.push({ id: `db[${index + 1}]`, type: 'db', title: '', code: 'second_site', message });
  }
  const meta = valueOf(valueOf(database, 'meta'));
  const posts = rows('posts');
  return {
    version: meta ? textOf(meta, 'version') || null : null,
    address,
    posts,
    hasOwnIds: posts.every(isOfOneSite),
    tags: new Map(rows('tags').map((row) => [textOf(row, 'id'), row])),
    users: new Map(rows('users').map((row) => [textOf(row, 'id'), row])),
    tagsOf: joined(rows('posts_tags'), 'tag_id'),
    authorsOf: joined(rows('posts_authors'), 'author_id'),
    descriptionOf: new Map(rows('posts_meta').map((row) => [textOf(row, 'post_id'), textOf(row, 'meta_description')])),
    codeInjection: rows('settings').filter(
      (row) => /^(?:codeinjection_|ghost_)(?:head|foot)$/.test(textOf(row, 'key')) && textOf(row, 'value') !== '',
    ).length,
    characters: { unreadable: decoding.unreadable, lostBefore: decoding.lostBefore, isMislabelled: encoding.isMislabelled },
    problems,
    endedEarly,
  };
}

/** Parses the file; of a damaged one, everything before the damage. */
function parsed(text: string): { value: unknown; endedEarly: EarlyEnd | null } {
  try {
    return { value: JSON.parse(text), endedEarly: null };
  } catch (error) {
    const { message } = error as Error;
    const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? text.length);
    const salvaged = salvageJson(text.slice(0, position));
    if (!salvaged) throw notAnExport(error);
    const { value, line } = salvaged;
    if (position >= text.trimEnd().length)
      return { value, endedEarly: { code: 'cut_short', message: 'The file ends inside its data.', line } };
    return { value, endedEarly: { code: 'not_well_formed', message: `The file is not valid JSON from here on: ${message}.`, line } };
  }
}

/** Ghost gives a post an id that no other site uses; converters from other systems number them from 1. */
function isOfOneSite(row: GhostRow): boolean {
  return !/^\d{0,20}$/.test(textOf(row, 'id')) || textOf(row, 'uuid') !== '';
}

/** @throws MalformedError `site_required` or `bad_site` */
function addressOf(text: string, site: string | undefined): string {
  if (site !== undefined) return siteAddress(site);
  if (!text.includes(SITE_MARK)) return '';
  throw new MalformedError(`The URLs in the export begin with the placeholder ${SITE_MARK} instead of the address of the site.`, {
    code: 'site_required',
    hint: 'Specify the address of the site: --site https://blog.example.',
  });
}

function withSite(row: GhostRow, address: string): GhostRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll(SITE_MARK, address) : value]),
  );
}

/** Returns the related ids in a join table, by post and in sort order. */
function joined(rows: readonly GhostRow[], column: string): Map<string, string[]> {
  const sorted = rows.toSorted((a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0));
  const relatedIds = new Map<string, string[]>();
  for (const row of sorted) {
    const post = textOf(row, 'post_id');
    relatedIds.set(post, [...(relatedIds.get(post) ?? []), textOf(row, column)]);
  }
  return relatedIds;
}

function notAnExport(cause?: unknown): MalformedError {
  return new MalformedError('The file is not a Ghost export: it contains no list of posts.', {
    code: 'not_an_export',
    hint: 'Create one in Ghost under Settings, Migration tools, Export.',
    cause,
  });
}

function valueOf(value: unknown, name?: string): Record<string, unknown> | undefined {
  const section: unknown = name === undefined ? value : isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isRecord(section) || (name !== undefined && Array.isArray(section)) ? (section as Record<string, unknown>) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
