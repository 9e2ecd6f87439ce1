import { type CborMap, CborTag, type CborValue, readCbor } from './cbor.ts';
import { kindOf, readBoxes, readByLabel, readSuperBox, type SuperBox } from './jumbf.ts';
import { malformedManifest, PictureError } from './picture-error.ts';

/** A statement that a claim refers to, and its hash (C2PA §8.4.2, hashed URI). */
export interface HashedReference {
  /** The label of the assertion, in the manifest of the claim. */
  readonly label: string;
  readonly hash: Uint8Array;
  /** The name of the algorithm, such as `sha256`. */
  readonly algorithm: string;
}

/** The manifest of a picture (C2PA §11.1), not verified. */
export interface Manifest {
  readonly label: string;
  /** The CBOR of the claim: what is signed. */
  readonly claimBytes: Uint8Array;
  readonly claim: CborMap;
  readonly references: readonly HashedReference[];
  readonly assertions: ReadonlyMap<string, SuperBox>;
  readonly signature: CoseSignature;
  /** The other manifests of the store, by their labels: those of the pictures that this one was made from. */
  readonly others: ReadonlyMap<string, SuperBox>;
}

/** A `COSE_Sign1` without its payload (RFC 9052 §4.2). */
export interface CoseSignature {
  readonly protectedBytes: Uint8Array;
  readonly protectedHeader: CborMap;
  readonly unprotectedHeader: CborMap;
  readonly signature: Uint8Array;
}

/**
 * Reads the active manifest of a store: the last one in it (C2PA §11.1.4.2).
 *
 * @throws PictureError `manifest_malformed`, `manifest_unsupported`
 */
export function readManifest(store: Uint8Array): Manifest {
  const [box, ...more] = readBoxes(store);
  const whole = box && more.length === 0 ? readSuperBox(box) : undefined;
  if (whole?.kind !== kindOf('c2pa') || whole.label !== 'c2pa') throw malformedManifest('is not one store');
  const others = new Map(readByLabel(whole.boxes));
  const active = [...others.values()].at(-1);
  if (!active) throw malformedManifest('is empty');
  if (active.kind !== kindOf('c2ma'))
    throw new PictureError('manifest_unsupported', 'The manifest of the picture is an update or is compressed, which is not read here.');
  others.delete(active.label);
  const parts = readByLabel(active.boxes);
  const claims = [...parts.values()].filter(({ kind }) => kind === kindOf('c2cl'));
  const [claimBox] = claims;
  const [assertions, signature] = [parts.get('c2pa.assertions'), parts.get('c2pa.signature')];
  if (!claimBox || claims.length > 1 || assertions?.kind !== kindOf('c2as') || signature?.kind !== kindOf('c2cs'))
    throw malformedManifest('does not have one claim, its assertions and its signature');
  const claimBytes = cborOf(claimBox);
  const claim = mapOf(readCbor(claimBytes));
  if (labelOf(claim.get('signature'), active.label) !== 'c2pa.signature') throw malformedManifest('names another signature than its own');
  return {
    label: active.label,
    claimBytes,
    claim,
    references: referencesOf(claim, active.label),
    assertions: readByLabel(assertions.boxes),
    signature: readSignature(cborOf(signature)),
    others,
  };
}

/** The CBOR in a box that has nothing else. @throws PictureError */
export function cborOf({ boxes }: SuperBox): Uint8Array {
  const [box, ...more] = boxes;
  if (box?.type !== 'cbor' || more.length > 0) throw malformedManifest('has a box that is not CBOR');
  return box.content;
}

/** @throws PictureError */
export function mapOf(value: CborValue): CborMap {
  if (!(value instanceof Map)) throw malformedManifest('has something other than a map of CBOR');
  return value as CborMap;
}

/** C2PA §10.3.1: a first version of claims has one list, a second one what the signer created and what it gathered. */
function referencesOf(claim: CborMap, manifest: string): readonly HashedReference[] {
  const lists = ['assertions', 'created_assertions', 'gathered_assertions'].flatMap((name) => claim.get(name) ?? []);
  return lists.map((each) => {
    const reference = mapOf(each as CborValue);
    const [label, hash] = [labelOf(reference.get('url'), manifest), reference.get('hash')];
    const algorithm = reference.get('alg') ?? claim.get('alg');
    if (!label?.startsWith(ASSERTIONS) || !(hash instanceof Uint8Array) || typeof algorithm !== 'string')
      throw malformedManifest('refers to an assertion without name, hash or algorithm');
    return { label: label.slice(ASSERTIONS.length), hash, algorithm };
  });
}

const ASSERTIONS = 'c2pa.assertions/';
const SELF = 'self#jumbf=';

/** The label of the manifest that an address names; undefined for an address of something else (C2PA §8.3). */
export function manifestNamed(url: CborValue): string | undefined {
  const prefix = `${SELF}/c2pa/`;
  return typeof url === 'string' && url.startsWith(prefix) ? url.slice(prefix.length) : undefined;
}

/** The path below a manifest that an address names, whole or relative to it (C2PA §8.3); undefined for one elsewhere. */
function labelOf(url: CborValue, manifest: string): string | undefined {
  if (typeof url !== 'string' || !url.startsWith(SELF)) return undefined;
  const path = url.slice(SELF.length);
  const prefix = `/c2pa/${manifest}/`;
  if (path.startsWith(prefix)) return path.slice(prefix.length);
  return path.startsWith('/') ? undefined : path;
}

function readSignature(bytes: Uint8Array): CoseSignature {
  const tagged = readCbor(bytes);
  const parts = tagged instanceof CborTag && tagged.tag === 18 ? tagged.value : undefined;
  const [protectedBytes, unprotectedHeader, payload, signature] =
    Array.isArray(parts) && parts.length === 4 ? (parts as readonly CborValue[]) : [];
  if (!(protectedBytes instanceof Uint8Array) || !(signature instanceof Uint8Array) || payload !== null)
    throw malformedManifest('has a signature that is no COSE_Sign1 of its claim');
  return { protectedBytes, protectedHeader: mapOf(readCbor(protectedBytes)), unprotectedHeader: mapOf(unprotectedHeader), signature };
}
