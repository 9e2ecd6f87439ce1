import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { filesOfSuite } from '../../test/files.ts';
import { contributor, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { Contents } from '../content/contents.ts';
import type { Content } from '../content/content.ts';
import { Assets } from './asset.ts';

describeOnEveryDatabase('the assets that content uses', (open) => {
  const files = filesOfSuite();
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
    await content.setThumbnail({ name: 'one.txt', content: Buffer.from('one'), altText: 'One' });
    const one = content.thumbnailAssetId;
    expect(await roles(content)).toEqual([['thumbnail', 'one.txt']]);
    const two = await new Assets(database).add({ name: 'two.png' });
    await content.setThumbnail(two);
    expect(await roles(content)).toEqual([['thumbnail', 'two.png']]);
    await content.setThumbnail(String(one));
    expect([content.thumbnailAssetId, await roles(content)]).toEqual([one, [['thumbnail', 'one.txt']]]);
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
    await expect(content.setThumbnail({ name: 'x.txt', content: Buffer.from('never shown') })).rejects.toMatchObject({ status: 422 });
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
    await content.setThumbnail({ name: 'first.txt', content: Buffer.from('first') });
    const first = content.thumbnailAssetId;
    const version = await content.mutateVersionAction();
    await content.setThumbnail({ name: 'second.txt', content: Buffer.from('second') });
    await content.restoreVersion({ versionId: version.id });
    expect([content.thumbnailAssetId, await roles(content)]).toEqual([first, [['thumbnail', 'first.txt']]]);
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
});
