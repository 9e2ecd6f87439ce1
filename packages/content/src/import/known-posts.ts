import { realpath } from 'node:fs/promises';
import type { Database, Row } from '@colophon/core';
import type { MarkdownSource } from '../record/markdown-source.ts';

/** A record created from a file by an earlier import. */
export interface KnownPost {
  readonly id: string;
  /** Undefined for records imported by versions without named sources. */
  readonly source: string | undefined;
  readonly file: string;
  readonly sha256: string;
}

/** Returns the records of a tenant that were imported from files, from any source. */
export async function knownPosts(database: Database, tenantId: string | null): Promise<KnownPost[]> {
  const { builder } = database.dialect;
  const query = builder
    .selectFrom('contents')
    .select(['id', 'markdownSource'])
    .where('markdownSource', 'is not', null)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .orderBy('id');
  return (await database.all(query.compile())).map((row) => {
    const { source, file, sha256 } = sourceOf(database, row) as MarkdownSource;
    return { id: String(row['id']), source, file, sha256 };
  });
}

/** Returns the source of a row's file. */
export function sourceOf({ dialect }: Database, row: Row): MarkdownSource | null {
  return dialect.decode('json', row['markdownSource']) as MarkdownSource | null;
}

/** A slug with its tenant and context. */
export interface PostPlace {
  readonly tenantId: string | null;
  readonly context: string;
  readonly slug: string;
}

/** Returns the record with a slug in a context, with the fields that an import needs. */
export async function recordAt(database: Database, place: PostPlace): Promise<Row | undefined> {
  const columns = ['id', 'rev', 'title', 'body', 'publish_date', 'firstPublishedAt', 'markdownSource'];
  const query = database.dialect.builder.selectFrom('contents').select(columns);
  return database.first(
    query
      .where('slug', '=', place.slug)
      .where('context', '=', place.context)
      .where('tenantId', place.tenantId === null ? 'is' : '=', place.tenantId)
      .compile(),
  );
}

/**
 * Returns a free number for a context, starting from `from`, by exponential and then binary search: with a thousand posts of one
 * name, a lookup takes about ten queries, not a thousand.
 */
export async function freeContext(database: Database, place: PostPlace, from: number): Promise<{ context: string; number: number }> {
  const contextOf = (number: number): string => (place.context === '' ? String(number) : `${place.context}-${number}`);
  const isTaken = async (number: number): Promise<boolean> => {
    const query = database.dialect.builder
      .selectFrom('contents')
      .select('id')
      .where('slug', '=', place.slug)
      .where('context', '=', contextOf(number))
      .where('tenantId', place.tenantId === null ? 'is' : '=', place.tenantId);
    return (await database.first(query.compile())) !== undefined;
  };
  let lastTaken = from - 1;
  let free = from;
  for (let step = 1; await isTaken(free); step *= 2) {
    lastTaken = free;
    free += step;
  }
  while (free - lastTaken > 1) {
    const middle = (lastTaken + free) >> 1;
    if (await isTaken(middle)) lastTaken = middle;
    else free = middle;
  }
  return { context: contextOf(free), number: free };
}

/** Whether a folder was imported as plain Markdown before. */
export async function isImportedFolder(
  database: Database,
  { dir, source }: { readonly dir: string; readonly source?: string | undefined },
): Promise<boolean> {
  const name = source ?? (await realpath(dir).catch(() => dir));
  const query = database.dialect.builder.selectFrom('contents').select('markdownSource').where('markdownSource', 'is not', null);
  return (await database.all(query.compile())).some((row) => sourceOf(database, row)?.source === name);
}

/** Stores the file of an existing record, without revising the record. */
export async function keepSource(database: Database, id: string, source: MarkdownSource): Promise<void> {
  const encoded = database.dialect.encode('json', source);
  await database.run(database.dialect.builder.updateTable('contents').set({ markdownSource: encoded }).where('id', '=', id).compile());
}
