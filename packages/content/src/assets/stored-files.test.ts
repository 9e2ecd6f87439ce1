import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Database, makeCall } from '@colophon/core';
import { newFileKey, StorageFullError } from '@colophon/core/files';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { filesOfSuite } from '../../test/files.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn, viewer } from '../../test/support.ts';
import { assetFiles } from './asset-files.ts';
import { Assets } from './asset.ts';
import { LooseFiles } from './loose-file.ts';
import { sweepAssetFiles } from './sweep-files.ts';

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

describeOnEveryDatabase('the stored files of assets', (open) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const upload = (content: Uint8Array | string, more: object = {}, as = editor('acme')) =>
    newsroom.run('assets.upload', { as, input: { content: Buffer.from(content).toString('base64'), name: 'a.txt', ...more } });
  const remove = (id: unknown, as = admin('acme')) => newsroom.run('assets.delete', { as, key: String(id) });
  const loose = () => new LooseFiles(database).count();
  const bytesOf = async (id: unknown): Promise<string> =>
    Buffer.concat(await (await (await new Assets(database).require(String(id))).openFile()).toArray()).toString();
  /** What goes after a commit goes in its own time. */
  const settled = (check: () => void | Promise<void>) => expect.poll(async () => (await check(), true)).toBe(true);

  it('have the type, size and hash of their bytes, and a name without a path', async () => {
    const { value } = await upload(PICTURE, {
      name: '../x/page.html',
      altText: 'A dot',
      description: 'Small',
      metadata: { from: 'a test' },
    });
    expect(value).toMatchObject({
      name: 'page.html.png',
      mimeType: 'image/png',
      size: 70,
      sha256: '497790947d4666760ce38f3c00e852c71fdb66cae849bae8e9ede352719e1581',
      altText: 'A dot',
      description: 'Small',
      metadata: { from: 'a test' },
      url: null,
      tenantId: 'acme',
      fileUrl: `https://news.example/api/v1/assets/${String(value['id'])}/file`,
    });
    expect(JSON.stringify(value)).not.toContain('fileKey');
    expect(files.halves()).toEqual([]);
    expect(await loose()).toBe(0);
  });

  it('are of contributors and above to upload', async () => {
    expect((await upload('x', {}, viewer('acme'))).status).toBe(403);
    expect((await upload('from a contributor', {}, contributor('acme'))).status).toBe(200);
  });

  it('are refused when they are empty, no base64, programs, or not in the list; nothing is kept', async () => {
    const before = files.keys().length;
    expect(await upload('')).toMatchObject({ status: 422, code: 'validation' });
    expect(await newsroom.run('assets.upload', { input: { content: 'not base64!', name: 'a' } })).toMatchObject({ status: 422 });
    expect(await upload('#!/bin/sh\n')).toMatchObject({ status: 415, code: 'file_type_refused' });
    files.configure({ types: ['image/*'] });
    expect(await upload('only text')).toMatchObject({ status: 415, error: { hint: expect.stringContaining('image/*') } });
    files.configure({ limit: 10 });
    expect(await upload('more than ten bytes')).toMatchObject({ status: 413 });
    expect([files.keys().length, files.halves(), await loose()]).toEqual([before, [], 0]);
  });

  it('say what they are, whatever anyone else says; what stands elsewhere is anyone’s word, as before', async () => {
    const { value } = await upload('said once');
    for (const change of [{ mimeType: 'text/html' }, { size: 1 }, { sha256: 'a'.repeat(64) }, { url: 'https://example.org/x' }]) {
      expect(await newsroom.run('assets.update', { as: editor('acme'), key: String(value['id']), input: change })).toMatchObject({
        status: 422,
      });
    }
    for (const name of ['fileKey', 'fileUrl']) {
      const forged = await newsroom.run('assets.create', { input: { name: 'x', [name]: newFileKey() } });
      expect([name, forged.status]).toEqual([name, 422]);
    }
    expect(
      await newsroom.run('assets.update', { as: editor('acme'), key: String(value['id']), input: { ...value, altText: 'Said' } }),
    ).toMatchObject({
      status: 200,
      value: { altText: 'Said' },
    });
    const elsewhere = await newsroom.run('assets.create', {
      input: { name: 'x.png', mimeType: 'image/png', size: 5, url: 'https://example.org/x.png' },
    });
    expect(elsewhere.value).toMatchObject({ mimeType: 'image/png', fileUrl: null });
    expect((await newsroom.run('assets.update', { key: String(elsewhere.value['id']), input: { size: 6 } })).status).toBe(200);
    await expect(bytesOf(elsewhere.value['id'])).rejects.toMatchObject({ status: 404 });
  });

  it('of equal bytes are stored once in a tenant, as many assets as there were uploads', async () => {
    const before = files.keys().length;
    const content = randomBytes(5000);
    const made = await Promise.all(Array.from({ length: 8 }, () => upload(content)));
    expect(new Set(made.map((each) => each.value['id'])).size).toBe(8);
    await settled(() => expect(files.keys()).toHaveLength(before + 1));
    await upload(content, {}, editor('other'));
    expect(files.keys()).toHaveLength(before + 2);
    expect(await loose()).toBe(0);
  });

  it('are stored again where equal ones are lost from the store', async () => {
    const lost = await upload('lost and found');
    const { fileKey } = await new Assets(database).require(String(lost.value['id']));
    await files.store.delete(String(fileKey));
    await expect(bytesOf(lost.value['id'])).rejects.toMatchObject({ status: 404 });
    const found = await upload('lost and found');
    expect(await bytesOf(found.value['id'])).toBe('lost and found');
  });

  it('go with the last asset that has them, and not before', async () => {
    const before = files.keys();
    const [one, other] = [await upload('twice used'), await upload('twice used')];
    expect((await remove(one.value['id'])).status).toBe(200);
    expect(await bytesOf(other.value['id'])).toBe('twice used');
    expect((await remove(other.value['id'])).status).toBe(200);
    await settled(async () => {
      expect(files.keys()).toEqual(before);
      expect(await loose()).toBe(0);
    });
  });

  it('stay when the removal does not hold', async () => {
    const { value } = await upload('kept after all');
    const asset = await new Assets(database).require(String(value['id']));
    await expect(
      database.transaction(async () => {
        await asset.delete();
        throw new Error('no, after all');
      }),
    ).rejects.toThrow('no, after all');
    expect(await bytesOf(value['id'])).toBe('kept after all');
  });

  it('are never lost to a removal of equal bytes at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const content = `raced ${round}`;
      const first = await upload(content);
      const [, ...others] = await Promise.all([remove(first.value['id']), upload(content), upload(content)]);
      for (const { value } of others) expect(await bytesOf(value['id'])).toBe(content);
    }
    await settled(async () => expect(await loose()).toBe(0));
  });

  it('leave neither record nor bytes when the store or the database does not take them', async () => {
    const [records, stored] = [await new Assets(database).count(), files.keys().length];
    files.fail('put', new StorageFullError());
    expect(await upload('no room')).toMatchObject({ status: 507, code: 'storage_full' });
    files.fail('put');
    expect(await upload('no answer')).toMatchObject({ status: 503, code: 'unavailable' });
    expect([await new Assets(database).count(), files.keys().length, files.halves(), await loose()]).toEqual([records, stored, [], 0]);
  });

  it('leave no bytes when the record cannot be saved', async () => {
    const stored = files.keys().length;
    const assets = new Assets(database, makeCall({ caller: editor('acme') }));
    await expect(assets.upload({ content: 'eA==', name: 'x', description: 'd'.repeat(6000) })).rejects.toMatchObject({ status: 422 });
    await expect(
      database.transaction(async () => {
        await assets.upload({ content: Buffer.from('rolled back').toString('base64'), name: 'x' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await settled(() => expect(files.keys()).toHaveLength(stored));
    expect(await loose()).toBe(0);
  });

  it('that a crash left without an asset are found by a sweep, and no others', async () => {
    const standing = await upload('standing');
    const stored = files.keys().length;
    const orphan = newFileKey();
    await new LooseFiles(database).add({ fileKey: orphan });
    await files.store.put(orphan, { size: 1, sha256: '', open: () => Readable.from([Buffer.from('x')]) });
    expect(files.keys()).toHaveLength(stored + 1);
    await sweepAssetFiles(database);
    expect(await loose()).toBe(1);
    expect(await sweepAssetFiles(database, { grace: -1000 })).toMatchObject({ removed: 1, left: 0 });
    expect([files.keys().length, await loose()]).toEqual([stored, 0]);
    expect(await bytesOf(standing.value['id'])).toBe('standing');
  });

  it('that the store would not remove are left to the next sweep', async () => {
    const before = files.keys().length;
    const { value } = await upload('hard to remove');
    files.fail('delete');
    expect((await remove(value['id'])).status).toBe(200);
    expect(await sweepAssetFiles(database, { grace: -1000 })).toMatchObject({ removed: 0, left: 1 });
    expect(files.keys()).toHaveLength(before + 1);
  });

  it('are not looked for by a process that keeps none, nor can it take any', async () => {
    database.ports.provide(assetFiles, undefined);
    expect(await sweepAssetFiles(database, { grace: -1000 })).toEqual({ removed: 0, left: 0, halves: 0 });
    expect(await loose()).toBe(1);
    expect(await upload('nowhere to go')).toMatchObject({
      status: 503,
      code: 'unavailable',
      error: { hint: expect.stringContaining('url') },
    });
  });

  it('that could not be removed then, are by the next sweep', async () => {
    expect(await sweepAssetFiles(database, { grace: -1000 })).toMatchObject({ removed: 1, left: 0 });
    expect(await loose()).toBe(0);
  });
});
