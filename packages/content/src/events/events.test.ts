import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { admin, type Newsroom, newsroomIn } from '../../test/support.ts';
import { sweepContent } from '../index.ts';
import { numberEvents } from './number-events.ts';
import { pruneEvents } from './prune-events.ts';
import { type NumberedEvent, readContentEvents } from './read-events.ts';

describeOnEveryDatabase('the outbox of events', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let last = 0;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const run = async (id: string, request: object = {}) => {
    const answer = await newsroom.run(id, { as: admin('acme'), ...request });
    expect([id, answer.status, answer.error?.message]).toEqual([id, 200, undefined]);
    return answer.value;
  };
  const create = (input: object) => run('contents.create', { input: { type: 'article', title: 'Secret words', ...input } });
  const news = async (): Promise<NumberedEvent[]> => {
    await numberEvents(database);
    const found = await readContentEvents(database, { after: last, limit: 10_000 });
    last = found.at(-1)?.sequence ?? last;
    return found;
  };
  const kinds = async () => (await news()).map(({ kind }) => kind);

  it('tells what became of a piece, in order, with ids and states and not a word of it', async () => {
    const { id } = await create({ body: 'Not for the outbox.', metadata: { a: 'private' } });
    const key = String(id);
    await run('contents.update', { key, input: { body: 'Other words.' } });
    await run('contents.update', { key, input: { body: 'Other words.' } });
    await run('contents.update', { key, input: { status: 'published' } });
    await run('contents.update', { key, input: { body: 'Third words.' } });
    await run('contents.issueCorrectionAction', { key, input: { type: 'correction', summary: 'A word was wrong.' } });
    await run('contents.update', { key, input: { status: 'archived' } });
    await run('contents.delete', { key });
    await run('contents.update', { key, input: { status: 'draft' } });
    const found = await news();
    expect(found.map(({ kind }) => kind)).toEqual([
      'content.created',
      'content.updated',
      'content.published',
      'content.updated',
      'correction.issued',
      'content.unpublished',
      'content.deleted',
      'content.restored',
    ]);
    expect(found[2]).toMatchObject({
      objectType: 'contents',
      objectId: key,
      tenantId: 'acme',
      data: { type: 'article', slug: 'secret-words', context: '', status: 'published', rev: 3 },
    });
    expect(found[4]).toMatchObject({ objectType: 'content_corrections', data: { contentId: key, type: 'correction' } });
    expect(found.map(({ sequence }) => sequence)).toEqual(found.map((_, index) => (found[0]?.sequence ?? 0) + index));
    expect(JSON.stringify(found)).not.toMatch(/words\.|private|was wrong/);
  });

  it('tells that a piece was born published, that a draft is gone, and of verdicts', async () => {
    const { id } = await create({ status: 'published', slug: 'born' });
    await run('contents.runReviewAction', { key: String(id), input: { policyKey: 'facts', status: 'accepted', summary: 'Read.' } });
    expect(await kinds()).toEqual(['content.created', 'content.published', 'review.recorded']);
    const draft = await create({ slug: 'draft' });
    await run('contents.delete', { key: String(draft['id']) });
    expect(await kinds()).toEqual(['content.created', 'content.deleted']);
  });

  it('holds nothing of what was rolled back, and gives its numbers to what is committed', async () => {
    await expect(
      database.transaction(async () => {
        await create({ slug: 'never' });
        throw new Error('on the way');
      }),
    ).rejects.toThrow('on the way');
    await create({ slug: 'afterwards' });
    const [only, ...others] = await news();
    expect([only?.data['slug'], others]).toEqual(['afterwards', []]);
  });

  it('gives each event one number, however many processes number at once while others write', async () => {
    const before = last;
    const writing = Promise.all(Array.from({ length: 30 }, (_, index) => create({ slug: `race-${index}` })));
    await Promise.all(Array.from({ length: 10 }, () => numberEvents(database)));
    await writing;
    await Promise.all(Array.from({ length: 10 }, () => numberEvents(database)));
    const found = await news();
    expect(found.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, index) => before + index + 1));
    expect(new Set(found.map(({ objectId }) => objectId)).size).toBe(30);
    expect(await readContentEvents(database, { after: before, kinds: ['content.published'] })).toEqual([]);
  });

  it('keeps events for thirty days, and the latest for as long as it is the latest', async () => {
    await sweepContent(database);
    expect(await readContentEvents(database, { after: 0, limit: 10_000 })).toHaveLength(last);
    const later = new Date(Date.now() + 31 * 86_400_000);
    // Somebody who follows them has read three of them; after 90 days nobody is waited for.
    expect(await pruneEvents(database, 30, later, 3)).toBe(3);
    expect(await pruneEvents(database, 30, new Date(Date.now() + 91 * 86_400_000), 3)).toBe(last - 4);
    await create({ slug: 'next' });
    expect((await news()).map(({ sequence }) => sequence)).toEqual([last]);
  });
});
