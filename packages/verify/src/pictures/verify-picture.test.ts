import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { PictureError, verifyPicture, type VerifyPictureOptions } from '../index.ts';
import { type Holder, keyUsage, makeHolder } from '../time/stamp.support.ts';
import { chunk, mailPurpose, makePicture, makePictureSigner, type ManifestOptions, superBox } from './picture.support.ts';

// Signed by c2pa-rs (c2pa-wasm 0.13.3) with certificates made for it, and judged "Trusted" by it under the root beside them.
const FOLDER = join(import.meta.dirname, '../../test/fixtures/pictures');
const RECORDED = ['ed25519.png', 'ed25519.jpg', 'es256.jpg', 'es384.png', 'ps256.png', 'es256-edited.jpg'];
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, name)));
const rootOf = (name: string): string => readFileSync(join(FOLDER, `${name.split(/[.-]/)[0]}-root.pem`), 'utf8');
const TIME = new Date('2026-12-01T00:00:00Z');

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    (read) => (read === null ? 'none' : 'verified'),
    (error: unknown) => (error instanceof PictureError ? error.code : String(error)),
  );

describe.each(RECORDED)('the recorded picture %s', (name) => {
  const isEdited = name.includes('edited');

  it('is unchanged since it was signed, and says how it was made', async () => {
    const key = name.split(/[.-]/)[0];
    expect(await verifyPicture(fixture(name), { authorities: rootOf(name), time: TIME })).toEqual({
      manifest: expect.stringMatching(/^urn:c2pa:[0-9a-f-]{36}$/) as string,
      actions: [
        isEdited
          ? { action: 'c2pa.opened', digitalSourceType: null }
          : { action: 'c2pa.created', digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia' },
      ],
      chain: [`O=Example, CN=${key}`, `O=Example, CN=${key} root`],
      isTrusted: true,
      others: isEdited ? 1 : 0,
    });
  });

  it('is trusted only where its authority is', async () => {
    const other = rootOf(name.startsWith('es256') ? 'es384' : 'es256');
    expect(await codeOf(verifyPicture(fixture(name), { authorities: other, time: TIME }))).toBe('chain_untrusted');
    expect(await codeOf(verifyPicture(fixture(name), { authorities: '', time: TIME }))).toBe('authorities_unusable');
    expect(await codeOf(verifyPicture(fixture(name), { time: new Date('2020-01-01') }))).toBe('certificate_expired');
    expect(await verifyPicture(fixture(name), { time: TIME })).toMatchObject({ isTrusted: false, chain: [expect.any(String)] });
  });

  it('is refused when anything but the envelope of its manifest changes', async () => {
    const bytes = fixture(name);
    const genuine = await verifyPicture(bytes, { time: TIME });
    const store = Buffer.from(bytes).indexOf('jumb') - 4;
    const end = name.endsWith('png')
      ? Buffer.from(bytes).indexOf('IDAT') - 4
      : Buffer.from(bytes).indexOf(Buffer.from('ffdb', 'hex'), store + 3000);
    const verified: number[] = [];
    for (let at = 0; at < bytes.length; at += at < 200 ? 1 : 11) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const code = await codeOf(verifyPicture(changed, { time: TIME }));
      expect(code, `byte ${at}`).toMatch(/^(?:verified|none|[a-z]+_[a-z_]+)$/);
      // What neither the picture nor the signature covers: padding, the manifests of other pictures, the envelope.
      if (code === 'verified') {
        verified.push(at);
        expect(await verifyPicture(changed, { time: TIME })).toMatchObject({ actions: genuine?.actions, chain: genuine?.chain });
      }
    }
    expect(verified.filter((at) => at < store - 20 || at >= end)).toEqual([]);
  });

  it('is refused when it is cut, or when something is added', async () => {
    const bytes = fixture(name);
    for (let length = 0; length < bytes.length; length += length < 200 ? 1 : 37)
      expect(await codeOf(verifyPicture(bytes.subarray(0, length), { time: TIME }))).toMatch(/^(?:none|[a-z]+_[a-z_]+)$/);
    expect(await codeOf(verifyPicture(Uint8Array.from([...bytes, 0]), { time: TIME }))).toBe('picture_differs');
  });
});

it('a picture that was made from another is refused when the manifest of that one changes', async () => {
  const bytes = fixture('es256-edited.jpg');
  const parent = Buffer.from(bytes).indexOf('algorithmicMedia');
  const changed = Uint8Array.from(bytes);
  changed[parent] = 0x41;
  expect(await codeOf(verifyPicture(changed, { time: TIME }))).toBe('ingredient_differs');
});

describe('what a manifest says', () => {
  let root: Holder;
  let signer: Holder;
  beforeAll(async () => {
    root = await makeHolder('root');
    signer = await makePictureSigner(root);
  });
  const check = async (by: Holder, manifest: ManifestOptions = {}, options: VerifyPictureOptions = {}): Promise<string> =>
    codeOf(verifyPicture(await makePicture(by, manifest), { authorities: [root.der], time: TIME, ...options }));

  it('is verified as it stands', async () => {
    expect(await verifyPicture(await makePicture(signer), { authorities: [root.der], time: TIME })).toMatchObject({
      manifest: 'urn:c2pa:test',
      actions: [{ action: 'c2pa.created', digitalSourceType: 'http://example/algorithmicMedia' }],
      isTrusted: true,
    });
  });

  it.each<[string, ManifestOptions, string]>([
    ['that leaves out more than itself', { exclusions: (start, length) => [{ start, length: length + 4 }] }, 'picture_uncovered'],
    [
      'that leaves out the header',
      {
        exclusions: (start, length) => [
          { start: 8, length: start - 8 },
          { start, length },
        ],
      },
      'picture_uncovered',
    ],
    ['that leaves out all', { exclusions: (start, length) => [{ start: 0, length: start + length }] }, 'picture_uncovered'],
    ['that leaves out nothing', { exclusions: () => [] }, 'picture_differs'],
    ['that leaves out parts of no length', { exclusions: (start) => [{ start, length: 0 }] }, 'manifest_malformed'],
    [
      'that leaves out parts that overlap',
      {
        exclusions: (start, length) => [
          { start, length },
          { start, length },
        ],
      },
      'manifest_malformed',
    ],
    ['that leaves out parts beyond the file', { exclusions: (start) => [{ start, length: 2 ** 31 }] }, 'manifest_malformed'],
    [
      'that leaves out parts before the file',
      { exclusions: (start, length) => [{ start: -1, length: start + length }] },
      'manifest_malformed',
    ],
    ['with a statement that nobody signed', { undeclared: { 'c2pa.actions__1': { actions: [] } } }, 'assertion_undeclared'],
    [
      'without a statement that was signed',
      { references: (all) => [...all, { url: 'self#jumbf=c2pa.assertions/x', hash: new Uint8Array(32) }] },
      'assertion_missing',
    ],
    [
      'with a statement that was changed',
      { references: ([first, second]) => [first, { ...second, hash: new Uint8Array(32) }] },
      'assertion_differs',
    ],
    ['with a hash that nobody should use', { claim: { alg: 'md5' } }, 'algorithm_unsupported'],
    ['that names a statement twice', { references: ([first, second]) => [first, second, second] }, 'manifest_malformed'],
    [
      'that names a statement elsewhere',
      { references: ([first, second]) => [first, { ...second, url: 'self#jumbf=/c2pa/other/c2pa.assertions/c2pa.actions' }] },
      'manifest_malformed',
    ],
    [
      'that names an address',
      { references: ([first, second]) => [first, { ...second, url: 'https://example/c2pa.assertions/c2pa.actions' }] },
      'manifest_malformed',
    ],
    ['that names another signature', { claim: { signature: 'self#jumbf=/c2pa/other/c2pa.signature' } }, 'manifest_malformed'],
    ['with two ties to the picture', { assertions: { 'c2pa.hash.boxes': {} } }, 'manifest_unsupported'],
    ['of an update', { kinds: { manifest: 'c2um' } }, 'manifest_unsupported'],
    ['of another kind', { kinds: { store: 'c2px' } }, 'manifest_malformed'],
    ['with the same manifest twice', { after: superBox('c2ma', 'urn:c2pa:test') }, 'manifest_malformed'],
    ['with an empty manifest after it', { after: superBox('c2ma', 'urn:c2pa:other') }, 'manifest_malformed'],
    ['with a payload of its own', { payload: new Uint8Array(3) }, 'manifest_malformed'],
    ['with another tag of CBOR', { tag: 17 }, 'manifest_malformed'],
    ['without a certificate', { protectedHeader: new Map([[1, -7]]) }, 'manifest_malformed'],
    ['with ES512', { protectedHeader: new Map([[1, -36]]) }, 'algorithm_unsupported'],
    [
      'with an extension that must be understood',
      {
        protectedHeader: new Map<unknown, unknown>([
          [1, -7],
          [2, ['x']],
        ]),
      },
      'algorithm_unsupported',
    ],
  ])('is judged %s', async (_, manifest, code) => {
    expect(await check(signer, manifest)).toBe(code);
  });

  it('is signed with the key of its certificate, by somebody who may', async () => {
    const other = await makePictureSigner(root);
    expect(await check(signer, { signedWith: other.keys })).toBe('signature_wrong');
    expect(
      await check(signer, {
        protectedHeader: new Map<unknown, unknown>([
          [1, -8],
          [33, signer.der],
        ]),
      }),
    ).toBe('signature_wrong');
    const signs = keyUsage(0x80, 7);
    expect(await check(await makePictureSigner(root, [signs]))).toBe('certificate_unfit');
    expect(await check(await makePictureSigner(root, [signs, mailPurpose('2.5.29.37.0')]))).toBe('certificate_unfit');
    expect(await check(await makePictureSigner(root, [signs, mailPurpose('1.3.6.1.5.5.7.3.8')]))).toBe('certificate_unfit');
    expect(await check(await makePictureSigner(root, [keyUsage(0x20, 5), mailPurpose()]))).toBe('certificate_unfit');
    expect(await check(root, {}, { authorities: [root.der] })).toBe('certificate_unfit');
    expect(await check(await makePictureSigner(await makeHolder('root')))).toBe('chain_untrusted');
  });

  it('is one: a second chunk is refused', async () => {
    const bytes = Buffer.from(await makePicture(signer));
    const more = Buffer.concat([bytes.subarray(0, 33), chunk('caBX', Buffer.alloc(8)), bytes.subarray(33)]);
    expect(await codeOf(verifyPicture(more, { time: TIME }))).toBe('picture_malformed');
  });
});

describe('odd files', () => {
  const jpeg = (...segments: string[]): Uint8Array => Uint8Array.from(Buffer.from(['ffd8', ...segments, 'ffda0002ffd9'].join(''), 'hex'));

  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'picture_unsupported'],
    ['a text', new TextEncoder().encode('It rained.'), 'picture_unsupported'],
    ['10 MB of zeros', new Uint8Array(10_000_000), 'picture_unsupported'],
    ['a JPEG without manifest', jpeg('ffe00004abcd'), 'none'],
    ['a JPEG with octets before a marker', jpeg('ffffffffe00004abcd', 'ff'), 'none'],
    ['a JPEG with a length of one', jpeg('ffe00001'), 'picture_malformed'],
    ['a JPEG with a length beyond its end', jpeg('ffe0ffff'), 'picture_malformed'],
    ['a JPEG with a restart before its picture', jpeg('ffd00004abcd'), 'picture_malformed'],
    ['a JPEG with something between its parts', jpeg('ffe00004abcd', '00'), 'picture_malformed'],
    ['a JPEG without a picture', jpeg().subarray(0, 4), 'picture_malformed'],
    [
      'a PNG with a length beyond its end',
      Uint8Array.from(Buffer.from('89504e470d0a1a0affffffff4948445200000000', 'hex')),
      'picture_malformed',
    ],
    ['a PNG without end', Uint8Array.from([...Buffer.from('89504e470d0a1a0a', 'hex'), ...new Uint8Array(100_000)]), 'picture_malformed'],
  ])('%s', async (_, bytes, code) => {
    expect(await codeOf(verifyPicture(bytes))).toBe(code);
  });

  it('have a code, whatever is in their manifest', async () => {
    const genuine = Buffer.from(fixture('ed25519.png'));
    await fc.assert(
      fc.asyncProperty(fc.nat(genuine.length - 1), fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.nat(2), async (at, bytes, how) => {
        const changed = [
          Buffer.concat([genuine.subarray(0, at), bytes, genuine.subarray(at + bytes.length)]),
          Buffer.concat([genuine.subarray(0, at), bytes, genuine.subarray(at)]),
          Buffer.concat([genuine.subarray(0, at), genuine.subarray(at + bytes.length)]),
        ][how]!;
        const code = await codeOf(verifyPicture(changed, { time: TIME }));
        expect(code).toMatch(/^(?:verified|none|[a-z]+_[a-z_]+)$/);
        // Only a file of the same length can still be the one that was signed.
        if (code === 'verified') expect(changed).toHaveLength(genuine.length);
      }),
      { numRuns: 3000 },
    );
  });

  it('have a code, whatever their manifest is', async () => {
    const header = Buffer.from('89504e470d0a1a0a', 'hex');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (store) => {
        expect(await codeOf(verifyPicture(Buffer.concat([header, chunk('caBX', store), chunk('IEND', Buffer.alloc(0))])))).toBe(
          'manifest_malformed',
        );
      }),
      { numRuns: 2000 },
    );
  });
});
