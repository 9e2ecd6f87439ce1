import { AuditEntries, type Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer, watching } from '../../test/support.ts';
import { Contents } from '../content/contents.ts';
import { ContentVersions } from './content-version.ts';
import { pruneVersions } from './prune-versions.ts';
import { diffWords } from '../rendering/word-diff.ts';

describeOnEveryDatabase('versions', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const create = async (input: object): Promise<string> =>
    String((await newsroom.run('contents.create', { input: { type: 'article', ...input } })).value['id']);
  const snapshot = (key: string, input: object = {}) => newsroom.run('contents.mutateVersionAction', { key, input });

  it('are numbered from 1 in each record, whatever their kind, and listed latest first without snapshots', async () => {
    const key = await create({ title: 'Numbered' });
    for (const kind of ['manual', 'draft', 'auto-generated']) expect((await snapshot(key, { kind, summary: kind })).status).toBe(200);
    const { value } = await newsroom.run('contents.listVersions', { key });
    expect(JSON.parse(JSON.stringify(value))).toMatchObject({
      items: [
        { version: 3, kind: 'auto-generated', title: 'Numbered' },
        { version: 2, kind: 'draft' },
        { version: 1, kind: 'manual', summary: 'manual' },
      ],
      count: 3,
      limit: 50,
      offset: 0,
    });
    expect(JSON.stringify(value)).not.toContain('snapshot');
    const page = await newsroom.run('contents.listVersions', { key, input: { limit: 1, offset: 1 } });
    expect(JSON.parse(JSON.stringify(page.value))).toMatchObject({ items: [{ version: 2 }], count: 3 });
  });

  it('are listed, and drift is told, in as many queries for many of them as for one', async () => {
    const [key, citing] = [await create({ title: 'Long-lived' }), await create({ title: 'Citing' })];
    await snapshot(key);
    await newsroom.run('contents.attachReference', { key: citing, input: { targetId: key, targetVersion: 1 } });
    const asked: string[] = [];
    const contents = new Contents(watching(database, (sql) => asked.push(sql)));
    const [content, citer] = [await contents.require(key), await contents.require(citing)];
    const count = async (work: () => Promise<unknown>): Promise<number> => {
      asked.splice(0);
      await work();
      return asked.length;
    };
    const both = async () => [await count(() => content.listVersions({ limit: 10 })), await count(() => citer.getReferenceDrift())];
    expect(await both()).toEqual([2, 1]);
    for (let each = 0; each < 30; each += 1) await snapshot(key);
    expect(await both()).toEqual([2, 1]);
    expect(await citer.getReferenceDrift()).toMatchObject([{ citedVersion: 1, currentVersion: 31, isDrifted: true }]);
  });

  it('get numbers without gap or repetition when many are made at once', async () => {
    const key = await create({ title: 'Raced' });
    const content = await new Contents(newsroom.database).require(key);
    await Promise.all(Array.from({ length: 12 }, () => content.mutateVersionAction()));
    const numbers = (await content.listVersions()).map((each) => each.version);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it.each(['publication', 'correction', 'review', 'invented'])('cannot be made by hand with the kind %s', async (kind) => {
    const key = await create({ title: `Forged ${kind}` });
    expect((await snapshot(key, { kind })).status).toBe(422);
  });

  it('keep the source that an automated producer names', async () => {
    const key = await create({ title: 'Produced' });
    const made = await snapshot(key, { kind: 'auto-generated', metadata: { source: 'importer' } });
    expect(made.value).toMatchObject({ kind: 'auto-generated', metadata: { source: 'importer' } });
  });

  describe('are append-only', () => {
    it('on every surface', async () => {
      const key = String((await snapshot(await create({ title: 'Fixed' }))).value['id']);
      const as = admin();
      expect(await newsroom.run('content-versions.update', { as, key, input: { summary: 'other' } })).toMatchObject({ status: 405 });
      expect(await newsroom.run('content-versions.delete', { as, key })).toMatchObject({ status: 405, code: 'append_only' });
      const forged = { contentId: key, version: 9, kind: 'publication', snapshot: {} };
      expect(await newsroom.run('content-versions.create', { as, input: forged })).toMatchObject({ status: 403 });
      expect((await newsroom.run('content-versions.get', { key })).status).toBe(200);
    });

    it('and are read by the staff alone', async () => {
      const key = await create({ title: 'Seen', status: 'published' });
      const id = String((await snapshot(key)).value['id']);
      expect((await newsroom.run('contents.listVersions', { as: reader(), key })).status).toBe(401);
      expect((await newsroom.run('contents.listVersions', { as: editor('gazette'), key })).status).toBe(403);
      expect((await newsroom.run('contents.listVersions', { as: viewer(), key })).status).toBe(200);
      expect((await newsroom.run('content-versions.get', { as: editor('gazette'), key: id })).status).toBe(404);
      expect((await newsroom.run('contents.mutateVersionAction', { as: contributor(), key })).status).toBe(403);
    });
  });

  it('are compared field by field, and word by word in the body', async () => {
    const key = await create({ title: 'Before', body: 'The mayor said no to the plan.' });
    await snapshot(key);
    await newsroom.run('contents.update', { key, input: { title: 'After', body: 'The mayor said yes to the plan.' } });
    await snapshot(key);
    const answer = await newsroom.run('contents.diffVersions', { key, input: { from: 1, to: 2 } });
    expect(answer.value).toEqual({
      from: 1,
      to: 2,
      fields: [{ field: 'title', before: 'Before', after: 'After' }],
      body: [
        { change: 'equal', text: 'The mayor said ' },
        { change: 'delete', text: 'no' },
        { change: 'insert', text: 'yes' },
        { change: 'equal', text: ' to the plan.' },
      ],
    });
    expect((await newsroom.run('contents.diffVersions', { key, input: { from: 2 } })).value).toMatchObject({
      to: null,
      fields: [],
      body: [],
    });
    expect((await newsroom.run('contents.diffVersions', { key, input: { from: 7 } })).status).toBe(404);
  });

  it('are restored with fields, references, pins, cleared pins and assets; what came between stays in the history', async () => {
    const [key, cited, other] = [
      await create({ title: 'One', body: 'first' }),
      await create({ title: 'Two' }),
      await create({ title: 'Three' }),
    ];
    await snapshot(cited);
    const asset = String((await newsroom.run('assets.create', { input: { name: 'a.png' } })).value['id']);
    await newsroom.run('contents.attachReference', { key, input: { targetId: cited } });
    await newsroom.run('contents.attachAsset', { key, input: { assetId: asset, relationship: 'inline', sort_order: 4 } });
    const version = String((await snapshot(key)).value['id']);
    await newsroom.run('contents.update', { key, input: { title: 'Changed', body: 'second' } });
    await newsroom.run('contents.attachReference', { key, input: { targetId: cited, targetVersion: 1 } });
    await newsroom.run('contents.attachReference', { key, input: { targetId: other } });
    await newsroom.run('contents.detachAsset', { key, input: { assetId: asset } });
    const restored = await newsroom.run('contents.restoreVersion', { key, input: { versionId: version } });
    expect(restored.value).toMatchObject({ title: 'One', body: 'first', references: [{ targetId: cited, citedVersion: null }] });
    const assets = await newsroom.run('contents.getAssets', { key });
    expect(JSON.parse(JSON.stringify(assets.value))).toMatchObject({ items: [{ id: asset, relationship: 'inline', sort_order: 4 }] });
    const foreign = String((await snapshot(cited)).value['id']);
    expect((await newsroom.run('contents.restoreVersion', { key, input: { versionId: foreign } })).status).toBe(404);
  });

  it('restore from the list in code', async () => {
    const contents = new Contents(newsroom.database);
    const content = await contents.add({ title: 'Listed', body: 'a' });
    await content.mutateVersionAction({ kind: 'manual', summary: 'start' });
    content.body = 'b';
    await content.save();
    const versions = await content.listVersions();
    await versions.restoreIntoContent(versions[0]?.id ?? '');
    expect((await contents.require(content.id)).body).toBe('a');
  });

  it('made along the way are pruned; the latest, the cited, publications and corrections stay', async () => {
    const [key, citing] = [await create({ title: 'Pruned' }), await create({ title: 'Citing' })];
    for (let each = 0; each < 6; each += 1) await snapshot(key);
    await newsroom.run('contents.attachReference', { key: citing, input: { targetId: key, targetVersion: 2 } });
    const published = database.dialect.builder.updateTable('content_versions').set({ kind: 'publication' });
    await database.run(published.where('contentId', '=', key).where('version', '=', 1).compile());
    await pruneVersions(database, { keep: 2 });
    const content = await new Contents(database).require(key);
    const left = async () => (await content.listVersions()).map((each) => each.version);
    expect(await left()).toEqual([6, 5, 2, 1]);
    await pruneVersions(database, { keep: 0 });
    expect(await left()).toEqual([6, 2, 1]);
    expect((await snapshot(key)).value).toMatchObject({ version: 7 });
    await expect(pruneVersions(database, { keep: -1 })).rejects.toThrow(/keep/);
  });

  it('that a translation was made from stay, so that the changes since can be shown', async () => {
    const key = await create({ title: 'Original', language: 'en' });
    await snapshot(key);
    await newsroom.run('contents.addTranslation', { key, input: { language: 'de' } });
    await newsroom.run('contents.update', { key, input: { title: 'Changed' } });
    for (let each = 0; each < 3; each += 1) await snapshot(key);
    await pruneVersions(database, { keep: 0 });
    const content = await new Contents(database).require(key);
    expect((await content.listVersions()).map((each) => each.version)).toEqual([4, 1]);
    const outdated = (await newsroom.run('contents.listTranslations', { key })).items.find(({ language }) => language === 'de');
    expect(outdated).toMatchObject({ sourceVersion: 1, isOutdated: true });
    const shown = await newsroom.run('contents.diffVersions', { key, input: { from: Number(outdated?.['sourceVersion']) } });
    expect(shown.value).toMatchObject({ fields: [{ field: 'title', before: 'Original', after: 'Changed' }] });
  });

  it('that a publication or a deleted draft cited stay, although no reference cites them any more', async () => {
    const cited = await create({ title: 'Cited before' });
    for (let each = 0; each < 4; each += 1) await snapshot(cited);
    const cite = (key: string, targetVersion: number) =>
      newsroom.run('contents.attachReference', { key, input: { targetId: cited, targetVersion } });
    const content = await new Contents(database).require(cited);
    const left = async () => (await content.listVersions()).map((each) => each.version);
    for (const [kind, targetVersion] of [
      ['publication', 1],
      ['correction', 2],
    ] as const) {
      const citing = await create({ title: `Cites in a ${kind}` });
      await cite(citing, targetVersion);
      const { value } = await snapshot(citing);
      const ofKind = database.dialect.builder.updateTable('content_versions').set({ kind });
      await database.run(ofKind.where('id', '=', String(value['id'])).compile());
      await cite(citing, 4);
      // Publications from before are read once, and later ones then.
      await pruneVersions(database, { keep: 4 - targetVersion });
      expect(await left()).toEqual([4, 3, 2, 1]);
    }
    const draft = await create({ title: 'Deleted' });
    await cite(draft, 3);
    await newsroom.run('contents.delete', { as: admin(), key: draft });
    await pruneVersions(database, { keep: 0 });
    expect(await left()).toEqual([4, 3, 2, 1]);
  });

  it('are restored without pins on versions that were pruned', async () => {
    const [key, cited] = [await create({ title: 'Citing for a while' }), await create({ title: 'Cited for a while' })];
    await snapshot(cited);
    await newsroom.run('contents.attachReference', { key, input: { targetId: cited, targetVersion: 1 } });
    const version = String((await snapshot(key)).value['id']);
    await snapshot(key);
    const reference = { targetId: cited, targetVersion: null };
    const { value } = await newsroom.run('contents.attachReference', { key, input: reference });
    for (let each = 0; each < 2; each += 1) await snapshot(cited);
    await pruneVersions(database, { keep: 2 });
    const restore = () => newsroom.run('contents.restoreVersion', { key, input: { versionId: version } });
    expect((await restore()).value).toMatchObject({ references: [{ targetId: cited, citedVersion: null }] });
    await newsroom.run('content-references.delete', { as: admin(), key: String(value['id']) });
    expect((await restore()).value).toMatchObject({ references: [{ targetId: cited, citedVersion: null }] });
  });

  it('are pruned once when several processes prune at once, however many there are', async () => {
    const content = await new Contents(database).require(await create({ title: 'Much pruned' }));
    for (let each = 0; each < 520; each += 1) await content.mutateVersionAction();
    const audited = () => new AuditEntries(database).count({ where: { action: 'prune' } });
    const before = await audited();
    const gone = await Promise.all([0, 1, 2].map(() => pruneVersions(database, { keep: 5 })));
    expect(gone.reduce((sum, each) => sum + each)).toBe(515);
    expect((await content.listVersions()).map((each) => each.version)).toEqual([520, 519, 518, 517, 516]);
    expect((await audited()) - before).toBe(515);
  });

  it('go with a draft that is removed, and stay with what was published', async () => {
    const draft = await create({ title: 'Gone' });
    await snapshot(draft);
    await newsroom.run('contents.delete', { as: admin(), key: draft });
    expect(await new ContentVersions(newsroom.database).count({ where: { contentId: draft } })).toBe(0);
    const published = await create({ title: 'Stays', status: 'published' });
    await snapshot(published);
    await newsroom.run('contents.delete', { as: admin(), key: published });
    expect(await new ContentVersions(newsroom.database).count({ where: { contentId: published } })).toBe(1);
  });
});

describe('diffWords', () => {
  it.each([
    ['', ''],
    ['', 'a b'],
    ['a b', ''],
    ['one two three', 'one three four'],
    ['x\n\ny', 'x\ny'],
  ])('gives back both texts of %j and %j', (before, after) => {
    const parts = diffWords(before, after);
    const without = (change: string): string => parts.flatMap((part) => (part.change === change ? [] : [part.text])).join('');
    expect([without('insert'), without('delete')]).toEqual([before, after]);
  });
});
