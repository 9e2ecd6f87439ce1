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
    expect(Math.min(...both.map((each) => each.get('tag-0') ?? 0))).toBe(1010);
    await expect.poll(async () => (await countsOf(database, at(14))).get('tag-0')).toBe(1011);
    expect(counted).toBe(1);
    const recent = at(15);
    await countsOf(database, recent);
    await fill(1, 1011);
    const late = at(16);
    expect([(await countsOf(database, late)).get('tag-0'), usedOlderCounts(late)]).toEqual([1011, true]);
    // Not older than a minute.
    expect((await countsOf(database, at(80))).get('tag-0')).toBe(1012);
  });

  it.each([
    ['few', 1],
    ['most', 7],
  ])('count what readers see, if %s pieces are hidden', async (_, hidden) => {
    const other = await open();
    await requireCurrentSchema(other, newsroomTable().schema);
    const { dialect } = other;
    const encoded = (date: string): unknown => dialect.encode('datetime', date);
    const stamp = encoded('2026-01-01T00:00:00.000Z');
    const rev = { rev: 1, created_at: stamp, updated_at: stamp };
    await other.run(
      dialect.builder
        .insertInto('tags')
        .values(['all', 'some', 'none'].map((slug) => ({ slug, name: slug, context: 'global', level: 0, ...rev })))
        .compile(),
    );
    const ways = [
      { status: 'draft' },
      { type: 'mirror' },
      { publish_date: encoded('2027-01-01T00:00:00.000Z') },
      { tenantId: 'another' },
      { tenantId: 'own' },
    ];
    const piece = { title: 'A piece', type: 'article', status: 'published', context: '', body: '', tenantId: null, publish_date: stamp };
    const pieces = Array.from({ length: 50 }, (_piece, index) => ({
      ...piece,
      ...(index % 10 < hidden ? ways[index % ways.length] : {}),
      ...(index === 49 ? { publish_date: null } : {}),
      id: `piece-${index}`,
      slug: `piece-${index}`,
      tags: dialect.encode('list', []),
      ...rev,
    }));
    await other.run(dialect.builder.insertInto('contents').values(pieces).compile());
    const isSeen = (tenantId: string | null) => (each: (typeof pieces)[number]) =>
      each.status === 'published' &&
      each.type === 'article' &&
      (each.publish_date === null || each.publish_date === stamp) &&
      (each.tenantId === null || each.tenantId === tenantId);
    const tagged: Readonly<Record<string, (index: number) => boolean>> = {
      all: () => true,
      some: (index) => index % 3 === 0,
      none: (index) => !isSeen('own')({ ...(pieces[index] ?? pieces[0]!) }),
    };
    const uses = Object.entries(tagged).flatMap(([tag_slug, has]) =>
      pieces.flatMap(({ id }, index) => (has(index) ? [{ content_id: id, tag_slug, created_at: stamp }] : [])),
    );
    await other.run(dialect.builder.insertInto('content_tags').values(uses).compile());
    for (const tenantId of [null, 'own']) {
      const expected = Object.entries(tagged).flatMap(([slug, has]): [string, number][] => {
        const count = pieces.filter((each, index) => has(index) && isSeen(tenantId)(each)).length;
        return count > 0 ? [[slug, count]] : [];
      });
      const now = () => new Date(Date.UTC(2026, 5, 1, 12));
      const counts = await countsOf(other, makeCall({ caller: { ...anonymous(), tenantId }, now }));
      expect(new Map(counts)).toEqual(new Map(expected));
    }
  });
});
