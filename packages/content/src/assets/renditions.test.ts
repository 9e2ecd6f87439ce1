import { Readable } from 'node:stream';
import type { Database, Row } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { filesOfSuite } from '../../test/files.ts';
import { admin, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { AssetRenditions } from './asset-rendition.ts';
import { Assets } from './asset.ts';
import { LooseFiles } from './loose-file.ts';
import { measureMissingPictures } from './measure-pictures.ts';
import { readMissingProvenance } from './read-provenance.ts';
import { renditionOf } from './renditions.ts';

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

class PictureError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

describeOnEveryDatabase('a picture in another width', (open) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let drawn: number[] = [];
  let failing: string | undefined;
  let serial = 0;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  beforeEach(() => {
    drawn = [];
    failing = undefined;
    files.configure({
      pictures: async () => ({
        async resizePicture(bytes, { width }) {
          drawn.push(width);
          if (failing) throw new PictureError(failing);
          return { bytes: Buffer.concat([Buffer.from(`RIFF0000WEBPVP8 ${width} `), bytes]) };
        },
      }),
    });
  });

  const upload = async (content: Uint8Array = Buffer.concat([PICTURE, Buffer.from(`${(serial += 1)}`)])) => {
    const { value } = await newsroom.run('assets.upload', {
      as: editor('acme'),
      input: { content: Buffer.from(content).toString('base64'), name: 'oak.png' },
    });
    return new Assets(database).require(String(value['id']));
  };
  const rows = (): Promise<readonly Row[]> => database.all({ sql: 'SELECT * FROM asset_renditions', parameters: [] });

  it('is made once, whoever asks and however many at the same time, and kept', async () => {
    const asset = await upload();
    const made = await Promise.all(Array.from({ length: 30 }, () => renditionOf(database, asset, { width: 320 })));
    expect(new Set(made.map(({ fileKey }) => fileKey)).size).toBe(1);
    expect(await renditionOf(database, asset, { width: 320 })).toMatchObject({ width: 320, mimeType: 'image/webp', tenantId: 'acme' });
    expect(drawn).toEqual([320]);
    expect(await files.store.stat(String(made[0]?.fileKey))).toMatchObject({ size: made[0]?.size });
    expect(await new LooseFiles(database).count()).toBe(0);
  });

  it('goes with its picture, and only when the removal holds', async () => {
    const asset = await upload();
    const renditions = await Promise.all([renditionOf(database, asset, { width: 160 }), renditionOf(database, asset, { width: 640 })]);
    const removal = database.transaction(async () => {
      await new Assets(database).remove(asset.id);
      throw new Error('not after all');
    });
    await expect(removal).rejects.toThrow('not after all');
    expect((await rows()).filter((row) => row['assetId'] === asset.id)).toHaveLength(2);
    expect((await newsroom.run('assets.delete', { as: admin('acme'), key: asset.id })).status).toBe(200);
    expect((await rows()).filter((row) => row['assetId'] === asset.id)).toEqual([]);
    await expect.poll(() => files.keys().filter((key) => renditions.some(({ fileKey }) => fileKey === key))).toEqual([]);
  });

  it('is not lost with an equal one of another picture', async () => {
    const twins = await Promise.all([upload(PICTURE), upload(PICTURE)]);
    const [one, other] = [await renditionOf(database, twins[0], { width: 160 }), await renditionOf(database, twins[1], { width: 160 })];
    expect(one.fileKey).toBe(other.fileKey);
    await newsroom.run('assets.delete', { as: admin('acme'), key: twins[0].id });
    expect(await files.store.stat(other.fileKey)).toBeDefined();
  });

  it('is none of a file that is no picture made of points, nor of one that stands elsewhere', async () => {
    for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.4\n', 'text'])
      await expect(renditionOf(database, await upload(Buffer.from(content)), { width: 160 })).rejects.toMatchObject({
        code: 'not_a_picture',
      });
    expect(drawn).toEqual([]);
  });

  it('is refused with the reason, and damage is not read again with every request', async () => {
    const asset = await upload();
    failing = 'not_a_picture';
    for (let turn = 0; turn < 3; turn += 1)
      await expect(renditionOf(database, asset, { width: 160 })).rejects.toMatchObject({ status: 422, code: 'not_a_picture' });
    expect(drawn).toEqual([160]);
    failing = 'not_installed';
    await expect(renditionOf(database, await upload(), { width: 160 })).rejects.toMatchObject({ status: 503, code: 'not_installed' });
    files.configure({});
    await expect(renditionOf(database, await upload(), { width: 160 })).rejects.toMatchObject({ status: 503, code: 'not_installed' });
    expect((await rows()).filter((row) => row['assetId'] === asset.id)).toEqual([]);
  });

  it('leaves nothing behind when the picture is removed meanwhile, or the store fails', async () => {
    const before = files.keys().length;
    const gone = await upload();
    await newsroom.run('assets.delete', { as: admin('acme'), key: gone.id });
    await expect(renditionOf(database, gone, { width: 160 })).rejects.toMatchObject({ status: expect.any(Number) });
    const asset = await upload();
    files.fail('put');
    await expect(renditionOf(database, asset, { width: 160 })).rejects.toMatchObject({ status: 503 });
    await expect.poll(() => files.keys().length).toBe(before + 1);
    expect(await new AssetRenditions(database).count({ where: { assetId: asset.id } })).toBe(0);
  });

  it('is refused when too many wait already', async () => {
    const assets = await Promise.all(Array.from({ length: 220 }, () => upload()));
    const answers = await Promise.allSettled(assets.map((asset) => renditionOf(database, asset, { width: 160 })));
    const refused = answers.filter((each) => each.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ reason }) => (reason as { code: string }).code === 'busy')).toBe(true);
    expect(await renditionOf(database, assets[219] ?? (await upload()), { width: 160 })).toMatchObject({ width: 160 });
  });

  it('is measured at the upload, and by the sweep if that was not possible', async () => {
    const sizes = () => database.all({ sql: 'SELECT * FROM asset_dimensions ORDER BY id', parameters: [] });
    const sizeOf = async ({ id }: { id: string }) => (await sizes()).filter((row) => row['assetId'] === id);
    const open = (id: string) => new Assets(database).get(id);
    const describing = (describePicture: () => Promise<{ width: number; height: number; isAnimated: boolean }>) =>
      files.configure({ pictures: async () => ({ resizePicture: async (bytes) => ({ bytes }), describePicture }) });
    const early = await upload();
    expect(await sizeOf(early)).toEqual([]);
    describing(async () => ({ width: 640, height: 480, isAnimated: false }));
    const measured = await upload();
    expect(await sizeOf(measured)).toMatchObject([{ width: 640, height: 480 }]);
    describing(() => Promise.reject(new PictureError('not_installed')));
    expect(await measureMissingPictures(database, open)).toBe(0);
    describing(() => Promise.reject(new PictureError('not_a_picture')));
    expect(await measureMissingPictures(database, open)).toBeGreaterThan(0);
    // What is no picture is not read again.
    expect(await sizeOf(early)).toMatchObject([{ width: null }]);
    expect((await newsroom.run('assets.delete', { as: admin('acme'), key: measured.id })).status).toBe(200);
    expect(await sizeOf(measured)).toEqual([]);
  });

  it('is measured although the file of a later one is lost or damaged', async () => {
    files.configure({});
    const [good, damaged, lost] = [await upload(), await upload(), await upload()];
    const { store } = files;
    files.configure({
      pictures: async () => ({
        resizePicture: async (given) => ({ bytes: given }),
        describePicture: async () => ({ width: 2, height: 1, isAnimated: false }),
      }),
      manifests: async () => ({ readManifest: async () => null }) as never,
      store: {
        ...store,
        get: async (key, range) =>
          key === lost.fileKey ? undefined : key === damaged.fileKey ? Readable.from([Buffer.from('other')]) : store.get(key, range),
      },
    });
    await database.run({ sql: 'DELETE FROM asset_provenances', parameters: [] });
    const open = (id: string) => new Assets(database).get(id);
    await measureMissingPictures(database, open);
    await readMissingProvenance(database, open);
    const known = async (table: string) =>
      (await database.all({ sql: `SELECT "assetId" FROM ${table}`, parameters: [] })).map((row) => row['assetId']);
    for (const table of ['asset_dimensions', 'asset_provenances']) {
      expect(await known(table)).toContain(good.id);
      expect(await known(table)).not.toContain(damaged.id);
    }
  });
});
