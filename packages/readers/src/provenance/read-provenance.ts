import { Unreadable } from '../errors/reader-error.ts';
import type { PictureInput, PictureProvenance, ProvenanceAction, ProvenanceIngredient } from './picture-provenance.ts';
import type { Asset } from '@trustnxt/c2pa-ts/asset';
import type { Action, Claim, IngredientAssertion, Manifest, Signature, ValidationResult } from '@trustnxt/c2pa-ts/manifest';

const MAXIMUM_BYTES = 50_000_000;
const MAXIMUM_LISTED = 100;
const MAXIMUM_TEXT = 500;
/** The library reports this for every well-formed certificate, because no trust list is configured. */
const WITHOUT_TRUST_LIST: ReadonlySet<string> = new Set(['signingCredential.trusted', 'signingCredential.untrusted', 'timeStamp.trusted']);
/** Status codes that C2PA defines as success or informational. */
const NO_FAULTS =
  /\.(?:validated|insideValidity|notRevoked|match|accessible|skipped|unknownProvenance|ocsp\.inaccessible)$|^timeStamp\.validated$/;
const SIGNED = 'claimSignature.validated';
const BOUND = ['assertion.dataHash.match', 'assertion.bmffHash.match'];
const BY_AI = new Set(['trainedAlgorithmicMedia', 'trainedAlgorithmicData']);
const PARTLY_BY_AI = new Set(['compositeWithTrainedAlgorithmicMedia']);

/**
 * Reads the C2PA manifest of a picture and checks it against the picture. Runs in a worker: see `ProvenanceReader`.
 *
 * @returns null if the picture has none
 */
export async function readProvenance({ bytes, mimeType }: PictureInput): Promise<PictureProvenance | null> {
  if (bytes.length > MAXIMUM_BYTES) throw new Unreadable('too_large', `The picture is larger than ${MAXIMUM_BYTES} bytes.`);
  // The library would decode CBOR with native code, which must not process untrusted bytes here.
  process.env['CBOR_NATIVE_ACCELERATION_DISABLED'] = 'true';
  try {
    const asset = await openPicture(bytes);
    if (!asset)
      throw new Unreadable('unsupported_media_type', `Manifests of ${mimeType} are not supported; provide a JPEG, PNG, WebP or HEIC file.`);
    const jumbf = asset.getManifestJUMBF();
    return jumbf === undefined ? null : await readManifests(asset, jumbf);
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) throw error;
    throw new Unreadable('unreadable', 'The manifest of the picture cannot be read.');
  }
}

async function openPicture(bytes: Uint8Array): Promise<Asset | undefined> {
  const [{ BMFF, JPEG, PNG }, { WebPFile }] = await Promise.all([import('@trustnxt/c2pa-ts/asset'), import('./webp-file.ts')]);
  const Type = [JPEG, PNG, WebPFile, BMFF].find((each) => each.canRead(bytes));
  return Type && new Type(bytes);
}

async function readManifests(asset: Asset, jumbf: Uint8Array): Promise<PictureProvenance> {
  const [{ SuperBox }, { ManifestStore, ValidationResult: Result }] = await Promise.all([
    import('@trustnxt/c2pa-ts/jumbf'),
    import('@trustnxt/c2pa-ts/manifest'),
  ]);
  const store = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(jumbf)));
  const manifest = store.getActiveManifest();
  if (!manifest) throw new Unreadable('unreadable', 'The manifest store of the picture is empty.');
  const result = await store.validate(asset).catch((error: unknown) => Result.fromError(error as Error));
  const actions = actionsOf(manifest);
  return {
    ...verdictOf(result),
    signer: signerOf(manifest.signature),
    signedAt: timeOf(manifest.signature),
    claimGenerator: generatorOf(manifest.claim),
    title: text(manifest.claim?.title),
    actions,
    ingredients: ingredientsOf(manifest),
    madeByAI: madeByAI(actions),
    manifests: store.manifests.length,
  };
}

function verdictOf({ statusEntries }: ValidationResult): Pick<PictureProvenance, 'validation' | 'faults'> {
  const codes = new Set<string>(statusEntries.map(({ code }) => code));
  const faults = [...codes].filter((code) => !WITHOUT_TRUST_LIST.has(code) && !NO_FAULTS.test(code));
  const isWhole = codes.has(SIGNED) && BOUND.some((code) => codes.has(code));
  return { validation: faults.length > 0 ? 'invalid' : isWhole ? 'valid' : 'incomplete', faults: faults.slice(0, MAXIMUM_LISTED) };
}

function signerOf(signature: Signature | undefined): PictureProvenance['signer'] {
  const certificate = signature?.signatureData.certificate;
  if (!certificate) return null;
  const { subjectName, issuerName } = certificate;
  return {
    name: text(subjectName.getField('CN')[0]),
    organization: text(subjectName.getField('O')[0]),
    issuer: text(issuerName.getField('CN')[0] ?? issuerName.getField('O')[0]),
    isTrustListed: 'not_checked',
  };
}

function timeOf(signature: Signature | undefined): string | null {
  const time = signature?.signatureData.timestamp;
  return time && Number.isFinite(time.getTime()) ? time.toISOString() : null;
}

function generatorOf(claim: Claim | undefined): string | null {
  return claim ? text([claim.claimGeneratorName, claim.claimGeneratorVersion].filter(Boolean).join(' ')) : null;
}

function actionsOf(manifest: Manifest): ProvenanceAction[] {
  const actions = (manifest.assertions?.assertions ?? []).flatMap((each) => ('actions' in each ? (each.actions as Action[]) : []));
  return actions.slice(0, MAXIMUM_LISTED).map(({ action, digitalSourceType, softwareAgent, description, parameters }) => ({
    action: text(action) ?? 'unknown',
    // IPTC URLs are shortened to their last segment; C2PA types contain dots.
    digitalSourceType: text(
      String(digitalSourceType ?? '')
        .split(/[/.]/)
        .at(-1),
    ),
    softwareAgent: text([softwareAgent?.name, softwareAgent?.version].filter((each) => typeof each === 'string').join(' ')),
    description: text(description ?? parameters?.description),
  }));
}

function ingredientsOf(manifest: Manifest): ProvenanceIngredient[] {
  const ingredients = (manifest.assertions?.assertions ?? []).filter((each): each is IngredientAssertion => 'relationship' in each);
  return ingredients.slice(0, MAXIMUM_LISTED).map((each) => ({
    title: text(each.title),
    format: text(each.format),
    relationship: text(each.relationship),
    hasManifest: (each.activeManifest ?? each.c2pa_manifest) !== undefined,
  }));
}

function madeByAI(actions: readonly ProvenanceAction[]): PictureProvenance['madeByAI'] {
  const types = actions.flatMap(({ digitalSourceType }) => (digitalSourceType === null ? [] : [digitalSourceType]));
  if (types.length === 0) return null;
  const isFirst = BY_AI.has(actions[0]?.digitalSourceType ?? '');
  if (isFirst) return 'whole';
  return types.some((type) => BY_AI.has(type) || PARTLY_BY_AI.has(type)) ? 'part' : 'no';
}

/** Returns untrusted text as one line of limited length, without invisible characters. */
function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const plain = value
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return plain === '' ? null : plain.slice(0, MAXIMUM_TEXT).toWellFormed();
}
