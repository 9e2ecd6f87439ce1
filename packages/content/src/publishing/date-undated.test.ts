import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { newsroomIn } from '../../test/support.ts';
import { Contents } from '../content/contents.ts';
import { sweepContent } from '../work/content-work.ts';

describeOnEveryDatabase('the date of a publication', (open) => {
  let database: Database;
  let contents: Contents;
  beforeAll(async () => {
    database = await open();
    await newsroomIn(database);
    contents = new Contents(database);
  });

  it('is the moment of publishing where nobody gave another one, and lists by date have the piece at once', async () => {
    const dated = await contents.add({ title: 'Old', status: 'published', publish_date: '2020-01-01T12:00:00.000Z' } as never);
    const draft = await contents.add({ title: 'New', slug: 'new' } as never);
    expect(draft.publish_date).toBeNull();
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { publish_date } = await contents.update(draft.id, { status: 'published' });
    expect(Date.parse(publish_date ?? '')).toBeGreaterThanOrEqual(before);
    expect(publish_date).toMatch(/\.000Z$/);
    const { items } = await contents.rows({ where: { status: 'published' }, orderBy: '-publish_date', fields: ['id'] });
    expect(items.map((row) => row['id'])).toEqual([draft.id, dated.id]);
    expect(await contents.update(draft.id, { status: 'archived' })).toMatchObject({ publish_date });
    expect(await contents.update(draft.id, { status: 'published', publish_date: null })).toMatchObject({ publish_date });
    await Promise.all([dated, draft].map(async ({ id }) => (await contents.require(id)).delete()));
  });

  it('is given to what was published before it was set, as soon as content is looked after', async () => {
    const piece = await contents.add({ title: 'Before', status: 'published' } as never);
    const draft = await contents.add({ title: 'Draft' } as never);
    const { builder } = database.dialect;
    await database.run(builder.updateTable('contents').set({ publish_date: null }).where('id', '=', piece.id).compile());
    await sweepContent(database);
    expect(await contents.require(piece.id)).toMatchObject({ publish_date: piece.firstPublishedAt, rev: piece.rev });
    expect((await contents.require(draft.id)).publish_date).toBeNull();
  });
});
