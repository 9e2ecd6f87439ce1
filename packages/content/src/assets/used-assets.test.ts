import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOfSuite } from '../../test/files.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { Contents } from '../content/contents.ts';
import type { Content } from '../content/content.ts';
import { Assets } from './asset.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
/** A picture whose bytes differ from all others. */
const picture = (name: string): Buffer => Buffer.concat([DOT, Buffer.from(name)]);

describeOnEveryDatabase('the assets that content uses', (open) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const piece = (tenantId: string | null = null): Promise<Content> =>
    new Contents(database).add({ title: 'A piece', type: 'article', tenantId });
  const roles = async (content: Content) => (await content.getAssets()).map((each) => [each.relationship, each.name]);

  it('can be made of bytes at hand', async () => {
    const content = await piece('acme');
    await content.addAsset({ name: 'notes.txt', content: Buffer.from('Interview.') }, 'source', 2);
    const [used] = await content.getAssets('source');
    expect(used).toMatchObject({
      name: 'notes.txt',
      mimeType: 'text/plain',
      sort_order: 2,
      url: `https://news.example/api/v1/assets/${used?.id}/file`,
    });
    expect(await new Assets(database).require(used?.id ?? '')).toMatchObject({ tenantId: 'acme', size: 10 });
  });

  it('keep the address of what stands elsewhere', async () => {
    const content = await piece();
    await content.addAsset(await new Assets(database).add({ name: 'x.png', url: 'https://example.org/x.png' }));
    expect((await content.getAssets())[0]?.url).toBe('https://example.org/x.png');
  });

  it('can be the thumbnail: of bytes, of an asset, of an id; the one before is one no more', async () => {
    const content = await piece();
    await content.setThumbnail({ name: 'one.png', content: picture('one'), altText: 'One' });
    const one = content.thumbnailAssetId;
    expect(await roles(content)).toEqual([['thumbnail', 'one.png']]);
    const two = await new Assets(database).add({ name: 'two.png' });
    await content.setThumbnail(two);
    expect(await roles(content)).toEqual([['thumbnail', 'two.png']]);
    await content.setThumbnail(String(one));
    expect([content.thumbnailAssetId, await roles(content)]).toEqual([one, [['thumbnail', 'one.png']]]);
  });

  it('are kept in step with thumbnailAssetId, whichever way it is set', async () => {
    const as = editor('acme');
    const [own, foreign] = [
      await new Assets(database).add({ name: 'own.png', tenantId: 'acme' }),
      await new Assets(database).add({ name: 'foreign.png', tenantId: 'other' }),
    ];
    const made = await newsroom.run('contents.create', { as, input: { title: 'By REST', type: 'article', thumbnailAssetId: own.id } });
    const key = String(made.value['id']);
    const uses = async () =>
      JSON.parse(JSON.stringify((await newsroom.run('contents.getAssets', { as, key })).value)) as { items: object[] };
    expect((await uses()).items).toMatchObject([{ id: own.id, relationship: 'thumbnail' }]);
    for (const id of [foreign.id, 'nothing', 'a\0b']) {
      const refused = await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: id } });
      expect([refused.status, refused.error?.errors[0]?.pointer]).toEqual([422, '/thumbnailAssetId']);
      const created = await newsroom.run('contents.create', { as, input: { title: 'Foreign', thumbnailAssetId: id } });
      expect([created.status, created.error?.errors[0]?.pointer]).toEqual([422, '/thumbnailAssetId']);
    }
    expect((await uses()).items).toMatchObject([{ id: own.id }]);
    const shared = await new Assets(database).add({ name: 'shared.png' });
    expect((await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: shared.id } })).status).toBe(200);
    await newsroom.run('contents.mutateVersionAction', { as, key });
    await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: own.id } });
    await shared.delete();
    const [version] = await (await new Contents(database).require(key)).listVersions();
    // The picture of then is gone.
    const restored = await newsroom.run('contents.restoreVersion', { as, key, input: { versionId: version?.id } });
    expect(restored.value).toMatchObject({ thumbnailAssetId: null });
    await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: own.id } });
    await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: null } });
    expect((await uses()).items).toEqual([]);
  });

  it('that were made for a thumbnail go again when the piece cannot be saved', async () => {
    const content = await piece('acme');
    const stored = files.keys().length;
    const records = await new Assets(database).count();
    content.title = '';
    await expect(content.setThumbnail({ name: 'x.png', content: picture('never shown') })).rejects.toMatchObject({ status: 422 });
    expect([content.thumbnailAssetId, await new Assets(database).count()]).toEqual([null, records]);
    await expect.poll(() => files.keys().length).toBe(stored);
  });

  it('cannot be removed while they are used', async () => {
    const content = await piece();
    const asset = await new Assets(database).add({ name: 'used.png' });
    await content.addAsset(asset);
    await expect(asset.delete()).rejects.toMatchObject({ status: 409 });
    await content.removeAsset(asset.id);
    await expect(asset.delete()).resolves.toBeUndefined();
  });

  it('are restored with a version, the thumbnail too', async () => {
    const content = await piece();
    await content.setThumbnail({ name: 'first.png', content: picture('first') });
    const first = content.thumbnailAssetId;
    const version = await content.mutateVersionAction();
    await content.setThumbnail({ name: 'second.png', content: picture('second') });
    await content.restoreVersion({ versionId: version.id });
    expect([content.thumbnailAssetId, await roles(content)]).toEqual([first, [['thumbnail', 'first.png']]]);
  });

  it('can be uploaded and attached by contributors to their own drafts', async () => {
    const as = contributor('acme');
    const draft = await newsroom.run('contents.create', { as, input: { title: 'Mine', type: 'article' } });
    const asset = await newsroom.run('assets.upload', { as, input: { name: 'a.txt', content: 'eA==' } });
    const attached = await newsroom.run('contents.attachAsset', {
      as,
      key: String(draft.value['id']),
      input: { assetId: asset.value['id'] },
    });
    expect(attached.status).toBe(200);
  });

  describe('that a published piece shows', () => {
    const as = editor('acme');
    const published = async (more: object = {}): Promise<{ key: string; shown: string; spare: string }> => {
      const assets = new Assets(database);
      const [shown, spare] = [
        await assets.add({ name: 'shown.png', tenantId: 'acme' }),
        await assets.add({ name: 'spare.png', tenantId: 'acme' }),
      ];
      const body = `It stood here.\n\n![The oak](/api/v1/assets/${shown.id}/file)`;
      const made = await newsroom.run('contents.create', { as, input: { title: 'The oak', type: 'article', body, ...more } });
      const key = String(made.value['id']);
      for (const { id } of [shown, spare])
        await newsroom.run('contents.attachAsset', { as, key, input: { assetId: id, relationship: 'inline' } });
      expect((await newsroom.run('contents.update', { as, key, input: { status: 'published' } })).status).toBe(200);
      return { key, shown: shown.id, spare: spare.id };
    };
    const useOf = async (key: string, assetId: string): Promise<string> => {
      const { items } = await newsroom.run('content-assets.list', { as, input: { where: { content_id: key, asset_id: assetId } } });
      return String(items[0]?.['id']);
    };
    const inUse = { status: 409, code: 'in_use', error: { message: expect.stringContaining('The oak') as string } };

    it('stay with it, by whichever operation they would go', async () => {
      const { key, shown, spare } = await published();
      expect(await newsroom.run('contents.detachAsset', { as, key, input: { assetId: shown } })).toMatchObject(inUse);
      expect(await newsroom.run('content-assets.delete', { as, key: await useOf(key, shown) })).toMatchObject(inUse);
      expect(await newsroom.run('assets.delete', { as: admin('acme'), key: shown })).toMatchObject({
        ...inUse,
        error: { extensions: { usedBy: [{ id: key, title: 'The oak' }] } },
      });
      expect((await newsroom.run('contents.detachAsset', { as, key, input: { assetId: spare } })).status).toBe(200);
      // What the text no longer shows, or no published text, can go.
      await newsroom.run('contents.update', { as, key, input: { status: 'draft' } });
      expect((await newsroom.run('contents.detachAsset', { as, key, input: { assetId: shown } })).status).toBe(200);
    });

    it('can leave one role while they have another', async () => {
      const { key, shown } = await published();
      await newsroom.run('contents.attachAsset', { as, key, input: { assetId: shown, relationship: 'attachment' } });
      expect((await newsroom.run('contents.detachAsset', { as, key, input: { assetId: shown, relationship: 'inline' } })).status).toBe(200);
      expect(await newsroom.run('contents.detachAsset', { as, key, input: { assetId: shown } })).toMatchObject(inUse);
    });

    it('are replaced as the thumbnail by a save, and stay where the text shows them', async () => {
      const { key, shown, spare } = await published();
      await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: spare } });
      expect(await newsroom.run('contents.detachAsset', { as, key, input: { assetId: spare, relationship: 'thumbnail' } })).toMatchObject(
        inUse,
      );
      await newsroom.run('contents.detachAsset', { as, key, input: { assetId: shown } });
      await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: shown } });
      await newsroom.run('contents.detachAsset', { as, key, input: { assetId: shown, relationship: 'inline' } });
      expect((await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: null } })).status).toBe(200);
      const { items } = await newsroom.run('content-assets.list', { as, input: { where: { content_id: key, asset_id: shown } } });
      expect(items).toMatchObject([{ relationship: 'inline' }]);
    });

    it('go when a version without them is restored, which passes the gate', async () => {
      const { key, shown, spare } = await published();
      await newsroom.run('contents.update', { as, key, input: { status: 'draft' } });
      const version = await newsroom.run('contents.mutateVersionAction', { as, key });
      const body = `![Another](/api/v1/assets/${spare}/file)`;
      await newsroom.run('contents.update', { as, key, input: { body } });
      await newsroom.run('contents.detachAsset', { as, key, input: { assetId: shown } });
      const later = await newsroom.run('contents.mutateVersionAction', { as, key });
      await newsroom.run('contents.restoreVersion', { as, key, input: { versionId: version.value['id'] } });
      await newsroom.run('contents.update', { as, key, input: { status: 'published' } });
      const restored = await newsroom.run('contents.restoreVersion', { as, key, input: { versionId: later.value['id'] } });
      expect([restored.status, restored.value['body']]).toEqual([200, body]);
      expect(await useOf(key, shown)).toBe('undefined');
    });

    it('keep the address of an external one, unless a save sets another', async () => {
      const assets = new Assets(database);
      const external = await assets.add({ name: 'x.png', url: 'https://example.org/x.png', tenantId: 'acme' });
      const { key } = await published({ thumbnailAssetId: external.id });
      const change = (input: object) => newsroom.run('assets.update', { as, key: external.id, input });
      expect(await change({ url: 'https://example.org/another.png' })).toMatchObject(inUse);
      expect((await change({ altText: 'An oak.' })).status).toBe(200);
      await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: null } });
      expect((await change({ url: 'https://example.org/another.png' })).status).toBe(200);
    });

    it('cannot go while the piece is being published', async () => {
      const { key, shown } = await published();
      await newsroom.run('contents.update', { as, key, input: { status: 'draft' } });
      const outcomes = await Promise.all([
        newsroom.run('contents.update', { as, key, input: { status: 'published' } }),
        newsroom.run('contents.detachAsset', { as, key, input: { assetId: shown } }),
      ]);
      const stands = (await useOf(key, shown)) !== 'undefined';
      // Either order is possible; a refusal and a removal together are not.
      expect([outcomes[0].status, outcomes[1].status]).toEqual([200, stands ? 409 : 200]);
    });

    it('are named only to those who may see the piece', async () => {
      const shared = await new Assets(database).add({ name: 'shared.png' });
      for (const tenantId of ['acme', 'other']) {
        const content = await new Contents(database).add({ title: `Secret of ${tenantId}`, type: 'article', tenantId });
        await content.addAsset(shared);
      }
      const refused = await newsroom.run('assets.delete', { as: admin(), key: shared.id });
      expect(refused).toMatchObject({ status: 409, code: 'in_use' });
      expect(JSON.stringify([refused.error?.message, refused.error?.extensions])).not.toContain('Secret');
    });
  });

  it('are a thumbnail only if browsers show them as a picture', async () => {
    const as = editor('acme');
    const made = await newsroom.run('contents.create', { as, input: { title: 'By REST', type: 'article' } });
    const key = String(made.value['id']);
    const files = { 'page.html': '<!doctype html><p>x', 'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' };
    for (const [name, text] of Object.entries(files)) {
      const asset = await newsroom.run('assets.upload', { as, input: { name, content: Buffer.from(text).toString('base64') } });
      const refused = await newsroom.run('contents.update', { as, key, input: { thumbnailAssetId: asset.value['id'] } });
      expect([refused.status, refused.error?.errors[0]]).toMatchObject([422, { pointer: '/thumbnailAssetId', code: 'not_a_picture' }]);
    }
  });
});
