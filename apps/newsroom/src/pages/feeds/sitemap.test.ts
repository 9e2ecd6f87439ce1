import { anonymous, type Database, makeCall, requireCurrentSchema, type Statement } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { expect, it } from 'vitest';
import { newsroomTable } from '../../server/objects.ts';
import { sitemapIndex, sitemapOfPieces } from './sitemap.ts';

const PIECES = 3000;

describeOnEveryDatabase('the sitemaps of a site', (open, dialect) => {
  it('are read in the order of the key: no page of them sorts all pieces', async () => {
    const database = await open();
    await requireCurrentSchema(database, newsroomTable().schema);
    await fill(database);
    await database.analyze();
    const statements: Statement[] = [];
    const noting = new Proxy(database, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]): unknown => {
          if (name === 'all' || name === 'first') statements.push(given[0] as Statement);
          return member.apply(target, given);
        };
      },
    });
    const call = makeCall({ caller: anonymous(), now: () => new Date('2026-06-01T00:00:00.000Z') });
    const options = { database: noting, baseUrl: 'https://news.example', name: 'News' };
    const text = await sitemapOfPieces(call, '', options).text();
    // Every tenth is a draft.
    expect(text.match(/<url>/g)).toHaveLength((PIECES / 10) * 9);
    expect((await sitemapIndex(call, options).text()).match(/pieces\.xml/g)).toHaveLength(1);
    const reads = statements.filter(({ sql }) => sql.includes('from "contents"'));
    expect(reads.length).toBeGreaterThanOrEqual(4);
    for (const { sql, parameters } of reads) {
      const plan = await database.all({ sql: `${dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${sql}`, parameters });
      const steps = plan.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
      expect(steps).toMatch(dialect === 'sqlite' ? /SEARCH contents USING INDEX \w+ \(id>\?\)/ : /Index Scan using contents_pkey/);
      expect(steps).not.toMatch(/sort|b-tree/i);
    }
  });
});

async function fill(database: Database): Promise<void> {
  const { builder } = database.dialect;
  const stamp = database.dialect.encode('datetime', '2026-01-01T00:00:00.000Z');
  const tags = database.dialect.encode('list', []);
  for (let start = 0; start < PIECES; start += 100) {
    const rows = Array.from({ length: 100 }, (_, at) => {
      const id = `piece-${String(start + at).padStart(6, '0')}`;
      const status = at % 10 === 0 ? 'draft' : 'published';
      const own = { id, title: id, slug: id, status, publish_date: status === 'draft' ? null : stamp };
      return { ...own, type: 'article', context: '', body: 'Words. '.repeat(40), tags, rev: 1, created_at: stamp, updated_at: stamp };
    });
    await database.run(builder.insertInto('contents').values(rows).compile());
  }
}
