import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
  AuthorityKeyIdentifierExtension,
} from '@peculiar/x509';
import { type Asset, JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { CoseAlgorithmIdentifier, LocalSigner } from '@trustnxt/c2pa-ts/cose';
import {
  type Action,
  ActionAssertion,
  DataHashAssertion,
  type DigitalSourceType,
  IngredientAssertion,
  ManifestStore,
  RelationshipType,
} from '@trustnxt/c2pa-ts/manifest';
import { WebPFile } from '../provenance/webp-file.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const HASH = 'SHA-256';

export interface SignedPictureOptions {
  readonly mimeType: 'image/jpeg' | 'image/png' | 'image/webp';
  /** The actions, oldest first. */
  readonly actions?: readonly { readonly action: string; readonly digitalSourceType?: string; readonly softwareAgent?: string }[];
  /** The titles of the ingredients. */
  readonly ingredients?: readonly string[];
  readonly signedBy?: string;
}

/** Adds a manifest to a picture, signed with a new certificate that is on no trust list. */
export async function signPicture(picture: Uint8Array, options: SignedPictureOptions): Promise<Uint8Array> {
  const { mimeType, actions = [{ action: 'c2pa.created' }], ingredients = [], signedBy = 'Test Camera' } = options;
  const asset = assetOf(picture, mimeType);
  const store = new ManifestStore();
  const signer = await makeSigner(signedBy);
  const manifest = store.createManifest({
    assetFormat: mimeType,
    instanceID: `urn:uuid:${crypto.randomUUID()}`,
    defaultHashAlgorithm: HASH,
    signer,
  });
  if (manifest.claim) {
    manifest.claim.claimGeneratorName = 'Colophon tests';
    manifest.claim.claimGeneratorVersion = '1.0';
  }
  const dataHash = DataHashAssertion.create(HASH);
  manifest.addAssertion(dataHash);
  const done = new ActionAssertion();
  done.actions = actions.map(({ action, digitalSourceType, softwareAgent }) => ({
    action: action as Action['action'],
    ...(digitalSourceType !== undefined && { digitalSourceType: digitalSourceType as DigitalSourceType }),
    ...(softwareAgent !== undefined && { softwareAgent: { name: softwareAgent } }),
  }));
  manifest.addAssertion(done);
  for (const title of ingredients) {
    const ingredient = IngredientAssertion.createV3(RelationshipType.ComponentOf);
    ingredient.title = title;
    ingredient.format = mimeType;
    manifest.addAssertion(ingredient);
  }
  await asset.ensureManifestSpace(store.measureSize());
  await dataHash.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return asset.getDataRange();
}

function assetOf(picture: Uint8Array, mimeType: SignedPictureOptions['mimeType']): Asset {
  if (mimeType === 'image/jpeg') return new JPEG(picture);
  return mimeType === 'image/png' ? new PNG(picture) : new WritableWebP(picture);
}

/** Creates a certificate issued by an unknown authority. */
async function makeSigner(name: string): Promise<LocalSigner> {
  const [authority, keys] = await Promise.all([makeKeys(), makeKeys()]);
  const [notBefore, notAfter] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  const issuer = 'CN=Test Authority';
  const authorityKey = await AuthorityKeyIdentifierExtension.create(authority.publicKey, false);
  const certificate: X509Certificate = await X509CertificateGenerator.create({
    serialNumber: '0a',
    subject: `O=Colophon tests, CN=${name}`,
    issuer,
    notBefore,
    notAfter,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([EMAIL_PROTECTION], false),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      authorityKey,
    ],
  });
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return new LocalSigner(privateKey, CoseAlgorithmIdentifier.ES256, certificate, []);
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

/** Writes the manifest into a chunk at the end, as WebP encoders do. */
class WritableWebP extends WebPFile {
  override async ensureManifestSpace(length: number): Promise<void> {
    const padded = length + (length % 2);
    const grown = new Uint8Array(this.data.length + 8 + padded);
    grown.set(this.data);
    const view = new DataView(grown.buffer);
    grown.set(new TextEncoder().encode('C2PA'), this.data.length);
    view.setUint32(this.data.length + 4, length, true);
    view.setUint32(4, grown.length - 8, true);
    this.data = grown;
  }

  override async writeManifestJUMBF(jumbf: Uint8Array): Promise<void> {
    const chunk = this.manifestChunk();
    if (chunk?.length !== jumbf.length) throw new Error('There is no room for the manifest.');
    this.data.set(jumbf, chunk.start + 8);
  }
}
