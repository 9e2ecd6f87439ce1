import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { anonymous, BusyError, type Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { ProvenanceReader } from '@colophon/readers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { blankPicture } from '../../../readers/src/testing/blank-picture.ts';
import { signPicture } from '../../../readers/src/testing/sign-picture.ts';
import { filesOfSuite } from '../../test/files.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn, viewer } from '../../test/support.ts';
import { Contents } from '../index.ts';
import { transparencyJsonLd } from '../transparency/json-ld.ts';
import { asGenerator } from './application-statement.ts';
import { assetFilesOf } from './asset-files.ts';
import { Assets } from './asset.ts';
import { provenanceOf, readMissingProvenance } from './read-provenance.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
const BY_AI = { action: 'c2pa.created', digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia' };
const reader = new ProvenanceReader();
afterAll(() => reader.close());

describeOnEveryDatabase('where a picture came from', (open, dialect) => {
  const files = filesOfSuite(() => database);
  let newsroom: Newsroom;
  let database: Database;
  let signed: Uint8Array;
  let asked = 0;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    signed = await signPicture(blankPicture('image/png'), {
      mimeType: 'image/png',
      actions: [{ ...BY_AI, softwareAgent: 'Painter' }],
      signedBy: 'Ada Lund',
    });
  });
  beforeEach(() => {
    asked = 0;
    files.configure({
      manifests: async () => ({
        read: (picture) => {
          asked += 1;
          return reader.read(picture);
        },
      }),
    });
  });

  const upload = async (content: Uint8Array, more: object = {}): Promise<string> => {
    const input = { content: Buffer.from(content).toString('base64'), name: 'oak.png', ...more };
    return String((await newsroom.run('assets.upload', { as: editor('acme'), input })).value['id']);
  };
  const provenance = (key: string, as = viewer('acme')) => newsroom.run('assets.getProvenance', { as, key });
  const bytesOf = async (id: string): Promise<Buffer> => buffer(await (await new Assets(database).require(id)).openFile());

  it.skipIf(dialect === 'postgres').each(TYPES)('stays in the file of the type %s byte for byte', async (mimeType) => {
    const picture = await signPicture(blankPicture(mimeType), { mimeType });
    const id = await upload(picture);
    expect((await bytesOf(id)).equals(picture)).toBe(true);
    expect((await provenance(id)).value).toMatchObject({ status: 'read', manifest: { validation: 'valid', manifests: 1 } });
  });

  it('is read once, at the upload, and told to whoever may read the asset', async () => {
    const id = await upload(signed);
    expect(asked).toBe(1);
    expect((await provenance(id)).value).toMatchObject({
      assetId: id,
      status: 'read',
      original: `https://news.example/api/v1/assets/${id}/file`,
      manifest: {
        validation: 'valid',
        signer: { name: 'Ada Lund', isTrustListed: 'not_checked' },
        claimGenerator: 'Colophon tests 1.0',
        madeByAI: 'whole',
      },
    });
    expect((await provenance(id, contributor('acme'))).status).toBe(200);
    expect([(await provenance(id, anonymous())).status, (await provenance(id, viewer('other'))).status]).toEqual([401, 404]);
    expect(asked).toBe(1);
  });

  it('is none of a picture without a manifest, which no reader is started for', async () => {
    const id = await upload(blankPicture('image/png'));
    expect((await provenance(id)).value).toMatchObject({ status: 'none', manifest: null });
    expect(asked).toBe(0);
    const elsewhere = await new Assets(database).add({ name: 'far.png', url: 'https://far.example/far.png', tenantId: 'acme' });
    expect((await provenance(elsewhere.id)).status).toBe(404);
  });

  it.skipIf(dialect === 'postgres')('is found wherever the store of files cuts the bytes', async () => {
    const bytes = Buffer.concat([signed, Buffer.from('in pieces')]);
    files.configure();
    const asset = await new Assets(database).require(await upload(bytes));
    files.configure({ manifests: async () => reader });
    const cutAt = (size: number): Buffer[] =>
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) => bytes.subarray(piece * size, (piece + 1) * size));
    const found = await provenanceOf(database, {
      id: asset.id,
      mimeType: asset.mimeType,
      openFile: async () => Readable.from(cutAt(3)),
    });
    expect(found?.status).toBe('read');
  });

  it('is unreadable where the manifest is damaged, and the upload is none the worse', async () => {
    const damaged = Buffer.from(signed);
    const at = damaged.indexOf('c2pa.claim');
    damaged.fill(0xff, at - 40, at - 20);
    const id = await upload(damaged);
    expect((await bytesOf(id)).equals(damaged)).toBe(true);
    expect((await provenance(id)).value['status']).toBe('unreadable');
    expect(asked).toBe(1);
  });

  it('is read later where nobody could read it: when it is asked for, or by the sweep', async () => {
    files.configure();
    const [first, second] = [
      await upload(Buffer.concat([signed, Buffer.from('1')])),
      await upload(Buffer.concat([signed, Buffer.from('2')])),
    ];
    expect(await provenance(first)).toMatchObject({ status: 503, code: 'not_installed' });
    let isBusy = true;
    const read = async (picture: { bytes: Uint8Array; mimeType: string }) => {
      if (isBusy) throw new BusyError('Too many pictures wait.');
      return reader.read(picture);
    };
    files.configure({ manifests: async () => ({ read }) });
    expect(await provenance(first)).toMatchObject({ status: 503, code: 'busy' });
    isBusy = false;
    expect((await provenance(first)).value['status']).toBe('read');
    expect(assetFilesOf(database).manifests).toBeDefined();
    expect(await readMissingProvenance(database, (id) => new Assets(database).get(id))).toBe(1);
    expect((await provenance(second)).value['status']).toBe('read');
    expect(await readMissingProvenance(database, (id) => new Assets(database).get(id))).toBe(0);
  });

  it('goes with its asset', async () => {
    const id = await upload(signed);
    await newsroom.run('assets.delete', { as: admin('acme'), key: id });
    expect(await database.all({ sql: `SELECT id FROM asset_provenances WHERE "assetId" = '${id}'`, parameters: [] })).toEqual([]);
  });

  it('is stated in the name of the application by nobody else, and not taken away by others', async () => {
    const stated = { generated: { aiAssisted: true, model: 'painter-2' } };
    const id = await asGenerator(() => upload(blankPicture('image/png'), { metadata: stated }));
    const as = editor('acme');
    const update = (metadata: object) => newsroom.run('assets.update', { as, key: id, input: { metadata } });
    for (const metadata of [{ generated: { aiAssisted: false } }, { generated: null }])
      expect((await update(metadata)).error?.errors).toMatchObject([{ pointer: '/metadata/generated', code: 'read_only' }]);
    expect((await update({ ...stated, note: 'x' })).value['metadata']).toEqual({ ...stated, note: 'x' });
    expect((await update({ note: 'y' })).value['metadata']).toEqual({ ...stated, note: 'y' });
    const input = { name: 'a.png', url: 'https://pictures.example/a.png', mimeType: 'image/png' };
    const forged = await newsroom.run('assets.create', {
      as: contributor('acme'),
      input: { ...input, metadata: { generated: { aiAssisted: false } } },
    });
    expect(forged.error?.errors).toMatchObject([{ pointer: '/metadata/generated', code: 'read_only' }]);
    expect((await newsroom.run('assets.create', { as: contributor('acme'), input })).value['metadata']).toEqual({});
  });

  it('is part of the account of a piece: which pictures AI made, and who says so', async () => {
    const assignment = { contentType: 'article', transparencyEnabled: true };
    expect((await newsroom.run('content-governance-assignments.create', { as: admin('acme'), input: assignment })).status).toBe(200);
    const piece = await new Contents(database).add({ type: 'article', title: 'Oaks', body: 'Oaks.', tenantId: 'acme' });
    const use = async (content: Uint8Array, metadata: object, relationship = 'inline'): Promise<string> => {
      const id = await ('generated' in metadata ? asGenerator(() => upload(content, { metadata })) : upload(content, { metadata }));
      await newsroom.run('contents.attachAsset', { as: editor('acme'), key: piece.id, input: { assetId: id, relationship } });
      return id;
    };
    const plain = blankPicture('image/png');
    const numbered = (at: number): Uint8Array => Buffer.concat([plain, Buffer.from(`${at}`)]);
    const camera = await signPicture(plain, {
      mimeType: 'image/png',
      actions: [{ action: 'c2pa.created', digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture' }],
    });
    await use(signed, {}, 'thumbnail');
    await use(numbered(1), { generated: { strategy: 'ai', aiAssisted: true, model: 'painter-2' } });
    await use(numbered(2), { generated: { strategy: 'headline' } });
    await use(numbered(3), { generation: { aiAssisted: true, model: 'by hand' } });
    await use(camera, { generation: { aiAssisted: true } });
    await use(camera, {});
    await use(numbered(4), {});
    const { value } = await newsroom.run('contents.previewTransparencyAction', { as: editor('acme'), key: piece.id });
    const pictures = value['pictures'] as { aiAssisted: boolean | null; model: string | null; toldBy: string | null }[];
    expect(pictures.map(({ aiAssisted, model, toldBy }) => [aiAssisted, model, toldBy])).toEqual([
      [true, 'Painter', 'manifest'],
      [true, 'painter-2', 'application'],
      [false, null, 'application'],
      [true, 'by hand', 'people'],
      // A camera that signs what AI has changed afterwards: whoever says so is believed.
      [true, null, 'people'],
      [false, null, 'manifest'],
      [null, null, null],
    ]);
    expect(pictures[0]).toMatchObject({
      relationship: 'thumbnail',
      digitalSourceTypes: ['trainedAlgorithmicMedia'],
      validation: 'valid',
      signer: 'Ada Lund',
    });
    const jsonLd = transparencyJsonLd(await new Contents(database).require(piece.id), value as never);
    expect((jsonLd['associatedMedia'] as { digitalSourceType: string }[]).map((each) => each.digitalSourceType.split('/').at(-1))).toEqual([
      'TrainedAlgorithmicMediaDigitalSource',
      'TrainedAlgorithmicMediaDigitalSource',
      'CompositeWithTrainedAlgorithmicMediaDigitalSource',
      'CompositeWithTrainedAlgorithmicMediaDigitalSource',
    ]);
  });
});
