import { type Database, makeCall, runOperation } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { restRoutes } from '@colophon/core/rest';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../../test/support.ts';
import { Contents, TRASH_KEPT, trashDays } from '../../index.ts';
import { sweepTrash } from './keep-removed.ts';

describeOnEveryDatabase('the trash', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  const as = admin('gazette');
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    await newsroom.run('content-governance-assignments.create', { as, input: { contentType: 'article', factLinkingEnabled: true } });
  });
  afterEach(() => void database.ports.provide(trashDays, TRASH_KEPT));

  const make = async (id: string, input: object, caller = as): Promise<string> =>
    String((await newsroom.run(id, { as: caller, input })).value['id']);
  const remove = (key: string, caller = as) => newsroom.run('contents.delete', { as: caller, key });
  const entryOf = async (contentId: string, caller = as): Promise<Record<string, unknown>> => {
    const { items } = await newsroom.run('content-trash.list', { as: caller, input: { where: { contentId } } });
    return items[0] ?? {};
  };
  const restore = (key: unknown, caller = as) => newsroom.run('content-trash.restoreAction', { as: caller, key: String(key) });

  it('takes a draft that is removed, which comes back under its id with what it was linked to', async () => {
    const target = await make('contents.create', { type: 'note', title: 'Cited' });
    const gone = await make('contents.create', { type: 'note', title: 'Cited, and removed' });
    const fact = await make('facts.create', { statement: 'It rained.', sources: [{ title: 'Report' }] });
    const asset = await make('assets.create', { name: 'a.png', url: 'https://news.example/a.png' });
    const texts = { title: 'Draft', body: 'It *rained*.', tags: ['rain'], metadata: { a: 1 }, thumbnailAssetId: asset };
    const key = await make('articles.create', { ...texts, publishAt: '2030-01-01' });
    for (const targetId of [target, gone]) await newsroom.run('contents.attachReference', { as, key, input: { targetId } });
    await newsroom.run('contents.linkFact', { as, key, input: { factId: fact } });
    expect((await remove(key)).status).toBe(200);
    expect((await newsroom.run('contents.get', { as, key })).status).toBe(404);
    await remove(gone);
    const entry = await entryOf(key);
    expect(entry).toMatchObject({ contentId: key, type: 'article', title: 'Draft', deletedBy: 'ada-gazette', restoredAt: null });
    expect(entry).not.toHaveProperty('snapshot');
    const { value } = await restore(entry['id'], editor('gazette'));
    expect(JSON.parse(JSON.stringify(value))).toMatchObject({
      content: { id: key, ...texts, status: 'draft', slug: 'draft', publishAt: null, type: 'article', tenantId: 'gazette' },
      notRestored: expect.arrayContaining(['versions', 'comments']),
    });
    expect((await newsroom.run('contents.get', { as, key })).value).toMatchObject({ createdBy: { id: 'ada-gazette' } });
    expect((await newsroom.run('contents.getReferences', { as, key })).items.map(({ targetId }) => targetId)).toEqual([target]);
    expect((await newsroom.run('contents.getFactsState', { as, key })).value['factIds']).toEqual([fact]);
    expect((await newsroom.run('contents.getAssets', { as, key })).items).toHaveLength(1);
  });

  it('takes from their owners the drafts that they may edit and that were never published, and nothing else', async () => {
    const note = (caller: typeof as, more: object = {}) => make('contents.create', { type: 'note', title: 'Whose', ...more }, caller);
    const people = { contributor: contributor('gazette'), editor: editor('gazette') };
    const tryTo = async (key: string, caller: typeof as) => {
      const { can } = (await newsroom.run('contents.get', { as: caller, key })).value as { can: { delete: boolean } };
      return [can.delete, (await remove(key, caller)).status];
    };
    expect(await tryTo(await note(people.contributor), people.contributor)).toEqual([true, 200]);
    expect(await tryTo(await note(people.editor), people.editor)).toEqual([true, 200]);
    expect(await tryTo(await note(people.editor, { status: 'review' }), people.editor)).toEqual([true, 200]);
    // What is another person's, submitted, or was public.
    expect(await tryTo(await note(people.editor), people.contributor)).toEqual([false, 403]);
    expect(await tryTo(await note(people.contributor), people.editor)).toEqual([false, 403]);
    expect(await tryTo(await note(people.contributor, { status: 'review' }), people.contributor)).toEqual([false, 403]);
    const published = await note(people.editor, { status: 'published' });
    expect(await tryTo(published, people.editor)).toEqual([false, 403]);
    await newsroom.run('contents.update', { as: people.editor, key: published, input: { status: 'draft' } });
    expect(await tryTo(published, people.editor)).toEqual([false, 403]);
    expect(await tryTo(published, admin('gazette'))).toEqual([true, 200]);
    expect(await tryTo(await note(people.contributor), admin('gazette'))).toEqual([true, 200]);
    const reader = await newsroom.run('contents.delete', { as: viewer('gazette'), key: await note(people.editor) });
    expect(reader.status).toBe(403);
  });

  it('goes on counting revisions, so that a window from before the removal cannot write over what was saved since', async () => {
    const key = await make('contents.create', { type: 'note', title: 'Two windows' });
    const opened = (await newsroom.run('contents.get', { as, key })).value;
    await newsroom.run('contents.update', { as, key, input: { body: 'Hours of work.' } });
    await remove(key);
    await restore((await entryOf(key))['id']);
    const restored = (await newsroom.run('contents.get', { as, key })).value;
    expect(restored).toMatchObject({ rev: 3, created_at: opened['created_at'], body: 'Hours of work.' });
    const operation = newsroom.table.operation('contents.update');
    if (!operation) throw new Error('no update');
    const late = { database, call: makeCall({ caller: as }), key, input: { body: 'A comma.' }, expectedRev: Number(opened['rev']) };
    await expect(runOperation(operation, late)).rejects.toMatchObject({ status: 412 });
  });

  it('gives a draft back once, and counts its slug on where that is taken', async () => {
    const key = await make('contents.create', { type: 'note', title: 'Taken' });
    await remove(key);
    await make('contents.create', { type: 'note', title: 'Taken' });
    const { id } = await entryOf(key);
    const answers = await Promise.all(Array.from({ length: 8 }, () => restore(id)));
    expect(answers.filter(({ status }) => status === 200).map(({ value }) => (value['content'] as { slug: string }).slug)).toEqual([
      'taken-2',
    ]);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(new Set(['already_restored']));
    expect((await restore(id)).error?.extensions).toEqual({ contentId: key });
    // Removed again it is another entry, and the first one holds no text any more.
    await remove(key);
    const entries = await newsroom.run('content-trash.list', {
      as,
      input: { where: { contentId: key }, fields: ['snapshot', 'restoredAt'] },
    });
    expect(entries.items.filter(({ snapshot }) => snapshot === null)).toHaveLength(1);
    expect(entries.items).toHaveLength(2);
  });

  it('leaves alone what was ever published: that keeps the status deleted', async () => {
    const key = await make('contents.create', { type: 'note', title: 'Said', status: 'published' });
    await remove(key);
    expect(await entryOf(key)).toEqual({});
    expect((await newsroom.run('contents.get', { as, key })).value).toMatchObject({ status: 'deleted' });
  });

  it('is seen by editors of the tenant, and by contributors as far as the drafts were theirs', async () => {
    const own = await make('contents.create', { type: 'note', title: 'Of Carl' }, contributor('gazette'));
    const foreign = await make('contents.create', { type: 'note', title: 'Of Ada' });
    for (const key of [own, foreign]) await remove(key);
    const { id } = await entryOf(own);
    const { id: hers } = await entryOf(foreign);
    expect(await entryOf(foreign, contributor('gazette'))).toEqual({});
    expect((await restore(hers, contributor('gazette'))).status).toBe(404);
    expect((await restore(id, contributor('gazette', 'cora'))).status).toBe(404);
    expect((await restore(id, admin('herald'))).status).toBe(404);
    for (const caller of [viewer('gazette'), reader('gazette')]) {
      expect((await restore(id, caller)).status).toBe(404);
      expect((await newsroom.run('content-trash.list', { as: caller })).status).toBeGreaterThanOrEqual(401);
    }
    expect((await restore(id, contributor('gazette'))).status).toBe(200);
    expect((await newsroom.run('contents.get', { as, key: own })).value).toMatchObject({ createdBy: { id: 'carl-gazette' } });
    for (const action of ['create', 'update', 'delete'])
      expect((await newsroom.run(`content-trash.${action}`, { as, key: String(hers), input: {} })).status).toBe(403);
  });

  it('is emptied one by one by admins, and by itself after thirty days or as many as it is told', async () => {
    const [purged, old] = [
      await make('contents.create', { type: 'note', title: 'Purged' }),
      await make('contents.create', { type: 'note', title: 'Old' }),
    ];
    for (const key of [purged, old]) await remove(key);
    const { id } = await entryOf(purged);
    expect((await newsroom.run('content-trash.purgeAction', { as: editor('gazette'), key: String(id) })).status).toBe(403);
    expect((await newsroom.run('content-trash.purgeAction', { as, key: String(id) })).status).toBe(200);
    expect((await restore(id)).status).toBe(404);
    await sweepTrash(database, new Date(Date.now() + 29 * 86_400_000));
    expect(await entryOf(old)).toMatchObject({ title: 'Old' });
    await sweepTrash(database, new Date(Date.now() + 31 * 86_400_000));
    expect(await entryOf(old)).toEqual({});
    database.ports.provide(trashDays, 1);
    const brief = await make('contents.create', { type: 'note', title: 'Brief' });
    await new Contents(database).remove(brief);
    expect(await entryOf(brief)).toMatchObject({ deletedBy: null });
    await sweepTrash(database, new Date(Date.now() + 2 * 86_400_000));
    expect(await entryOf(brief)).toEqual({});
    database.ports.provide(trashDays, 0);
    await expect(new Contents(database).remove(await make('contents.create', { type: 'note', title: 'Kept' }))).rejects.toThrow(/above 0/);
  });

  it('keeps nothing where the removal does not hold, and no text in the audit log', async () => {
    const key = await make('contents.create', { type: 'note', title: 'Stays', body: 'secret words of a draft' });
    const contents = new Contents(database);
    await expect(
      database.transaction(async () => {
        await contents.remove(key);
        throw new Error('not after all');
      }),
    ).rejects.toThrow('not after all');
    expect(await entryOf(key)).toEqual({});
    await remove(key);
    const { items } = await newsroom.run('audit-entries.list', { as, input: { where: { objectType: 'content_trash' } } });
    expect(items.length).toBeGreaterThan(0);
    expect(JSON.stringify(items)).not.toMatch(/secret words|Stays/);
  });

  it('answers over REST as it says', async () => {
    const rest = restRoutes({ table: newsroom.table, database, authenticate: () => as });
    const send = (method: string, path: string) =>
      rest.fetch(new Request(`http://localhost${path}`, { method, headers: { host: 'localhost' } }));
    const key = await make('contents.create', { type: 'note', title: 'By wire' });
    expect((await send('DELETE', `/contents/${key}`)).status).toBe(204);
    const { id } = await entryOf(key);
    const restored = await send('POST', `/content-trash/${String(id)}/restore`);
    expect([restored.status, restored.headers.get('location')]).toEqual([201, `/api/v1/contents/${key}`]);
    expect((await send('POST', `/content-trash/${String(id)}/purge`)).status).toBe(204);
    expect((await send('PUT', `/content-trash/${String(id)}`)).status).toBeGreaterThanOrEqual(400);
  });
});
