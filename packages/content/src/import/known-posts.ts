import type { Database, Row } from '@colophon/core';
import type { MarkdownSource } from '../content/markdown-source.ts';

/** A record that an earlier import made of a file. */
export interface KnownPost {
  readonly id: string;
  readonly rev: number;
  readonly sha256: string;
  /** The revision that the import wrote. */
  readonly importedRev: number;
}

/** The records of a tenant by the file that they were imported from. */
export async function knownPosts(database: Database, tenantId: string | null): Promise<Map<string, KnownPost>> {
  const { builder } = database.dialect;
  const query = builder
    .selectFrom('contents')
    .select(['id', 'rev', 'markdownSource'])
    .where('markdownSource', 'is not', null)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  const known = new Map<string, KnownPost>();
  for (const row of await database.all(query.compile())) {
    const source = database.dialect.decode('json', row['markdownSource']) as MarkdownSource;
    known.set(source.file, { id: String(row['id']), rev: Number(row['rev']), sha256: source.sha256, importedRev: source.rev });
  }
  return known;
}

/** The record that has a slug in a context, as far as an import must know it. */
export async function recordAt(
  database: Database,
  place: { readonly tenantId: string | null; readonly context: string; readonly slug: string },
): Promise<Row | undefined> {
  const query = database.dialect.builder
    .selectFrom('contents')
    .select(['id', 'rev', 'title', 'body', 'publish_date', 'markdownSource'])
    .where('slug', '=', place.slug)
    .where('context', '=', place.context)
    .where('tenantId', place.tenantId === null ? 'is' : '=', place.tenantId);
  return database.first(query.compile());
}
