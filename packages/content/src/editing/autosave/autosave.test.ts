import { type Caller, type Database, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../../test/support.ts';
import { Contents } from '../../index.ts';
import { ContentAutosaves } from './content-autosave.ts';
import { editorEventRoutes } from './editor-events.ts';
import { sweepAutosaves } from './keep-autosave.ts';

/** The answer while nothing is kept. */
const NONE = { fields: {}, baseRev: 1, currentRev: 1, sequence: 0, savedAt: null };

describeOnEveryDatabase('an autosave', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  const as = editor('gazette');
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  const make = async (caller: Caller = as): Promise<string> =>
    String((await newsroom.run('contents.create', { as: caller, input: { type: 'note', title: 'Typed', body: 'Old.' } })).value['id']);
  const put = (key: string, sequence: number, fields: unknown, more: { as?: Caller; at?: string; baseRev?: number } = {}) =>
    newsroom.run('contents.putAutosave', {
      as: more.as ?? as,
      key,
      input: { fields, sequence, baseRev: more.baseRev ?? 1 },
      ...(more.at ? { at: more.at } : {}),
    });
  const get = (key: string, caller: Caller = as) => newsroom.run('contents.getAutosave', { as: caller, key });

  it('keeps what was typed, finished or not, and leaves the record alone', async () => {
    const key = await make();
    const before = (await newsroom.run('contents.get', { as, key })).value;
    expect((await get(key)).value).toEqual(NONE);
    expect((await put(key, 1, { title: '', body: 'New', publishAt: 'not a date yet' })).value).toMatchObject({
      sequence: 1,
      baseRev: 1,
      currentRev: 1,
    });
    expect((await get(key)).value).toMatchObject({ fields: { title: '', body: 'New', publishAt: 'not a date yet' } });
    expect((await newsroom.run('contents.get', { as, key })).value).toEqual(before);
    expect((await newsroom.run('contents.listVersions', { as, key })).count).toBe(0);
    const audited = await newsroom.run('audit-entries.list', { as: admin('gazette') });
    expect(JSON.stringify(audited.items)).not.toContain('not a date yet');
  });

  it('gives way to a newer one, and never to an older one', async () => {
    const key = await make();
    await put(key, 5, { body: 'Five' });
    expect(await put(key, 4, { body: 'Four' })).toMatchObject({
      status: 409,
      code: 'autosave_older',
      error: { extensions: { sequence: 5 } },
    });
    expect((await put(key, 5, { body: 'Another five' })).code).toBe('autosave_older');
    expect((await put(key, 5, { body: 'Five' })).status).toBe(200);
    const turns = Array.from({ length: 20 }, (_, index) => 6 + index);
    await Promise.all(turns.map((sequence) => put(key, sequence, { body: `Text ${sequence}` })));
    expect((await get(key)).value).toMatchObject({ sequence: 25, fields: { body: 'Text 25' } });
    expect(await new ContentAutosaves(database).count({ where: { contentId: key } })).toBe(1);
  });

  it('belongs to one person, and others are told that they are typing', async () => {
    const key = await make(contributor('gazette'));
    const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
    await put(key, 1, { body: 'Mine' });
    await put(key, 1, { body: 'Hers' }, { as: admin('gazette') });
    expect((await get(key, admin('gazette'))).value).toMatchObject({ fields: { body: 'Hers' } });
    expect((await get(key, viewer('gazette'))).value).toEqual(NONE);
    const editors = async (seconds: number, caller = as) =>
      (await newsroom.run('contents.listEditors', { as: caller, key, at: at(seconds) })).items.map(({ userId }) => userId);
    expect(await editors(1)).toEqual(['ada-gazette']);
    expect(await editors(1, viewer('gazette'))).toEqual(['edna-gazette', 'ada-gazette']);
    expect(await editors(180)).toEqual([]);
    expect((await newsroom.run('contents.listEditors', { as: viewer('gazette'), key })).items[0]).toEqual({
      userId: 'edna-gazette',
      name: null,
      since: expect.any(String),
    });
  });

  it('goes when its person saves what they typed, and stays when something else is saved', async () => {
    const key = await make();
    await put(key, 1, { body: 'New' });
    await put(key, 1, { body: 'Hers' }, { as: admin('gazette') });
    await newsroom.run('contents.update', { as, key, input: { status: 'published' } });
    expect((await get(key)).value).toMatchObject({ currentRev: 2, baseRev: 1 });
    await newsroom.run('contents.update', { as: admin('gazette'), key, input: { description: 'Of the admin' } });
    await newsroom.run('contents.update', { as, key, input: { body: 'New, and more' } });
    expect((await get(key)).value).toEqual({ ...NONE, baseRev: 4, currentRev: 4 });
    expect((await get(key, admin('gazette'))).value).toMatchObject({ fields: { body: 'Hers' } });
    // Saved by somebody else as it was typed: there is nothing left to save.
    await put(key, 2, { body: 'Agreed' });
    await new Contents(database).update(key, { body: 'Agreed' });
    await newsroom.run('contents.update', { as, key, input: { description: 'Now' } });
    expect((await get(key)).value['savedAt']).toBe(null);
  });

  it('is of those who may edit; who may not any more still gets back what they typed', async () => {
    const key = await make(contributor('gazette'));
    expect((await put(key, 1, { body: 'x' }, { as: contributor('gazette') })).status).toBe(200);
    for (const caller of [viewer('gazette'), contributor('gazette', 'cora')])
      expect((await put(key, 1, {}, { as: caller })).status).toBe(403);
    expect((await put(key, 1, {}, { as: admin('herald') })).status).toBe(404);
    await newsroom.run('contents.update', { as, key, input: { status: 'published' } });
    expect((await put(key, 2, { body: 'y' }, { as: contributor('gazette') })).status).toBe(403);
    expect((await get(key, contributor('gazette'))).value).toMatchObject({ fields: { body: 'x' } });
    for (const caller of [reader('gazette'), admin('herald')]) {
      expect((await get(key, caller)).status).toBeGreaterThanOrEqual(401);
      expect((await newsroom.run('contents.listEditors', { as: caller, key })).status).toBeGreaterThanOrEqual(401);
    }
    expect((await newsroom.run('contents.discardAutosave', { as: contributor('gazette'), key })).status).toBe(200);
    expect((await get(key, contributor('gazette'))).value).toMatchObject({ fields: {}, savedAt: null });
    // Discarding twice has the same result.
    expect((await newsroom.run('contents.discardAutosave', { as: contributor('gazette'), key })).status).toBe(200);
  });

  it.each<[string, unknown, string]>([
    ['a field that is none', { nothing: 1 }, '/fields'],
    ['who owns it', { ownerId: 'me' }, '/fields'],
    ['a prototype', JSON.parse('{"__proto__":{"a":1}}'), '/fields'],
    ['more than a megabyte', { body: 'ä'.repeat(500_001) }, '/fields'],
    ['a NUL', { body: 'a\0b' }, '/fields'],
    ['no object', [], '/fields'],
  ])('is refused with %s', async (_what, fields, pointer) => {
    const key = await make();
    const { status, error } = await put(key, 1, fields);
    expect([status, error?.errors[0]?.pointer.startsWith(pointer)]).toEqual([422, true]);
    expect((await put(key, -1, {})).status).toBe(422);
  });

  it('goes with its record, and after thirty days', async () => {
    const [gone, old] = [await make(), await make()];
    await put(gone, 1, { body: 'x' });
    await put(old, 1, { body: 'x' });
    await newsroom.run('contents.delete', { as: admin('gazette'), key: gone });
    expect(await new ContentAutosaves(database).count({ where: { contentId: gone } })).toBe(0);
    await sweepAutosaves(database, new Date(Date.now() + 29 * 86_400_000));
    expect((await get(old)).value).toMatchObject({ fields: { body: 'x' } });
    await sweepAutosaves(database, new Date(Date.now() + 31 * 86_400_000));
    expect((await get(old)).value).toEqual(NONE);
  });

  it('is none of the application itself', async () => {
    const record = await new Contents(database, makeCall({})).require(await make());
    await expect(record.putAutosave({ fields: {} as never, baseRev: 1, sequence: 1 })).rejects.toMatchObject({ status: 403 });
  });

  it('is followed by a person in ten streams at most, however many they open at the same time', async () => {
    const key = await make();
    const closing = new AbortController();
    const [route] = editorEventRoutes({
      table: newsroom.table,
      database,
      authenticate: () => as,
      baseUrl: 'https://news.example',
      closing: closing.signal,
    });
    const follow = async () => route?.handle(new Request(`https://news.example/api/v1/contents/${key}/editors/events`), { id: key });
    const opened = await Promise.all(Array.from({ length: 14 }, follow));
    const followed = opened.filter((response) => response?.status === 200);
    expect([followed.length, opened.filter((response) => response?.status === 429).length]).toEqual([10, 4]);
    const bodies = followed.map((response) => response?.body?.getReader());
    expect((await follow())?.status).toBe(429);
    closing.abort();
    await Promise.all(bodies.map(async (body) => body?.cancel()));
    const again = (await follow())?.body?.getReader();
    expect((await again?.read())?.done).toBe(false);
    await again?.cancel();
  });
});
