import type { Database } from '@colophon/core';
import { newsroomTable } from '../../apps/newsroom/src/server/objects.ts';
import { piece } from '../rest/servers/dataset.ts';

const COLUMNS = [
  'id',
  'type',
  'title',
  'description',
  'body',
  'slug',
  'context',
  'status',
  'state',
  'category',
  'tags',
  'authors',
  'metadata',
  'publish_date',
  'firstPublishedAt',
  'tenantId',
  'rev',
  'created_at',
  'updated_at',
];
const BODY_BYTES = 2048;
const TRANSACTION = 10_000;

/** The tenant of a few pieces. */
export const SMALL_TENANT = 'small';

/**
 * Inserts articles whose columns are skewed: 98 of 100 are published, one is a draft, one is deleted; one tag is on half of them, one on a
 * tenth, one on three; twenty belong to a tenant; nearly all are active; a sixth of the categories have nearly all pieces.
 */
export async function fillSkewed(database: Database, count: number): Promise<void> {
  const { searchColumn, name } = database.dialect;
  const search = newsroomTable().schema.find((each) => each.name === 'contents')?.search;
  const columns = searchColumn && search ? [...COLUMNS, searchColumn.name] : COLUMNS;
  const sql = `INSERT INTO contents (${columns.map((each) => `"${each}"`).join()}) VALUES (${columns.map((_, at) => (name === 'postgres' ? `$${at + 1}` : '?')).join()})`;
  for (let start = 0; start < count; start += TRANSACTION) {
    await database.transaction(async () => {
      for (let index = start; index < Math.min(count, start + TRANSACTION); index += 1) {
        const values = valuesOf(index, count);
        const text = { title: values[2], description: values[3], body: values[4] };
        await database.run({ sql, parameters: searchColumn && search ? [...values, searchColumn.valueOf(search, text)] : values });
      }
    });
  }
}

function valuesOf(index: number, count: number): unknown[] {
  const { id, slug, title, description, body, createdAt } = piece(index, BODY_BYTES);
  const status = index % 100 === 0 ? 'draft' : index % 100 === 1 ? 'deleted' : 'published';
  const published = status === 'published' ? createdAt : null;
  const tags = [
    ...(index % 2 === 0 ? ['common'] : []),
    ...(index % 10 === 3 ? ['frequent'] : []),
    ...(index % Math.floor(count / 3) === 17 ? ['rare'] : []),
  ];
  const category = index % 500 === 2 ? 'sport' : 'news';
  const tenant = index % Math.floor(count / 20) === 5 ? SMALL_TENANT : null;
  const state = index % 40_000 === 2 ? 'highlighted' : 'active';
  const metadata = { desk: `desk ${index % 50}`, ...(index % 1000 === 7 ? { lot: index } : {}) };
  return [
    id,
    'article',
    title,
    description,
    body,
    slug,
    '',
    status,
    state,
    category,
    JSON.stringify(tags),
    '[]',
    JSON.stringify(metadata),
    published,
    published,
    tenant,
    1,
    createdAt,
    createdAt,
  ];
}
