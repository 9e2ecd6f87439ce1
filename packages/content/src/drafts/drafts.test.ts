import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { DraftEditor } from '../../test/draft-editor.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { Contents } from '../index.ts';

describeOnEveryDatabase('the draft of a piece', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const edna = editor('gazette');
  const ada = admin('gazette');
  const piece = async (values: object = {}): Promise<string> => {
    const { value } = await newsroom.run('contents.create', {
      as: edna,
      input: { type: 'article', title: 'Budget approved', body: 'The council met.', ...values },
    });
    return String(value['id']);
  };
  const record = async (key: string): Promise<Record<string, unknown>> => (await newsroom.run('contents.get', { as: edna, key })).value;
  const draft = async (key: string, as = edna): Promise<Record<string, unknown>> =>
    (await newsroom.run('contents.draft', { as, key })).value;

  it('says what the record says until somebody opens it', async () => {
    const key = await piece();
    expect(await draft(key)).toMatchObject({
      epoch: null,
      through: null,
      isChanged: false,
      values: { title: 'Budget approved', body: 'The council met.' },
    });
  });

  it('is written by several at once, and the record changes only when it is saved', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    const other = await DraftEditor.open(newsroom, key, ada);
    expect(one.client).not.toBe(other.client);
    one.write(16, ' It found the money.');
    other.write(0, 'Today: ', 'title');
    expect([(await one.send()).status, (await other.send()).status]).toEqual([200, 200]);
    await one.receive();
    await other.receive();
    expect(one.values).toEqual(other.values);
    expect(await draft(key)).toMatchObject({
      isChanged: true,
      values: { title: 'Today: Budget approved', body: 'The council met. It found the money.' },
      writers: [{ id: ada.id }, { id: edna.id }],
    });
    expect(await record(key)).toMatchObject({ body: 'The council met.', rev: 1, draft: { isChanged: true } });
    const saved = await one.save();
    expect(saved.value).toMatchObject({ title: 'Today: Budget approved', body: 'The council met. It found the money.', rev: 2 });
    expect(await draft(key)).toMatchObject({ isChanged: false, savedRev: 2, writers: [] });
    expect((await one.save()).value).toMatchObject({ rev: 2 });
  });

  it('is saved as it was at the state that is named: what was typed since stays in the draft', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    const other = await DraftEditor.open(newsroom, key, ada);
    await one.write(16, ' Reviewed.').send();
    await other.write(0, 'Unseen. ').send();
    expect((await one.save()).value).toMatchObject({ body: 'The council met. Reviewed.' });
    expect(await draft(key)).toMatchObject({
      isChanged: true,
      values: { body: 'Unseen. The council met. Reviewed.' },
      writers: [{ id: ada.id }],
    });
    expect((await other.save()).value).toMatchObject({ body: 'Unseen. The council met. Reviewed.' });
  });

  it('is not saved as a state that nobody has had, or that is gone', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'x').send();
    const [epoch] = one.through.split('.');
    expect((await one.save({ through: `${epoch}.99` })).code).toBe('draft_moved_on');
    expect((await one.save({ through: '0123456789abcdef.1' })).code).toBe('draft_moved_on');
    expect((await one.save({ through: 'now' })).status).toBe(422);
    const other = await piece();
    expect((await newsroom.run('contents.saveDraft', { key: other, as: edna, input: { through: one.through } })).code).toBe('no_draft');
  });

  it('takes what is saved beside it as an edit of what was saved: every word of both stands', async () => {
    const key = await piece({ body: 'One two three.\n\nFour five six.\n' });
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(one.text().length, 'Seven.').send();
    const patched = await newsroom.run('contents.update', {
      key,
      as: ada,
      input: { body: 'One TWO three.\n\nFour five six.\n', tags: ['budget'] },
    });
    expect(patched.status).toBe(200);
    await one.receive();
    expect(one.text()).toBe('One TWO three.\n\nFour five six.\nSeven.');
    expect(one.values.tags).toEqual(['budget']);
    expect((await one.save()).value).toMatchObject({ body: 'One TWO three.\n\nFour five six.\nSeven.', tags: ['budget'] });
  });

  it('does not take back what was saved beside it since the state that is saved', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'Typed. ').send();
    await newsroom.run('contents.update', { key, as: ada, input: { category: 'news/local' } });
    expect((await one.save()).value).toMatchObject({ body: 'Typed. The council met.', category: 'news/local' });
  });

  it('has the links of the record, and saves them', async () => {
    const key = await piece();
    const cited = await piece({ title: 'Cited' });
    const other = await piece({ title: 'Other' });
    const one = await DraftEditor.open(newsroom, key, edna);
    await newsroom.run('contents.attachReference', { key, as: ada, input: { targetId: other } });
    await one.receive();
    expect(one.values.references).toEqual({ [other]: {} });
    one.document.getMap('references').set(cited, '{}');
    await one.send();
    expect((await newsroom.run('contents.getReferences', { key, as: edna })).items.map(({ targetId }) => targetId)).toEqual([other]);
    await one.save();
    const now = (await newsroom.run('contents.getReferences', { key, as: edna })).items.map(({ targetId }) => String(targetId));
    expect(now.toSorted()).toEqual([cited, other].toSorted());
    expect(await draft(key)).toMatchObject({ isChanged: false });
  });

  it('is discarded as a whole, and what is discarded can be restored', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'A mistake. ').send();
    const before = one.through;
    await one.write(0, 'Another. ').send();
    const late = await newsroom.run('contents.discardDraft', { key, as: edna, input: { through: before } });
    expect(late.code).toBe('draft_moved_on');
    const discarded = await newsroom.run('contents.discardDraft', { key, as: edna, input: { through: one.through } });
    expect(discarded.value).toMatchObject({ isChanged: false, values: { body: 'The council met.' } });
    await one.receive();
    expect(one.text()).toBe('The council met.');
    const [version] = (await newsroom.run('contents.listVersions', { key, as: edna })).items;
    expect(version).toMatchObject({ kind: 'draft', summary: 'Discarded draft.' });
    const restored = await newsroom.run('contents.restoreVersion', { key, as: edna, input: { versionId: version?.['id'] } });
    expect(restored.value).toMatchObject({ body: 'Another. A mistake. The council met.' });
    await one.receive();
    expect(one.text()).toBe('Another. A mistake. The council met.');
  });

  it('goes on after it was put into its state, and in a new epoch with the same text', async () => {
    const { compactDraft } = await import('./record/compact-draft.ts');
    const { beginEpoch } = await import('./record/next-epoch.ts');
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'First. ').send();
    await compactDraft(database, key);
    await one.write(0, 'Second. ').send();
    expect(await draft(key)).toMatchObject({ values: { body: 'Second. First. The council met.' } });
    expect(await beginEpoch(database, key)).toBe(true);
    expect((await one.write(0, 'Late. ').send()).code).toBe('draft_epoch');
    const again = await DraftEditor.open(newsroom, key, edna);
    expect(again.epoch).not.toBe(one.epoch);
    expect(again.text()).toBe('Second. First. The council met.');
    await newsroom.run('contents.update', { key, as: ada, input: { body: 'The council met twice.' } });
    await again.receive();
    expect(again.text()).toBe('Second. First. The council met twice.');
    expect((await again.save()).value).toMatchObject({ body: 'Second. First. The council met twice.' });
  });

  it('gives nobody the number of another, and each their own again', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    const { value } = await newsroom.run('contents.openDraft', {
      key,
      as: edna,
      input: { epoch: one.epoch, vector: 'AA==', client: one.client },
    });
    expect(value['client']).toBe(one.client);
    const stolen = await newsroom.run('contents.openDraft', {
      key,
      as: ada,
      input: { epoch: one.epoch, vector: 'AA==', client: one.client },
    });
    expect(stolen.value['client']).not.toBe(one.client);
    one.write(0, 'x');
    const input = { epoch: one.epoch, client: one.client, updates: [{ update: Buffer.from(one.unsent[0] ?? []).toString('base64') }] };
    expect((await newsroom.run('contents.sendDraftUpdates', { key, as: ada, input })).code).toBe('draft_client');
  });

  it('takes an update once, however often it is sent', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    one.write(0, 'Once. ');
    const updates = [...one.unsent];
    const answers = await Promise.all([one.sendBytes(updates), one.sendBytes(updates), one.sendBytes(updates)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await draft(key))['values']).toMatchObject({ body: 'Once. The council met.' });
    const rows = await database.all({ sql: 'SELECT sequence FROM content_draft_updates', parameters: [] });
    expect(new Set(rows.map(({ sequence }) => sequence)).size).toBeGreaterThan(0);
  });

  it('belongs to staff: others neither read nor write it, and who may not update the piece only reads', async () => {
    const key = await piece({ status: 'published' });
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'Secret. ').send();
    expect((await newsroom.run('contents.draft', { key, as: reader('gazette') })).status).toBe(401);
    expect((await newsroom.run('contents.draft', { key, as: editor('herald') })).status).toBe(404);
    expect((await newsroom.run('contents.openDraft', { key, as: editor('herald'), input: {} })).status).toBe(404);
    const vera = viewer('gazette');
    expect((await newsroom.run('contents.openDraft', { key, as: vera, input: {} })).value).toMatchObject({ may: 'read', client: null });
    const input = { epoch: one.epoch, client: one.client, updates: [{ update: 'AAA=' }] };
    expect((await newsroom.run('contents.sendDraftUpdates', { key, as: vera, input })).status).toBe(403);
    expect((await newsroom.run('contents.saveDraft', { key, as: vera, input: { through: one.through } })).status).toBe(403);
    const shown = await newsroom.run('contents.get', { key, as: reader('gazette') });
    expect(shown.value).not.toHaveProperty('draft');
  });

  it('of a published piece leaves no deleted word behind when it is saved', async () => {
    const key = await piece({ status: 'published' });
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'A sentence that nobody should find. ').send();
    await one.cut(0, 36).write(0, 'Kept. ').send();
    await one.save();
    expect(await record(key)).toMatchObject({ body: 'Kept. The council met.' });
    const rows = await database.all({ sql: 'SELECT bytes FROM content_draft_states', parameters: [] });
    const updates = await database.all({ sql: 'SELECT bytes FROM content_draft_updates', parameters: [] });
    const all = [...rows, ...updates]
      .flatMap((row) => Object.values(row))
      .map((bytes) => Buffer.from(bytes as Uint8Array).toString('latin1'));
    expect(all.join(' ')).not.toContain('nobody should find');
  });

  it('is refused by the gate without any trace: neither record nor draft changes', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.cut(0, 'Budget approved'.length, 'title').send();
    const refused = await one.save();
    expect(refused.status).toBe(422);
    expect(await record(key)).toMatchObject({ title: 'Budget approved', rev: 1 });
    expect(await draft(key)).toMatchObject({ isChanged: true, savedRev: 1, values: { title: '' } });
  });

  describe('that is private', () => {
    const carl = contributor('gazette');
    const own = async (): Promise<string> => {
      const { value } = await newsroom.run('contents.create', { as: carl, input: { type: 'article', title: 'Mine' } });
      return String(value['id']);
    };

    it('is opened by who began it alone, until they share it, for good', async () => {
      const key = await own();
      const mine = await DraftEditor.open(newsroom, key, carl, { isPrivate: true });
      await mine.write(0, 'Not for you yet.').send();
      expect((await newsroom.run('contents.openDraft', { key, as: ada, input: {} })).code).toBe('draft_private');
      expect((await newsroom.run('contents.draft', { key, as: ada })).code).toBe('draft_private');
      expect((await newsroom.run('contents.get', { key, as: ada })).value['draft']).toEqual({ isPrivate: true });
      expect((await mine.save()).code).toBe('draft_private');
      expect((await newsroom.run('contents.shareDraft', { key, as: ada })).status).toBe(403);
      expect((await newsroom.run('contents.shareDraft', { key, as: carl })).value).toMatchObject({ isPrivate: false });
      expect(await draft(key, ada)).toMatchObject({ values: { body: 'Not for you yet.' } });
      expect((await newsroom.run('contents.openDraft', { key, as: carl, input: { isPrivate: true } })).code).toBe('draft_exists');
    });

    it('is not made of the piece of somebody else', async () => {
      const key = await own();
      expect((await newsroom.run('contents.openDraft', { key, as: ada, input: { isPrivate: true } })).code).toBe('draft_exists');
    });

    it('is not published', async () => {
      const key = await own();
      await DraftEditor.open(newsroom, key, carl, { isPrivate: true });
      expect((await newsroom.run('contents.update', { key, as: ada, input: { status: 'published' } })).code).toBe('draft_private');
    });
  });

  it('is deleted with its piece', async () => {
    const key = await piece();
    await (await DraftEditor.open(newsroom, key, edna)).write(0, 'x').send();
    await (await new Contents(database).require(key)).delete();
    const query = database.dialect.builder.selectFrom('content_drafts').select('id').where('contentId', '=', key);
    expect(await database.all(query.compile())).toEqual([]);
  });
});
