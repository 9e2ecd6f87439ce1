import { type Database, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { toBase64, vectorOf } from '@colophon/draft';
import { beforeAll, expect, it } from 'vitest';
import { DraftEditor } from '../../test/draft-editor.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { Contents, contentTranslator, dropDamagedDraft, eraseDraftsOf, exportDraftsOf } from '../index.ts';

describeOnEveryDatabase('drafts where other parts of a newsroom meet them', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    await newsroom.run('content-governance-policies.create', { as: ada, input: { key: 'read', kind: 'human' } });
    await newsroom.run('content-governance-profiles.create', {
      as: ada,
      input: { key: 'careful', requirements: [{ policyKey: 'read', blocking: true }] },
    });
    await newsroom.run('content-governance-assignments.create', {
      as: ada,
      input: { contentType: 'report', publicationProfileKey: 'careful', enforcePublishReadiness: true },
    });
  });
  const edna = editor('gazette');
  const ada = admin('gazette');
  const piece = async (values: object = {}, as = edna): Promise<string> => {
    const { value } = await newsroom.run('contents.create', {
      as,
      input: { type: 'note', title: 'Title', body: 'The council met.', ...values },
    });
    return String(value['id']);
  };
  const body = async (key: string): Promise<unknown> => (await newsroom.run('contents.get', { as: edna, key })).value['body'];
  const shown = async (key: string, as = edna) => (await newsroom.run('contents.draft', { as, key })).value;

  it('reviewed at a state are published as that state, hours later and while others write', async () => {
    const { compactDraft } = await import('./record/compact-draft.ts');
    const key = await piece({ type: 'report' });
    const one = await DraftEditor.open(newsroom, key, edna);
    const other = await DraftEditor.open(newsroom, key, ada);
    await one.write(0, 'Reviewed. ').send();
    const { through } = one;
    const verdict = { policyKey: 'read', status: 'accepted', draft: { through } };
    const given = await newsroom.run('contents.runReviewAction', { key, as: ada, input: verdict });
    expect([given.error?.errors, given.status]).toEqual([undefined, 200]);
    await other.write(0, 'Unseen. ').send();
    await compactDraft(database, key);
    expect((await newsroom.run('contents.publishAction', { key, as: edna, input: { through: other.through } })).code).toBe(
      'publish_readiness',
    );
    expect(await body(key)).toBe('The council met.');
    expect((await newsroom.run('contents.publishAction', { key, as: edna, input: { through } })).status).toBe(200);
    expect(await body(key)).toBe('Reviewed. The council met.');
    expect(await shown(key)).toMatchObject({ isChanged: true, values: { body: expect.stringContaining('Unseen. ') as string } });
    const pins = await database.all({ sql: 'SELECT id FROM content_draft_pins', parameters: [] });
    expect(pins).toEqual([]);
  });

  it('are published with verdicts about exactly what is published, or not at all', async () => {
    const key = await piece({ type: 'report' });
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'With a verdict. ').send();
    const input = { through: one.through, verdicts: [{ policyKey: 'read', status: 'accepted' }], summary: 'First.' };
    const first = await newsroom.run('contents.publishAction', { key, as: ada, input });
    expect([first.error?.errors, first.error?.extensions, first.status]).toEqual([undefined, undefined, 200]);
    expect(await body(key)).toBe('With a verdict. The council met.');
    expect((await newsroom.run('contents.listVersions', { key, as: edna })).items[0]).toMatchObject({
      kind: 'publication',
      summary: 'First.',
    });
    await one.receive();
    await one.write(0, 'Again. ').send();
    await newsroom.run('contents.update', { key, as: ada, input: { state: 'highlighted' } });
    const late = await newsroom.run('contents.publishAction', { key, as: ada, input: { ...input, through: one.through } });
    expect(late.code).toBe('draft_moved_on');
    expect(await body(key)).toBe('With a verdict. The council met.');
  });

  it('refuse a review that names a state and fields, or a state of nobody', async () => {
    const key = await piece({ type: 'report' });
    const verdict = (draft: object) =>
      newsroom.run('contents.runReviewAction', { key, as: ada, input: { policyKey: 'read', status: 'accepted', draft } });
    expect((await verdict({ through: '0123456789abcdef.1' })).code).toBe('no_draft');
    const one = await DraftEditor.open(newsroom, key, edna);
    expect((await verdict({ through: one.through, title: 'x' })).status).toBe(422);
    expect((await verdict({ through: '0123456789abcdef.1' })).code).toBe('draft_moved_on');
  });

  it('come back from the trash with what was not saved', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'Unsaved. ').send();
    await newsroom.run('contents.delete', { key, as: ada });
    const { items } = await newsroom.run('content-trash.list', { as: ada, input: { where: { contentId: key } } });
    expect(items[0]).not.toHaveProperty('draft');
    expect((await newsroom.run('content-trash.restoreAction', { as: ada, key: String(items[0]?.['id']) })).status).toBe(200);
    expect(await body(key)).toBe('The council met.');
    expect(await shown(key)).toMatchObject({ isChanged: true, values: { body: 'Unsaved. The council met.' } });
    const again = await DraftEditor.open(newsroom, key, edna);
    expect((await again.save()).value['body']).toBe('Unsaved. The council met.');
  });

  it('are opened from the beginning by an editor that knows more than the database, as after a restore', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    const other = await DraftEditor.open(newsroom, key, ada);
    await one.write(0, 'Kept. ').send();
    await other.receive();
    const old = await database.first({ sql: 'SELECT sequence FROM content_drafts', parameters: [] });
    expect(old).toBeDefined();
    await one.write(0, 'Lost. ').send();
    await other.receive();
    // As a restore leaves it: without the last update.
    const query = database.dialect.builder.deleteFrom('content_draft_updates').where('sequence', '>', 1).where('client', '=', one.client);
    await database.run(query.compile());
    const update = database.dialect.builder.updateTable('content_drafts').set({ sequence: 1 }).where('contentId', '=', key);
    await database.run(update.compile());
    const { documentsOf } = await import('./record/draft-documents.ts');
    documentsOf(database).forget(key);
    const input = { epoch: other.epoch, vector: toBase64(vectorOf(other.document)), client: other.client };
    const { value } = await newsroom.run('contents.openDraft', { key, as: ada, input });
    expect(value).toMatchObject({ resets: true, epoch: other.epoch });
    expect(value['client']).not.toBe(other.client);
  });

  it('hold up no save when they cannot be read, and say so to whoever opens them', async () => {
    const key = await piece();
    await (await DraftEditor.open(newsroom, key, edna)).write(0, 'x').send();
    const row = await database.first(
      database.dialect.builder.selectFrom('content_drafts').select('id').where('contentId', '=', key).compile(),
    );
    const damage = database.dialect.builder
      .updateTable('content_draft_states')
      .set({ bytes: Uint8Array.of(9, 9, 9) })
      .where('draftId', '=', row?.['id']);
    await database.run(damage.compile());
    const { documentsOf } = await import('./record/draft-documents.ts');
    documentsOf(database).forget(key);
    expect((await newsroom.run('contents.update', { key, as: edna, input: { body: 'Saved.' } })).status).toBe(200);
    expect((await newsroom.run('contents.openDraft', { key, as: edna, input: {} })).code).toBe('draft_damaged');
    expect((await newsroom.run('contents.draft', { key, as: edna })).code).toBe('draft_damaged');
    expect(await dropDamagedDraft(database, key)).toBe(true);
    expect((await DraftEditor.open(newsroom, key, edna)).text()).toBe('Saved.');
    expect(await dropDamagedDraft(database, key)).toBe(false);
  });

  it('forget a person: who wrote, when, and what only they have seen', async () => {
    const carl = contributor('gazette');
    const key = await piece({}, carl);
    const mine = await DraftEditor.open(newsroom, key, carl);
    await mine.write(0, 'Words. ').send();
    const secret = await piece({}, carl);
    await (await DraftEditor.open(newsroom, secret, carl, { isPrivate: true })).write(0, 'A secret. ').send();
    const writer = `user:${carl.id ?? ''}`;
    const told = await exportDraftsOf(database, writer);
    expect(told.map(({ contentId, letters }) => [contentId, letters])).toEqual(
      expect.arrayContaining([
        [key, 7],
        [secret, 10],
      ]),
    );
    expect(await eraseDraftsOf(database, writer)).toBe(2);
    expect(await exportDraftsOf(database, writer)).toEqual([]);
    expect(await shown(key)).toMatchObject({ isChanged: true, writers: [], values: { body: 'Words. The council met.' } });
    expect(await shown(secret, ada)).toMatchObject({ epoch: null, isPrivate: false, values: { body: 'The council met.' } });
    const rows = await database.all({ sql: 'SELECT * FROM content_drafts', parameters: [] });
    expect(JSON.stringify(rows)).not.toContain(writer);
  });

  it('keep an AI from writing over what somebody typed in a translation', async () => {
    database.ports.provide(contentTranslator, {
      translate: async () => ({ texts: { title: 'Titel', description: null, body: 'Der Rat tagte.' }, model: 'm' }),
    });
    const key = await piece({ language: 'en' });
    const translate = () => newsroom.run('contents.draftTranslation', { key, as: edna, input: { language: 'de' } });
    const made = await translate();
    expect(made.value).toMatchObject({ body: 'Der Rat tagte.' });
    const one = await DraftEditor.open(newsroom, String(made.value['id']), edna);
    expect((await translate()).status).toBe(200);
    await one.receive();
    await one.write(0, 'Gestern: ').send();
    expect((await translate()).code).toBe('edited_here');
  });

  it('change nothing of a save that is rolled back', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'Typed. ').send();
    const contents = new Contents(database, makeCall({ caller: edna }));
    await expect(
      database.transaction(async () => {
        const record = await contents.require(key);
        await record.saveDraft({ through: one.through });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await shown(key)).toMatchObject({ isChanged: true, savedRev: 1, savedSequence: 0 });
    expect(await body(key)).toBe('The council met.');
    expect((await one.save()).value['body']).toBe('Typed. The council met.');
  });
});
