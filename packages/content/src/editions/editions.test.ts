import { type Database, SYSTEM_CALL } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Tags } from '@colophon/tags';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOfSuite } from '../../test/files.ts';
import { admin, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { Assets, Contents, currentEdition, requireAsPublished } from '../index.ts';
import { freezeFirstEditions, recheckPendingChanges } from './first-editions.ts';
import { ContentEditions } from './record/content-edition.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

describeOnEveryDatabase('editions', (open) => {
  filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const run = async (id: string, request: Parameters<Newsroom['run']>[1] = {}) => {
    const result = await newsroom.run(id, request);
    if (result.error) throw result.error;
    return result.value;
  };
  const make = async (input: object = {}): Promise<string> =>
    String((await run('contents.create', { input: { type: 'note', title: 'Oaks', body: 'They stand.', ...input } }))['id']);
  const picture = async (name = 'oak.png'): Promise<string> =>
    (await new Assets(database).add({ name, altText: `An ${name}`, mimeType: 'image/png', url: `https://pictures.example/${name}` })).id;
  const attach = (key: string, assetId: string, relationship = 'inline') =>
    run('contents.attachAsset', { key, input: { assetId, relationship } });
  const publish = (key: string, input: object = {}) => run('contents.publishAction', { key, input });
  const editionsOf = async (key: string) =>
    (await new ContentEditions(database).list({ where: { contentId: key }, orderBy: 'number' })).map(
      ({ number, kind }) => `${number} ${kind}`,
    );
  const asReader = (key: string) => run('contents.get', { key, as: reader() });
  const changesOf = async (key: string) =>
    ((await run('contents.getPublication', { key }))['changed'] as { what: string; id: string }[]).map(({ what, id }) => `${what} ${id}`);
  const pendingOf = async (key: string) => (await run('contents.get', { key, as: viewer() }))['changedSincePublication'];

  it('are made by publishing, by changing what is published, by a correction, and by taking it back', async () => {
    const key = await make();
    expect(await editionsOf(key)).toEqual([]);
    await publish(key);
    await run('contents.update', { key, input: { title: 'Old oaks' } });
    await run('contents.issueCorrectionAction', { key, input: { type: 'correction', summary: 'They are beeches.' } });
    await run('contents.update', { key, input: { status: 'archived' } });
    await run('contents.update', { key, input: { status: 'published' } });
    expect(await editionsOf(key)).toEqual(['1 publication', '2 publication', '3 correction', '4 unpublication', '5 publication']);
  });

  it('name which part of a picture is shown, and what is shown from other hosts', async () => {
    const key = await make({ body: 'A ![storm](https://elsewhere.example/storm.gif).' });
    const assetId = (await new Assets(database).upload({ name: 'oak.png', content: DOT.toString('base64') })).id;
    await attach(key, assetId);
    const [use] = (await newsroom.run('content-assets.list', { input: { where: { content_id: key } } })).items;
    const crop = { x: 0.1, y: 0, width: 0.5, height: 1 };
    await run('content-assets.update', { key: String(use?.['id']), input: { crop, focal: { x: 0.3, y: 0.4 } } });
    await publish(key);
    expect((await currentEdition(database, key))?.shown).toMatchObject({
      pictures: [{ assetId, crop, focal: { x: 0.3, y: 0.4 } }],
      remote: ['https://elsewhere.example/storm.gif'],
    });
    await run('content-assets.update', { key: String(use?.['id']), input: { crop: null } });
    expect(await changesOf(key)).toEqual([`picture ${assetId}`]);
    for (const [wrong, pointer] of [
      [{ crop: { ...crop, x: 0.6 } }, '/crop/width'],
      [{ crop: { ...crop, width: 0 } }, '/crop/width'],
      [{ focal: { x: 2, y: 0 } }, '/focal/x'],
      [{ focal: 'top' }, '/focal'],
    ] as const) {
      const { status, error } = await newsroom.run('content-assets.update', { key: String(use?.['id']), input: wrong });
      expect([status, error?.errors?.[0]?.pointer]).toEqual([422, pointer]);
    }
  });

  it('say in lists what changed since, to the staff of the tenant alone', async () => {
    const [changed, same, draft] = [await make(), await make(), await make()];
    for (const key of [changed, same]) await publish(key);
    for (const key of [changed, draft]) await attach(key, await picture());
    const listed = async (where: object, as = viewer()) => {
      const { items, error } = await newsroom.run('contents.list', { input: { where }, as });
      return error ? error.code : items.map(({ id }) => id).filter((id) => [changed, same, draft].includes(String(id)));
    };
    expect(await listed({ changedSincePublication: true })).toEqual([changed]);
    expect(await listed({ all: [{ changedSincePublication: 'true' }, { title: 'Oaks' }] })).toEqual([changed]);
    expect(await listed({ changedSincePublication: true, title: 'Other' })).toEqual([]);
    expect(await listed({ changedSincePublication: true }, viewer('other'))).toEqual([]);
    expect(await listed({ changedSincePublication: true }, reader())).toBe('unauthenticated');
    expect(await listed({ changedSincePublication: false })).toBe('faulty_query');
    expect(
      (await newsroom.run('contents.list', { input: { where: { changedSincePublication: true }, count: 'exact' }, as: viewer() })).error,
    ).toBeUndefined();
    await publish(changed);
    expect(await listed({ changedSincePublication: true })).toEqual([]);
  });

  it('are a chain: each contains the digest of the one before', async () => {
    const key = await make({ status: 'published' });
    await run('contents.update', { key, input: { body: 'They stood.' } });
    const { items } = await newsroom.run('contents.listEditions', { key, as: reader() });
    expect(items.map(({ number, previous }) => [number, previous])).toEqual([
      [2, items[1]?.['digest']],
      [1, null],
    ]);
    expect(new Set(items.map(({ textDigest }) => textDigest)).size).toBe(2);
    expect(items.every(({ digest }) => /^sha256:[0-9a-f]{64}$/.test(String(digest)))).toBe(true);
  });

  it('are not made by a save that changes nothing for readers', async () => {
    const key = await make({ status: 'published' });
    await run('contents.update', { key, input: { publishAt: null, state: 'highlighted' } });
    await publish(key);
    expect(await editionsOf(key)).toEqual(['1 publication']);
  });

  describe('show readers what was published with them, and nothing else', () => {
    it('references: one that is added or removed later waits until the piece is published again', async () => {
      const [cited, other] = [await make({ title: 'Cited', status: 'published' }), await make({ title: 'Other', status: 'published' })];
      const key = await make();
      await run('contents.attachReference', { key, input: { targetId: cited } });
      await publish(key);
      await run('contents.attachReference', { key, input: { targetId: other } });
      await run('contents.removeReference', { key, input: { targetId: cited } });
      const targets = async () => ((await asReader(key))['references'] as { targetId: string }[]).map(({ targetId }) => targetId);
      expect(await targets()).toEqual([cited]);
      const { items } = await newsroom.run('contents.getReferences', { key, as: reader() });
      expect(items).toMatchObject([{ targetId: cited, title: 'Cited' }]);
      expect(((await run('contents.get', { key }))['references'] as object[]).length).toBe(1);
      expect((await changesOf(key)).toSorted()).toEqual([`reference ${cited}`, `reference ${other}`].toSorted());
      await publish(key);
      expect(await targets()).toEqual([other]);
      expect(await pendingOf(key)).toEqual([]);
    });

    it('the title of a cited piece as it was printed', async () => {
      const cited = await make({ title: 'As printed', status: 'published' });
      const key = await make();
      await run('contents.attachReference', { key, input: { targetId: cited } });
      await publish(key);
      await run('contents.update', { key: cited, input: { title: 'Renamed' } });
      const { items } = await newsroom.run('contents.getReferences', { key, as: reader() });
      expect(items).toMatchObject([{ title: 'As printed' }]);
    });

    it('tags: after a merge, a renaming or a deletion, readers get those that were published', async () => {
      const tags = new Tags(database);
      for (const slug of ['elm', 'ash', 'yew', 'trees']) await tags.ensureTags([{ slug, name: slug.toUpperCase() }]);
      const key = await make({ tags: ['elm', 'ash', 'yew'], status: 'published' });
      await run('tags.merge', { key: 'elm', as: admin(), input: { to_slug: 'trees' } });
      await (await tags.require('ash')).delete();
      const yew = await tags.require('yew');
      yew.name = 'Taxus';
      await yew.save();
      expect((await asReader(key))['tags']).toEqual(['elm', 'ash', 'yew']);
      expect((await newsroom.run('contents.list', { as: reader(), input: { where: { id: key }, fields: ['tags'] } })).items).toEqual([
        { id: key, tags: ['elm', 'ash', 'yew'] },
      ]);
      expect((await run('contents.get', { key }))['tags']).toEqual(['trees', 'yew']);
      expect((await currentEdition(database, key))?.shown.tags.map(({ name }) => name)).toEqual(['ELM', 'ASH', 'YEW']);
      expect(await pendingOf(key)).toEqual(['tag']);
      await publish(key);
      expect((await asReader(key))['tags']).toEqual(['trees', 'yew']);
      expect((await currentEdition(database, key))?.shown.tags.map(({ name }) => name)).toEqual(['TREES', 'Taxus']);
    });

    it('pictures: attaching, detaching and describing one marks the piece, and changes nothing for readers', async () => {
      const [first, second] = [await picture('oak.png'), await picture('elm.png')];
      const key = await make();
      await attach(key, first);
      await publish(key);
      const shown = async () => (await currentEdition(database, key))?.shown.pictures.map(({ assetId, altText }) => [assetId, altText]);
      await attach(key, second);
      await run('contents.detachAsset', { key, input: { assetId: first } });
      await run('assets.update', { key: first, input: { altText: 'Something else' } });
      expect(await shown()).toEqual([[first, 'An oak.png']]);
      expect(await pendingOf(key)).toEqual(['picture']);
      await publish(key);
      expect(await shown()).toEqual([[second, 'An elm.png']]);
    });

    it('the words about a picture: alt text, caption, credit and rights of every piece that shows it', async () => {
      const asset = await picture();
      const keys = [await make(), await make()];
      for (const key of keys) {
        await attach(key, asset);
        await publish(key);
      }
      await run('assets.update', { key: asset, input: { credit: 'Ada', license: 'https://licences.example/free' } });
      for (const key of keys) {
        expect(await pendingOf(key)).toEqual(['picture']);
        expect((await currentEdition(database, key))?.shown.pictures[0]).toMatchObject({ credit: null, license: null });
      }
    });

    it('an asset that an edition shows cannot be deleted', async () => {
      const asset = await picture();
      const key = await make();
      await attach(key, asset);
      await publish(key);
      await run('contents.detachAsset', { key, input: { assetId: asset } });
      const { status, error } = await newsroom.run('assets.delete', { key: asset, as: admin() });
      expect([status, error?.code]).toEqual([409, 'in_use']);
      expect(error?.message).toContain(key);
    });
  });

  it('are marked as changed only while they differ', async () => {
    const [asset, key] = [await picture(), await make()];
    await publish(key);
    await attach(key, asset);
    await run('contents.detachAsset', { key, input: { assetId: asset } });
    expect(await pendingOf(key)).toEqual(['picture']);
    expect(await changesOf(key)).toEqual([]);
    const earlier = database.dialect.encode('datetime', '2026-01-01T00:00:00.000Z');
    await database.run(database.dialect.builder.updateTable('content_pending_changes').set({ updated_at: earlier }).compile());
    await recheckPendingChanges(database);
    expect(await pendingOf(key)).toEqual([]);
  });

  describe('withhold', () => {
    it('a picture at once, in an edition of its own, until it is lifted', async () => {
      const [asset, kept] = [await picture('a.png'), await picture('b.png')];
      const key = await make();
      for (const each of [asset, kept]) await attach(key, each);
      await publish(key);
      const withheld = { kind: 'picture', objectId: asset, code: 'court_order', note: 'Order 7' };
      await run('contents.withholdAction', { key, input: withheld });
      const shown = async () => (await currentEdition(database, key))?.shown;
      expect(await shown()).toMatchObject({
        pictures: [{ assetId: kept }],
        withheld: [{ kind: 'picture', id: asset, code: 'court_order' }],
      });
      expect(await changesOf(key)).toEqual([]);
      // Another change of the piece does not bring it back.
      await run('contents.update', { key, input: { title: 'Edited' } });
      expect((await shown())?.pictures.map(({ assetId }) => assetId)).toEqual([kept]);
      expect((await publish(key, { lift: [{ kind: 'picture', objectId: asset }] }))['number']).toBe(4);
      expect(await shown()).toMatchObject({ pictures: [{ assetId: asset }, { assetId: kept }], withheld: [] });
      expect(await editionsOf(key)).toEqual(['1 publication', '2 withholding', '3 publication', '4 publication']);
    });

    it('nothing that readers do not get, and only by editors', async () => {
      const key = await make({ status: 'published' });
      const input = { kind: 'picture', objectId: 'nothing', code: 'rights' };
      expect((await newsroom.run('contents.withholdAction', { key, input })).status).toBe(404);
      expect((await newsroom.run('contents.withholdAction', { key, input, as: viewer() })).status).toBe(403);
      expect((await newsroom.run('contents.withholdAction', { key: await make(), input })).code).toBe('not_published');
    });
  });

  describe('are published again', () => {
    it('with a notice to readers, both or neither', async () => {
      const key = await make({ status: 'published' });
      await attach(key, await picture());
      const faulty = { correction: { type: 'correction', summary: '' } };
      expect((await newsroom.run('contents.publishAction', { key, input: faulty })).status).toBe(422);
      expect(await editionsOf(key)).toEqual(['1 publication']);
      await publish(key, { correction: { type: 'clarification', summary: 'A picture was added.' } });
      expect(await editionsOf(key)).toEqual(['1 publication', '2 publication', '3 correction']);
    });

    it('not by contributors, and not over a revision that the caller has not read', async () => {
      const key = await make({ status: 'published' });
      expect((await newsroom.run('contents.publishAction', { key, input: {}, as: viewer() })).status).toBe(403);
      const stale = await new Contents(database).require(key);
      await run('contents.update', { key, input: { title: 'Meanwhile' } });
      await expect(stale.publishAction()).rejects.toMatchObject({ code: 'stale' });
    });

    it('as what the gate judged, although somebody attaches to it at the same time', async () => {
      const keys = await Promise.all(Array.from({ length: 10 }, () => make()));
      const assets = await Promise.all(keys.map((_, index) => picture(`${index}.png`)));
      await Promise.all(keys.flatMap((key, index) => [publish(key), attach(key, String(assets[index]))]));
      for (const [index, key] of keys.entries()) {
        const shown = (await currentEdition(database, key))?.shown.pictures.map(({ assetId }) => assetId) ?? [];
        expect([...shown, ...(await changesOf(key)).map((each) => each.replace('picture ', ''))]).toEqual([assets[index]]);
      }
    });
  });

  it('of pieces from before there were editions are frozen in the background', async () => {
    const key = await make({ status: 'published', tags: ['early'] });
    for (const table of ['content_shown_files', 'content_editions'])
      await database.run(database.dialect.builder.deleteFrom(table).where('contentId', '=', key).compile());
    // A record that cannot be read holds up no other.
    const broken = await make({ status: 'published' });
    await database.run(database.dialect.builder.deleteFrom('content_editions').where('contentId', '=', broken).compile());
    const { builder, name } = database.dialect;
    // PostgreSQL refuses to store what is no JSON.
    if (name === 'sqlite') await database.run(builder.updateTable('contents').set({ authors: '{' }).where('id', '=', broken).compile());
    const frozen = freezeFirstEditions(database);
    if (name === 'sqlite') await expect(frozen).rejects.toThrow('1 of 2 records');
    else expect(await frozen).toBe(2);
    expect(await editionsOf(key)).toEqual(['1 publication']);
    expect(await freezeFirstEditions(database)).toBe(0);
    await requireAsPublished(await new Contents(database).require(key), (await currentEdition(database, key)) ?? expect.fail('it has one'));
  });

  it('tell a text that was changed in the database from the one that was published', async () => {
    const key = await make({ status: 'published', metadata: { amount: 1e21, list: [1.5, 'é'] }, publish_date: '2026-01-02T03:04:05Z' });
    const edition = await currentEdition(database, key);
    const check = async () =>
      requireAsPublished(await new Contents(database, SYSTEM_CALL).require(key), edition ?? expect.fail('it has one'));
    await check();
    await database.run(database.dialect.builder.updateTable('contents').set({ body: 'Forged.' }).where('id', '=', key).compile());
    await expect(check()).rejects.toMatchObject({ status: 503, code: 'not_as_published' });
    expect(await newsroom.run('contents.get', { key, as: reader() })).toMatchObject({ status: 503, code: 'not_as_published' });
    expect(await run('contents.get', { key })).toMatchObject({ body: 'Forged.' });
  });
});
