import { DerError } from '@colophon/contract/der';
import { concatBytes, equalBytes } from '../bytes/bytes.ts';
import { digest } from '../bytes/digest.ts';
import type { SignatureScheme } from '../certificates/algorithms.ts';
import { readAuthorities } from '../certificates/authorities.ts';
import { type ChainPurpose, checkSigner, findChain } from '../certificates/certificate-chain.ts';
import { CertificateError } from '../certificates/certificate-error.ts';
import { type Certificate, CertificateShapeError, readableName, readCertificate } from '../certificates/certificate.ts';
import { isSignedWith } from '../certificates/verify-signed.ts';
import { type CborMap, type CborValue, readCbor, signatureStructure } from './cbor.ts';
import { checkIngredients } from './check-ingredients.ts';
import { type FileRange, findManifest } from './find-manifest.ts';
import { hashNamed } from './hash-named.ts';
import { malformedManifest, PictureError } from './picture-error.ts';
import { cborOf, type CoseSignature, type Manifest, mapOf, readManifest } from './read-manifest.ts';

export interface VerifyPictureOptions {
  /** The certificates that the signer's must lead to: PEM, or each one as DER. Without them any signer will do, and none is trusted. */
  readonly authorities?: string | readonly Uint8Array[];
  /** When the certificates must be valid: the time at which the picture is known to have been signed. Defaults to now. */
  readonly time?: Date;
}

/** An action that a manifest states (C2PA §18.15). */
export interface PictureAction {
  /** Such as `c2pa.created`. */
  readonly action: string;
  /** The address of a digital source type, such as that of `trainedAlgorithmicMedia`. */
  readonly digitalSourceType: string | null;
}

/** A manifest that holds: the picture and these statements are unchanged since the signer signed them. */
export interface VerifiedPicture {
  /** The label of the manifest. */
  readonly manifest: string;
  readonly actions: readonly PictureAction[];
  /** The names of the certificates, the signer's first, for people to read; without authorities that of the signer alone. */
  readonly chain: readonly string[];
  /** Whether authorities were given, and the signer leads to one of them. */
  readonly isTrusted: boolean;
  /** How many manifests of other pictures it contains: those this one was made from. Their own signatures are not verified. */
  readonly others: number;
}

const MAXIMUM_PICTURE = 100_000_000;

/**
 * Verifies the active C2PA manifest of a JPEG or PNG picture (C2PA §15): the signature of its claim, the hash of each assertion, and that the
 * hash of the picture covers every byte but those of the manifest. Time stamps in the signature, the signatures of pictures that it was made
 * from, and revocation are not looked at, and nothing is fetched.
 *
 * @returns null if the picture has no manifest
 * @throws PictureError
 */
export async function verifyPicture(
  bytes: Uint8Array,
  { authorities, time = new Date() }: VerifyPictureOptions = {},
): Promise<VerifiedPicture | null> {
  if (bytes.length > MAXIMUM_PICTURE) throw new PictureError('picture_unsupported', `The picture has more than ${MAXIMUM_PICTURE} bytes.`);
  try {
    const found = findManifest(bytes);
    if (!found) return null;
    const manifest = readManifest(found.store);
    const chain = await checkSignature(manifest, authorities, time);
    await checkAssertions(manifest);
    await checkIngredients(manifest);
    await checkPicture(bytes, manifest, found.ranges);
    const names = chain.map(({ subject }) => readableName(subject));
    return {
      manifest: manifest.label,
      actions: actionsOf(manifest),
      chain: names,
      isTrusted: authorities !== undefined,
      others: manifest.others.size,
    };
  } catch (error) {
    if (error instanceof CertificateError) throw new PictureError(error.code, error.message);
    if (error instanceof DerError || error instanceof CertificateShapeError)
      throw malformedManifest(`has a certificate that cannot be read: ${error.message}`);
    throw error;
  }
}

/** C2PA §14.5.1: what the certificate of a signer of claims must be made for, and what it must not. */
const SIGNING_PURPOSES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'];
const OTHER_PURPOSES = ['2.5.29.37.0', '1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9'];
const SIGNING: ChainPurpose = {
  identifiers: SIGNING_PURPOSES,
  unfit: ({ extendedKeyUsage, isAuthority }) => {
    const purposes = extendedKeyUsage?.purposes ?? [];
    const isFit = SIGNING_PURPOSES.some((each) => purposes.includes(each)) && !OTHER_PURPOSES.some((each) => purposes.includes(each));
    return isFit && !isAuthority ? undefined : 'is not made for signing claims, mails or documents, and for that alone';
  },
};

/** C2PA §13.2, by the numbers of COSE (RFC 9053 §2, RFC 8230 §2). ES512 is left out. */
const SCHEMES: ReadonlyMap<CborValue, SignatureScheme> = new Map<CborValue, SignatureScheme>([
  [-7, { kind: 'ecdsa', hash: 'SHA-256' }],
  [-35, { kind: 'ecdsa', hash: 'SHA-384' }],
  [-37, { kind: 'rsa-pss', hash: 'SHA-256' }],
  [-38, { kind: 'rsa-pss', hash: 'SHA-384' }],
  [-39, { kind: 'rsa-pss', hash: 'SHA-512' }],
  [-8, { kind: 'ed25519', hash: 'SHA-512' }],
]);
const ALGORITHM = 1;
const CRITICAL = 2;
const MAXIMUM_CERTIFICATES = 16;

async function checkSignature(
  { signature, claimBytes }: Manifest,
  authorities: VerifyPictureOptions['authorities'],
  time: Date,
): Promise<readonly Certificate[]> {
  const trusted = authorities === undefined ? undefined : readAuthorities(authorities);
  const scheme = SCHEMES.get(signature.protectedHeader.get(ALGORITHM));
  if (!scheme || signature.protectedHeader.has(CRITICAL))
    throw new PictureError('algorithm_unsupported', 'The manifest of the picture is signed in a way that is not read here.');
  const [signer, ...others] = certificatesOf(signature);
  if (!signer) throw malformedManifest('does not contain the certificate of its signer');
  const signed = signatureStructure(signature.protectedBytes, claimBytes);
  if (!(await isSignedWith(signer.publicKey, scheme, signature.signature, signed, 'raw')))
    throw new PictureError('signature_wrong', 'The manifest of the picture was changed after it was signed.');
  if (trusted) return findChain(signer, { others, authorities: trusted, purpose: SIGNING, time });
  checkSigner(signer, SIGNING, time);
  return [signer];
}

/** C2PA §14.6: `x5chain` (RFC 9360 §2) is protected; in older manifests it is not, and has its name instead of its number. */
function certificatesOf({ protectedHeader, unprotectedHeader }: CoseSignature): readonly Certificate[] {
  const chain = protectedHeader.get(33) ?? protectedHeader.get('x5chain') ?? unprotectedHeader.get('x5chain') ?? unprotectedHeader.get(33);
  const list: readonly CborValue[] = Array.isArray(chain) ? (chain as readonly CborValue[]) : [chain];
  if (list.length > MAXIMUM_CERTIFICATES) throw malformedManifest(`has more than ${MAXIMUM_CERTIFICATES} certificates`);
  return list.map((each) => {
    if (!(each instanceof Uint8Array)) throw malformedManifest('does not contain the certificate of its signer');
    return readCertificate(each);
  });
}

/** C2PA §15.10.3: each that the claim names is there unchanged, and no other. */
async function checkAssertions({ references, assertions }: Manifest): Promise<void> {
  const named = new Set(references.map(({ label }) => label));
  if (named.size !== references.length) throw malformedManifest('names a statement twice');
  const undeclared = [...assertions.keys()].find((label) => !named.has(label));
  if (undeclared !== undefined)
    throw new PictureError('assertion_undeclared', 'The manifest of the picture has a statement that its signer did not sign.');
  for (const { label, hash, algorithm } of references) {
    const assertion = assertions.get(label);
    if (!assertion) throw new PictureError('assertion_missing', 'The manifest of the picture lacks a statement that its signer signed.');
    if (!equalBytes(hash, await digest(hashNamed(algorithm), assertion.content)))
      throw new PictureError('assertion_differs', 'A statement in the manifest of the picture was changed after it was signed.');
  }
}

const DATA_HASH = 'c2pa.hash.data';

/** C2PA §18.5 and §15.12.1: one hash over the file but for parts that it leaves out, which hold the manifest and nothing else. */
async function checkPicture(bytes: Uint8Array, { assertions, claim }: Manifest, ranges: readonly FileRange[]): Promise<void> {
  const assertion = assertions.get(DATA_HASH);
  const bindings = [...assertions.keys()].filter((label) => label.startsWith('c2pa.hash.'));
  if (!assertion || bindings.length > 1)
    throw new PictureError('manifest_unsupported', 'The manifest is bound to the picture in a way that is not read here.');
  const map = mapOf(readCbor(cborOf(assertion)));
  const left = exclusionsOf(map, bytes.length);
  const isManifest = (part: FileRange): boolean => ranges.some(({ start, end }) => part.start >= start && part.end <= end);
  if (!left.every(isManifest)) throw new PictureError('picture_uncovered', 'The signature does not cover all of the picture.');
  const covered = left.map(({ start }, index) => bytes.subarray(left[index - 1]?.end ?? 0, start));
  const rest = bytes.subarray(left.at(-1)?.end ?? 0);
  const hash = map.get('hash');
  const expected = await digest(hashNamed(map.get('alg') ?? claim.get('alg')), concatBytes([...covered, rest]));
  if (!(hash instanceof Uint8Array)) throw malformedManifest('has no hash of the picture');
  if (!equalBytes(hash, expected)) throw new PictureError('picture_differs', 'The picture was changed after it was signed.');
}

/** In order, within the file, and none overlaps another. */
function exclusionsOf(map: CborMap, size: number): readonly FileRange[] {
  const list = map.get('exclusions') ?? [];
  if (!Array.isArray(list) || list.length > 100) throw malformedManifest('leaves out parts of the picture that are none');
  let before = 0;
  return (list as readonly CborValue[]).map((each) => {
    const [start, length] = [mapOf(each).get('start'), mapOf(each).get('length')];
    if (typeof start !== 'number' || typeof length !== 'number' || !Number.isInteger(start) || !Number.isInteger(length))
      throw malformedManifest('leaves out parts of the picture that are none');
    const end = start + length;
    if (start < before || length < 1 || end > size) throw malformedManifest('leaves out parts of the picture that are none');
    before = end;
    return { start, end };
  });
}

const ACTIONS = /^c2pa\.actions(?:\.v2)?(?:__\d+)?$/;
const MAXIMUM_ACTIONS = 100;

function actionsOf({ assertions }: Manifest): readonly PictureAction[] {
  const lists = [...assertions.values()]
    .filter(({ label }) => ACTIONS.test(label))
    .map((each) => mapOf(readCbor(cborOf(each))).get('actions'));
  return lists
    .flatMap((list) => (Array.isArray(list) ? (list as readonly CborValue[]) : []))
    .slice(0, MAXIMUM_ACTIONS)
    .map((each) => {
      const [action, type] = [mapOf(each).get('action'), mapOf(each).get('digitalSourceType')];
      return { action: typeof action === 'string' ? action : 'unknown', digitalSourceType: typeof type === 'string' ? type : null };
    });
}
