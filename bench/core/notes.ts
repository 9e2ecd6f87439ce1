import { collection, integer, json, list, object, text, datetime, boolean, type Database } from '@colophon/core';

/** The records of core's benchmarks: an article of 2 KB with typical fields. */
export class Note extends object(
  {
    type: text({ default: 'note' }),
    title: text({ required: true, search: 'A' }),
    slug: text({ required: true }),
    context: text({ default: '' }),
    description: text(),
    body: text({ default: '', search: 'D' }),
    status: text({ values: ['draft', 'published'], default: 'draft' }),
    publish_date: datetime(),
    authors: list(text()),
    tags: list(text()),
    metadata: json(),
    words: integer({ default: 0 }),
    featured: boolean({ default: false }),
  },
  { table: 'notes', tenant: true, api: true, unique: [['tenantId', 'context', 'slug']], type: { field: 'type' } },
) {}
export class Notes extends collection(Note) {}

const BODY = 'The council met on Tuesday and agreed to publish what it spends. '.repeat(31);

/** Inserts `count` rows with plain SQL, and returns the keys. */
export async function fill(database: Database, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `0190${index.toString(16).padStart(28, '0')}`);
  const { builder } = database.dialect;
  for (let start = 0; start < count; start += 10_000) {
    await database.transaction(async () => {
      for (let index = start; index < Math.min(count, start + 10_000); index += 1) {
        const stamp = new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString();
        const row = {
          id: keys[index],
          type: 'note',
          title: `Note ${index}`,
          slug: `note-${index}`,
          context: '',
          description: 'What was decided',
          body: BODY,
          status: index % 2 ? 'published' : 'draft',
          publish_date: stamp,
          authors: '["Bo"]',
          tags: index % 10 ? '["news"]' : '["news","money"]',
          metadata: '{"origin":"bench"}',
          words: index,
          featured: database.dialect.encode('boolean', false),
          tenantId: null,
          rev: 1,
          created_at: stamp,
          updated_at: stamp,
        };
        await database.run(builder.insertInto('notes').values(row).compile());
      }
    });
  }
  return keys;
}
