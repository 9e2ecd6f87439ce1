import { crc32, deflateSync } from 'node:zlib';
import { derObjectIdentifier, derSequence } from '@colophon/contract/der';
import { constraints, extension, type Holder, keyUsage, makeHolder, sha256 } from '../time/stamp.support.ts';
import { signatureStructure } from './cbor.ts';

/** Lengths and numbers take four octets, so that all have the same size before and after they are known. */
const head = (major: number, count: number): Buffer => {
  const bytes = Buffer.alloc(5, (major << 5) | 26);
  bytes.writeUInt32BE(count, 1);
  return bytes;
};

export function cbor(value: unknown): Buffer {
  if (value === null) return Buffer.of(0xf6);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([name, each]) => [cbor(name), cbor(each)])]);
}

export function box(type: string, ...contents: Uint8Array[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + contents.reduce((sum, each) => sum + each.length, 0));
  return Buffer.concat([length, Buffer.from(type), ...contents]);
}

export function superBox(kind: string, label: string, ...boxes: Uint8Array[]): Buffer {
  const description = Buffer.concat([
    Buffer.from(kind),
    Buffer.from('00110010800000aa00389b71', 'hex'),
    Buffer.of(3),
    Buffer.from(`${label}\0`),
  ]);
  return box('jumb', box('jumd', description), ...boxes);
}

/** What a picture's manifest says; each part can be replaced by something that is wrong. */
export interface ManifestOptions {
  readonly exclusions?: (start: number, length: number) => readonly { readonly start: number; readonly length: number }[];
  readonly assertions?: Readonly<Record<string, unknown>>;
  readonly undeclared?: Readonly<Record<string, unknown>>;
  readonly references?: (references: readonly object[]) => readonly unknown[];
  readonly claim?: object;
  readonly protectedHeader?: ReadonlyMap<unknown, unknown>;
  readonly payload?: unknown;
  readonly tag?: number;
  readonly kinds?: { readonly store?: string; readonly manifest?: string };
  readonly after?: Uint8Array;
  readonly signedWith?: CryptoKeyPair;
}

const MANIFEST = 'urn:c2pa:test';
const HEADER_END = 33;

export const makePictureSigner = (issuer: Holder, extensions = [keyUsage(0x80, 7), mailPurpose()]): Promise<Holder> =>
  makeHolder('signer', { issuer, serial: 5n, extensions: [constraints(false), ...extensions] });
export const mailPurpose = (...oids: string[]): Uint8Array =>
  extension('2.5.29.37', derSequence(...['1.3.6.1.5.5.7.3.4', ...oids].map(derObjectIdentifier)));

/** A PNG picture of one dot, with a manifest in a chunk after its header. */
export async function makePicture(signer: Holder, options: ManifestOptions = {}): Promise<Uint8Array> {
  const picture = png();
  // The first time for its length alone, which the manifest has to know.
  const { length } = chunk('caBX', await makeStore(signer, picture, 0, options));
  const store = await makeStore(signer, picture, length, options);
  return Uint8Array.from(Buffer.concat([picture.subarray(0, HEADER_END), chunk('caBX', store), picture.subarray(HEADER_END)]));
}

async function makeStore(signer: Holder, picture: Buffer, length: number, options: ManifestOptions): Promise<Buffer> {
  const left = options.exclusions?.(HEADER_END, length) ?? [{ start: HEADER_END, length }];
  const actions = { actions: [{ action: 'c2pa.created', digitalSourceType: 'http://example/algorithmicMedia' }] };
  const said = {
    'c2pa.hash.data': { exclusions: left, alg: 'sha256', hash: sha256(picture), name: 'x' },
    'c2pa.actions': actions,
    ...options.assertions,
  };
  const boxes = Object.entries({ ...said, ...options.undeclared }).map(([label, value]) => ({
    label,
    bytes: superBox('cbor', label, box('cbor', cbor(value))),
  }));
  const declared = boxes.filter(({ label }) => !(label in (options.undeclared ?? {})));
  const references = declared.map(({ label, bytes }) => ({ url: `self#jumbf=c2pa.assertions/${label}`, hash: sha256(bytes.subarray(8)) }));
  const claim = cbor({
    alg: 'sha256',
    signature: `self#jumbf=/c2pa/${MANIFEST}/c2pa.signature`,
    created_assertions: options.references?.(references) ?? references,
    ...options.claim,
  });
  const header = cbor(
    options.protectedHeader ??
      new Map<unknown, unknown>([
        [1, -7],
        [33, signer.der],
      ]),
  );
  const { privateKey } = options.signedWith ?? signer.keys;
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    privateKey,
    signatureStructure(header, claim) as BufferSource,
  );
  const cose = Buffer.concat([
    Buffer.of(0xc0 | (options.tag ?? 18)),
    cbor([header, {}, options.payload ?? null, new Uint8Array(signature)]),
  ]);
  const manifest = superBox(
    options.kinds?.manifest ?? 'c2ma',
    MANIFEST,
    superBox('c2as', 'c2pa.assertions', ...boxes.map(({ bytes }) => bytes)),
    superBox('c2cl', 'c2pa.claim.v2', box('cbor', claim)),
    superBox('c2cs', 'c2pa.signature', box('cbor', cose)),
  );
  return superBox(options.kinds?.store ?? 'c2pa', 'c2pa', manifest, ...(options.after ? [options.after] : []));
}

function png(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from([0, 200, 60, 20]))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
