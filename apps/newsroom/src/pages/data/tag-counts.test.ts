import { anonymous, type Call, type Database, makeCall, requireCurrentSchema } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { newsroomTable } from '../../server/objects.ts';
import { countsOf, usedOlderCounts } from './tag-counts.ts';
import { readTagTree } from './tags.ts';

const TAGS = 20;

describeOnEveryDatabase('the topics of a site with many pieces', (open) => {
  let database: Database;
  let counted = 0;
  beforeAll(async () => {
    const opened = await open();
    await requireCurrentSchema(opened, newsroomTable().schema);
    database = new Proxy(opened, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]): unknown => {
          if (name === 'all' && /count\(\*\)/i.test((given[0] as { sql: string }).sql)) counted += 1;
          return member.apply(target, given);
        };
      },
    });
  });

  const at = (seconds: number): Call => makeCall({ caller: anonymous(), now: () => new Date(Date.UTC(2026, 5, 1, 12, 0, seconds)) });
  const fill = async (pieces: number, from: number): Promise<void> => {
    const { builder } = database.dialect;
    const stamp = database.dialect.encode('datetime', '2026-01-01T00:00:00.000Z');
    for (let start = from; start < from + pieces; start += 100) {
      const ids = Array.from({ length: Math.min(100, from + pieces - start) }, (_, index) => `piece-${start + index}`);
      const content = ids.map((id) => ({
        id,
        title: id,
        slug: id,
        type: 'article',
        status: 'published',
        context: '',
        body: '',
        tags: database.dialect.encode('list', []),
        rev: 1,
        created_at: stamp,
        updated_at: stamp,
      }));
      await database.run(builder.insertInto('contents').values(content).compile());
      const uses = ids.flatMap((id) =>
        Array.from({ length: TAGS }, (_, tag) => ({ content_id: id, tag_slug: `tag-${tag}`, created_at: stamp })),
      );
      await database.run(builder.insertInto('content_tags').values(uses).compile());
    }
  };

  it('are counted anew for each request while that is quick, and then at most every ten seconds', async () => {
    const stamp = database.dialect.encode('datetime', '2026-01-01T00:00:00.000Z');
    const tags = Array.from({ length: TAGS }, (_, tag) => ({
      slug: `tag-${tag}`,
      name: `Tag ${tag}`,
      context: 'global',
      level: 0,
      rev: 1,
      created_at: stamp,
      updated_at: stamp,
    }));
    await database.run(database.dialect.builder.insertInto('tags').values(tags).compile());
    await fill(10, 0);
    for (const second of [0, 1]) expect((await readTagTree(database, at(second)))[0]?.count).toBe(10);
    expect(counted).toBe(2);
    await fill(1000, 10);
    expect((await countsOf(database, at(2))).get('tag-0')).toBe(1010);
    await fill(1, 1010);
    counted = 0;
    for (const second of [3, 5, 11]) expect((await readTagTree(database, at(second)))[0]?.count).toBe(1010);
    expect(counted).toBe(0);
    // Shown once more while it is counted again, once for all who ask; the last to ask may find it counted already.
    const both = await Promise.all([countsOf(database, at(13)), countsOf(database, at(13))]);
    expect([Math.min(...both.map((each) => each.get('tag-0') ?? 0)), counted]).toEqual([1010, 1]);
    await expect.poll(async () => (await countsOf(database, at(14))).get('tag-0')).toBe(1011);
    const recent = at(15);
    await countsOf(database, recent);
    await fill(1, 1011);
    const late = at(16);
    expect([(await countsOf(database, late)).get('tag-0'), usedOlderCounts(late)]).toEqual([1011, true]);
    // Not older than a minute.
    expect((await countsOf(database, at(80))).get('tag-0')).toBe(1012);
  });
});
