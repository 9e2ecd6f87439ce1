import type { Database } from '@colophon/core';
import { newsroomTable } from '../../../apps/newsroom/src/server/objects.ts';
import { piece, tagsOf } from './dataset.ts';

const COLUMNS = `id, type, title, description, body, slug, context, status, state, category, tags, authors, metadata, publish_date, "firstPublishedAt", rev, created_at, updated_at`;
const VALUES = `?, 'article', ?, ?, ?, ?, '', ?, 'active', ?, ?, '[]', ?, ?, ?, 1, ?, ?`;

/** PostgreSQL numbers its parameters. */
function numbered(sql: string): string {
  let number = 0;
  return sql.replaceAll('?', () => `$${(number += 1)}`);
}

/** Inserts articles into Newsroom's own tables in bulk: the setup is not measured. */
export async function insertPieces(database: Database, count: number, bodyBytes: number): Promise<void> {
  // SQLite has triggers that fill its full-text index.
  const { searchColumn } = database.dialect;
  const search = newsroomTable().schema.find(({ name }) => name === 'contents')?.search;
  const sql =
    searchColumn && search
      ? numbered(`INSERT INTO contents (${COLUMNS}, ${searchColumn.name}) VALUES (${VALUES}, ?)`)
      : `INSERT INTO contents (${COLUMNS}) VALUES (${VALUES})`;
  for (let start = 0; start < count; start += 10_000) {
    await database.transaction(async () => {
      for (let index = start; index < Math.min(count, start + 10_000); index += 1) {
        const { id, slug, title, description, body, status, category, createdAt } = piece(index, bodyBytes);
        const [tags, metadata] = [JSON.stringify(tagsOf(index)), JSON.stringify({ desk: `desk ${index % 50}` })];
        const published = status === 'published' ? createdAt : null;
        const parameters = [
          id,
          title,
          description,
          body,
          slug,
          status,
          category,
          tags,
          metadata,
          published,
          published,
          createdAt,
          createdAt,
          ...(searchColumn && search ? [searchColumn.valueOf(search, { title, description, body })] : []),
        ];
        await database.run({ sql, parameters });
      }
    });
  }
  // PostgreSQL does this by itself after a while. SQLite files are never analyzed.
  if (database.dialect.name === 'postgres') await database.run({ sql: 'VACUUM ANALYZE', parameters: [] });
}
