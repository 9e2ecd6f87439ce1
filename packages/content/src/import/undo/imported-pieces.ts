import type { Database, Row } from '@colophon/core';
import { sourceOf } from '../known-posts.ts';

/** An existing piece that was created by an import. */
export interface ImportedPiece {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly slug: string;
  readonly status: string;
  readonly rev: number;
  /** The revision that the import wrote; a higher one was edited since. */
  readonly importedRev: number;
  /** The row of the imported item; null for a Markdown file, whose source is stored in the record itself. */
  readonly itemRow: string | null;
}

/** A source, with all its possible names. */
export interface ImportedFrom {
  readonly tenantId: string | null;
  readonly names: readonly string[];
}

const AT_ONCE = 200;
const PIECE = ['id', 'type', 'title', 'slug', 'status', 'rev'] as const;

/** Yields the existing pieces that were imported from a source, page by page. */
export async function* importedPieces(database: Database, source: ImportedFrom): AsyncGenerator<ImportedPiece> {
  yield* ofItems(database, source);
  yield* ofFiles(database, source);
}

async function* ofItems(database: Database, { tenantId, names }: ImportedFrom): AsyncGenerator<ImportedPiece> {
  for (let after = ''; ;) {
    const query = database.dialect.builder
      .selectFrom('imported_items as item')
      .innerJoin('contents as content', 'content.id', 'item.contentId')
      .select(PIECE.map((name) => `content.${name} as ${name}` as const))
      .select(['item.id as itemRow', 'item.recordRev as importedRev'])
      .where('item.kind', '=', 'content')
      .where('item.site', 'in', names)
      .where('item.tenantId', tenantId === null ? 'is' : '=', tenantId)
      .where('content.status', '!=', 'deleted')
      .where('item.id', '>', after)
      .orderBy('item.id')
      .limit(AT_ONCE);
    const rows = await database.all(query.compile());
    for (const row of rows) yield { ...pieceOf(row), importedRev: Number(row['importedRev']), itemRow: String(row['itemRow']) };
    if (rows.length < AT_ONCE) return;
    after = String(rows.at(-1)?.['itemRow']);
  }
}

async function* ofFiles(database: Database, { tenantId, names }: ImportedFrom): AsyncGenerator<ImportedPiece> {
  for await (const row of rowsOfFiles(database, tenantId)) {
    const file = sourceOf(database, row);
    if (file && row['status'] !== 'deleted' && names.includes(file.source ?? ''))
      yield { ...pieceOf(row), importedRev: file.rev, itemRow: null };
  }
}

/** Yields the rows of all records that were imported from Markdown files, deleted ones included, page by page. */
async function* rowsOfFiles(database: Database, tenantId: string | null): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const query = database.dialect.builder
      .selectFrom('contents')
      .select([...PIECE, 'markdownSource'])
      .where('markdownSource', 'is not', null)
      .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE);
    const rows = await database.all(query.compile());
    yield* rows;
    if (rows.length < AT_ONCE) return;
    after = String(rows.at(-1)?.['id']);
  }
}

function pieceOf(row: Row): Omit<ImportedPiece, 'importedRev' | 'itemRow'> {
  const of = (name: string): string => (row[name] as string | null | undefined) ?? '';
  return { id: of('id'), type: of('type'), title: of('title'), slug: of('slug'), status: of('status'), rev: Number(row['rev']) };
}

/** Returns the number of existing files from a source. */
export async function countFilesOf(database: Database, { tenantId, names }: ImportedFrom): Promise<number> {
  const query = database.dialect.builder
    .selectFrom('imported_items')
    .select((each) => each.fn.countAll().as('count'))
    .where('site', 'in', names)
    .where('assetId', 'is not', null)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  return Number((await database.first(query.compile()))?.['count'] ?? 0);
}

/** Returns the import sources of a tenant. */
export async function knownSources(database: Database, tenantId: string | null): Promise<string[]> {
  const items = database.dialect.builder
    .selectFrom('imported_items')
    .select('site')
    .distinct()
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .orderBy('site');
  const sites = new Set((await database.all(items.compile())).map((row) => String(row['site'])));
  for await (const row of rowsOfFiles(database, tenantId)) sites.add(sourceOf(database, row)?.source ?? '');
  sites.delete('');
  return [...sites];
}
