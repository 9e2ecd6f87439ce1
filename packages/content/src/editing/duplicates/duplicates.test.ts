import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../../test/support.ts';
import { Articles } from '../../index.ts';

describeOnEveryDatabase('a copy of a record', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    await newsroom.run('content-governance-assignments.create', {
      as: admin('gazette'),
      input: { contentType: 'article', factLinkingEnabled: true },
    });
  });
  const as = editor('gazette');
  const make = async (id: string, input: object): Promise<string> => String((await newsroom.run(id, { as, input })).value['id']);

  it('is a draft of the caller with the texts, references, facts and pictures of the original, and an address of its own', async () => {
    const target = await make('contents.create', { type: 'note', title: 'Cited' });
    await newsroom.run('contents.mutateVersionAction', { as, key: target, input: {} });
    const fact = await make('facts.create', { statement: 'It rained.', sources: [{ title: 'Report' }] });
    const asset = await make('assets.create', { name: 'a.png', url: 'https://news.example/a.png' });
    const texts = { title: 'Budget', body: 'It *rained*.', tags: ['rain'], authors: ['Ada'], category: 'news', metadata: { a: { b: 1 } } };
    const key = await make('articles.create', { ...texts, url: 'https://news.example/budget', thumbnailAssetId: asset });
    await newsroom.run('contents.attachReference', { as, key, input: { targetId: target, targetVersion: 1 } });
    await newsroom.run('contents.linkFact', { as, key, input: { factId: fact, relationship: 'contradicts' } });
    await newsroom.run('contents.update', { as, key, input: { status: 'published', publish_date: '2026-01-01' } });

    const { value: copy } = await newsroom.run('contents.duplicateAction', { as: contributor('gazette'), key });
    expect(copy).toMatchObject({
      ...texts,
      status: 'draft',
      slug: 'budget-2',
      type: 'article',
      tenantId: 'gazette',
      url: null,
      publish_date: null,
      thumbnailAssetId: asset,
      createdBy: { id: 'carl-gazette' },
      firstPublishedAt: null,
      rev: 1,
    });
    const copied = String(copy['id']);
    expect((await newsroom.run('contents.getReferences', { as, key: copied })).items).toMatchObject([
      { targetId: target, citedVersion: 1 },
    ]);
    expect((await newsroom.run('contents.getFactLinks', { as, key: copied })).items).toMatchObject([
      { factId: fact, relationship: 'contradicts', contentId: copied },
    ]);
    expect((await newsroom.run('contents.getAssets', { as, key: copied })).items).toMatchObject([{ id: asset, relationship: 'thumbnail' }]);
    expect((await newsroom.run('contents.listVersions', { as, key: copied })).count).toBe(0);
    expect((await newsroom.run('contents.get', { as, key })).value).toMatchObject({ status: 'published', slug: 'budget' });
    const article = await new Articles(database).require(key);
    expect((await article.duplicateAction({ title: 'Another' })).slug).toBe('another');
  });

  it('is made by whoever writes drafts, of what they may read in their own tenant', async () => {
    const draft = await make('contents.create', { type: 'note', title: 'Of Edna' });
    const global = String(
      (await newsroom.run('contents.create', { input: { type: 'note', title: 'Global', status: 'published' } })).value['id'],
    );
    const status = async (key: string, caller = as): Promise<number> =>
      (await newsroom.run('contents.duplicateAction', { as: caller, key })).status;
    expect(await status(draft, contributor('gazette', 'cora'))).toBe(200);
    expect(await status(draft, viewer('gazette'))).toBe(403);
    expect(await status(draft, reader('gazette'))).toBe(404);
    expect(await status(draft, admin('herald'))).toBe(404);
    expect(await status(global)).toBe(403);
    expect(await status(global, reader('gazette'))).toBe(401);
    expect((await newsroom.run('contents.duplicateAction', { as, key: draft, input: { title: '' } })).error?.errors[0]?.pointer).toBe(
      '/title',
    );
    expect((await newsroom.run('contents.duplicateAction', { as, key: draft, input: { status: 'published' } })).status).toBe(422);
  });

  it('has a slug of its own, however many are made at once', async () => {
    const key = await make('contents.create', { type: 'note', title: 'Popular' });
    const copies = await Promise.all(Array.from({ length: 10 }, () => newsroom.run('contents.duplicateAction', { as, key })));
    expect(new Set(copies.map(({ value }) => value['slug'])).size).toBe(10);
  });

  it('leaves out links whose other end is gone, or that are not allowed any more', async () => {
    const target = await make('contents.create', { type: 'note', title: 'Will go', status: 'published' });
    const key = await make('articles.create', { title: 'Leaning' });
    const fact = await make('facts.create', { statement: 'It hailed.', sources: [{ title: 'Report' }] });
    await newsroom.run('contents.attachReference', { as, key, input: { targetId: target } });
    await newsroom.run('contents.linkFact', { as, key, input: { factId: fact } });
    await newsroom.run('contents.delete', { as: admin('gazette'), key: target });
    const assignments = await newsroom.run('content-governance-assignments.list', { as: admin('gazette') });
    for (const { id } of assignments.items)
      await newsroom.run('content-governance-assignments.update', {
        as: admin('gazette'),
        key: String(id),
        input: { factLinkingEnabled: false },
      });
    const { value, status } = await newsroom.run('contents.duplicateAction', { as, key });
    expect(status).toBe(200);
    expect((await newsroom.run('contents.getReferences', { as, key: String(value['id']) })).items).toEqual([]);
    expect((await newsroom.run('contents.getFactLinks', { as, key: String(value['id']) })).items).toEqual([]);
  });
});
