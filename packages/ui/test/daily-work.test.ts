import { newIntent } from '@colophon/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../src/state/client-port.ts';
import { selectorOf } from '../src/state/comments/comment-records.ts';
import { createComments } from '../src/state/comments/comments.ts';
import { duplicateContent } from '../src/state/duplicate.ts';
import { readCounts } from '../src/state/list/content-counts.ts';
import { createContentList } from '../src/state/list/content-list.ts';
import { NO_CHOICES } from '../src/state/list/list-query.ts';
import { queryOf, readServerViews, removeServerView, saveServerView, searchOf } from '../src/state/list/server-views.ts';
import type { ContentRecord } from '../src/state/records.ts';
import { eraseFromTrash, readTrash, restoreFromTrash } from '../src/state/trash.ts';
import { type ContentServer, startContentServer } from './support/newsroom.ts';

let server: ContentServer;
beforeAll(async () => {
  server = await startContentServer();
});
afterAll(() => server.stop());

const { signal } = new AbortController();
const clientOf = (who: string) => server.connect(who).client;

async function make(who: string, fields: object): Promise<ContentRecord> {
  return (await send<ContentRecord>(clientOf(who), 'post', '/contents', { body: { type: 'article', ...fields } })).value;
}

describe('a real server', () => {
  it('lists people, the user’s own pieces, and counts', async () => {
    const own = await make('ada', { title: 'Of Ada', category: 'council' });
    await make('li', { title: 'Of Li' });
    const client = clientOf('ada');
    expect(own.can).toEqual({ update: true, publish: true, delete: true, correct: false });
    const list = createContentList(client);
    list.ask({}, { ...NO_CHOICES, filters: { mine: 'true' } });
    await expect.poll(() => list.getSnapshot().isLoading).toBe(false);
    expect(list.getSnapshot().rows).toMatchObject([{ title: 'Of Ada', createdBy: { id: 'ada' }, can: { update: true } }]);
    expect(await readCounts(client, signal)).toMatchObject({
      status: [{ value: 'draft', count: 2 }],
      category: [{ value: 'council', count: 1 }],
    });
  });

  it('creates one copy per press', async () => {
    const piece = await make('ada', { title: 'Budget', tags: ['council'] });
    const intent = newIntent();
    const copies = [];
    for (let press = 0; press < 2; press += 1)
      // oxlint-disable-next-line no-await-in-loop -- the second is sent because the first had no answer
      copies.push(await duplicateContent(clientOf('ada'), piece.id, 'Budget (copy)', intent));
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(copies[0]).toMatchObject({ title: 'Budget (copy)', tags: ['council'], status: 'draft' });
    expect(copies[0]?.id).not.toBe(piece.id);
  });

  it('restores from its trash once, and lets only admins delete permanently', async () => {
    const client = clientOf('ada');
    const admin = clientOf('admin');
    const [kept, gone] = [await make('ada', { title: 'Kept' }), await make('ada', { title: 'Gone' })];
    for (const { id } of [kept, gone])
      // oxlint-disable-next-line no-await-in-loop -- the order is what is looked at
      await send(admin, 'delete', '/contents/{id}', { params: { path: { id } } });
    const { items, next } = await readTrash(client, null, signal);
    expect([items.map(({ title }) => title), next]).toEqual([['Gone', 'Kept'], null]);
    const entry = items[1];
    expect(await restoreFromTrash(client, entry?.id ?? '')).toMatchObject({
      content: { id: kept.id, title: 'Kept' },
      notRestored: expect.arrayContaining(['versions']),
    });
    await expect(restoreFromTrash(client, entry?.id ?? '')).rejects.toMatchObject({ code: 'already_restored' });
    await expect(eraseFromTrash(client, items[0]?.id ?? '')).rejects.toMatchObject({ status: 403 });
    await eraseFromTrash(admin, items[0]?.id ?? '');
    expect((await readTrash(client, null, signal)).items).toEqual([]);
  });

  it('stores comments on passages, with replies, and follows them through edits', async () => {
    const body = 'It rained. Everybody says so. It rained.';
    const piece = await make('ada', { title: 'Rain', body });
    const comments = createComments({ client: clientOf('ada'), contentId: piece.id });
    await comments.add({ body: 'Who?', selector: selectorOf(body, { start: 11, end: 29 }), mentions: ['li'] });
    const [thread] = comments.getSnapshot().threads;
    expect(thread).toMatchObject({ body: 'Who?', authorId: 'ada', status: 'open', mentions: ['li'], anchor: { start: 11, end: 29 } });
    const others = createComments({ client: clientOf('li'), contentId: piece.id });
    await others.reply(thread?.id ?? '', { body: 'The clerk.' });
    await others.setStatus(thread?.id ?? '', 'resolved');
    await comments.refresh();
    expect(comments.getSnapshot().threads).toMatchObject([{ status: 'resolved', replies: [{ body: 'The clerk.', authorName: 'li' }] }]);
    await comments.reword(thread?.id ?? '', { body: 'Who says so?' }, comments.getSnapshot().threads[0]?.rev ?? 0);
    await expect(others.reword(thread?.id ?? '', { body: 'x' }, 1)).rejects.toMatchObject({ status: 403 });
    await comments.remove(thread?.id ?? '');
    expect(comments.getSnapshot().threads).toMatchObject([{ body: '', deletedAt: expect.any(String) }]);
    const absent = createComments({ client: clientOf('ada'), contentId: 'nowhere' });
    await absent.refresh();
    expect(absent.getSnapshot()).toMatchObject({ isAbsent: true, threads: [] });
  });

  it('stores views as the list saves them', async () => {
    const client = clientOf('ada');
    const search = '?q=budget&status=draft&tag=council&mine=true&sort=-title';
    await saveServerView(client, { name: 'Mine', search, shared: false }, undefined);
    const [view] = await readServerViews(client, signal);
    expect(view).toMatchObject({ name: 'Mine', shared: false, ownerId: 'ada', search });
    await saveServerView(client, { name: 'Mine', search: '?status=review', shared: true }, view);
    expect(await readServerViews(clientOf('li'), signal)).toMatchObject([{ shared: true, search: '?status=review' }]);
    const [now] = await readServerViews(client, signal);
    if (now) await removeServerView(client, now);
    expect(await readServerViews(client, signal)).toEqual([]);
  });
});

describe('a view on the server', () => {
  it('is converted to a URL and back', () => {
    expect(queryOf('')).toEqual({});
    expect(searchOf({})).toBe('');
    expect(searchOf({ where: { status: { eq: 'draft' }, mine: 'true' }, search: 'mill' })).toBe('?q=mill&status=draft&mine=true');
  });

  it.each([
    { where: { any: [{ type: 'note' }] } },
    { where: { status: { in: ['draft', 'review'] } } },
    { where: { updated_at: { gte: '2026-01-01' } } },
    { orderBy: 'rank' },
    { where: 'status=draft' },
    { search: 1 },
    null,
    'everything',
  ])('that asks for more than the list can show is no address: %j', (query) => {
    expect(searchOf(query)).toBeNull();
  });
});
