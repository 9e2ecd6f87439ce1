import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankPicture } from '../testing/blank-picture.ts';
import { type SignedPictureOptions, signPicture } from '../testing/sign-picture.ts';
import { ProvenanceReader } from './provenance-reader.ts';

const reader = new ProvenanceReader();
afterAll(() => reader.close());
const AI = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

describe.each(['image/jpeg', 'image/png', 'image/webp'] as const)('the manifest of a picture of the type %s', (mimeType) => {
  let signed: Uint8Array;
  beforeAll(async () => {
    signed = await signPicture(blankPicture(mimeType), {
      mimeType,
      signedBy: 'Ada\u202e Lund',
      actions: [
        { action: 'c2pa.created', digitalSourceType: AI, softwareAgent: 'Painter' },
        { action: 'c2pa.cropped', digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/minorHumanEdits' },
      ],
      ingredients: ['Sky'],
    });
  });

  it('is read: the signer, the actions, and that the picture is unchanged', async () => {
    expect(await reader.read({ bytes: signed, mimeType })).toEqual({
      validation: 'valid',
      faults: [],
      signer: { name: 'Ada Lund', organization: 'Colophon tests', issuer: 'Test Authority', isTrustListed: 'not_checked' },
      signedAt: null,
      claimGenerator: 'Colophon tests 1.0',
      title: null,
      actions: [
        { action: 'c2pa.created', digitalSourceType: 'trainedAlgorithmicMedia', softwareAgent: 'Painter', description: null },
        { action: 'c2pa.cropped', digitalSourceType: 'minorHumanEdits', softwareAgent: null, description: null },
      ],
      ingredients: [{ title: 'Sky', format: mimeType, relationship: 'componentOf', hasManifest: false }],
      madeByAI: 'whole',
      manifests: 1,
    });
  });

  it('is invalid after a byte of the picture was changed, and still describes its origin', async () => {
    const changed = signed.slice();
    const last = mimeType === 'image/webp' ? 25 : changed.length - (mimeType === 'image/png' ? 14 : 4);
    changed[last] = (changed[last] ?? 0) ^ 1;
    const read = await reader.read({ bytes: changed, mimeType });
    expect(read).toMatchObject({ validation: 'invalid', madeByAI: 'whole' });
    expect(read?.faults).toContain('assertion.dataHash.mismatch');
  });

  it('is null if the picture has none', async () => {
    expect(await reader.read({ bytes: blankPicture(mimeType), mimeType })).toBeNull();
  });
});

describe('untrusted pictures', () => {
  const sign = (options: Partial<SignedPictureOptions>): Promise<Uint8Array> =>
    signPicture(blankPicture('image/png'), { mimeType: 'image/png', ...options });

  it.each([
    [['c2pa.created', 'digitalCapture'], 'no'],
    [['c2pa.created', 'compositeWithTrainedAlgorithmicMedia'], 'part'],
    [['c2pa.created', undefined], null],
  ] as const)('of the source type %s are made by AI: %s', async ([action, type], expected) => {
    const source = type && `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;
    const bytes = await sign({ actions: [{ action, ...(source !== undefined && { digitalSourceType: source }) }] });
    expect((await reader.read({ bytes, mimeType: 'image/png' }))?.madeByAI).toBe(expected);
  });

  it('never crash a reader, wherever a byte of the manifest is changed or the file is truncated', async () => {
    const signed = await sign({});
    const outcomes = new Set<string>();
    const look = async (bytes: Uint8Array): Promise<void> => {
      const outcome = await reader.read({ bytes, mimeType: 'image/png' }).then(
        (read) => read?.validation ?? 'none',
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
      outcomes.add(outcome);
    };
    // A few at a time, because the reader rejects requests beyond its queue.
    for (let at = 8; at < signed.length; at += 409) {
      const changed = signed.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      await look(changed);
      await look(signed.slice(0, at));
    }
    expect(
      [...outcomes].filter(
        (each) => !['invalid', 'valid', 'incomplete', 'none', 'unreadable', 'unsupported_media_type', 'too_complex'].includes(each),
      ),
    ).toEqual([]);
    expect(outcomes).toContain('invalid');
    expect(await reader.read({ bytes: signed, mimeType: 'image/png' })).toMatchObject({ validation: 'valid' });
  });

  it('of other types are rejected', async () => {
    const text = Buffer.from('It rained on Monday.');
    await expect(reader.read({ bytes: text, mimeType: 'image/gif' })).rejects.toMatchObject({ status: 415 });
  });
});
