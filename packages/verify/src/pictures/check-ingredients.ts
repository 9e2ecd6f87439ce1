import { equalBytes } from '../bytes/bytes.ts';
import { digest } from '../bytes/digest.ts';
import { readCbor } from './cbor.ts';
import { hashNamed } from './hash-named.ts';
import { readByLabel, type SuperBox } from './jumbf.ts';
import { PictureError } from './picture-error.ts';
import { cborOf, type Manifest, manifestNamed, mapOf } from './read-manifest.ts';

const INGREDIENT = /^c2pa\.ingredient\.v3(?:__\d+)?$/;

/**
 * Compares the manifests of the pictures that this one was made from, and of those that they were made from, with the hashes that were signed
 * with it (C2PA §15.11.3). Their own signatures are not verified: the signer of this one has vouched for what they were.
 *
 * Older ingredients have no hash of a whole manifest, and a claim that redacts statements of others changes them: those are left alone.
 *
 * @throws PictureError `ingredient_differs`
 */
export async function checkIngredients({ assertions, claim, others }: Manifest): Promise<void> {
  if (claim.has('redacted_assertions')) return;
  const hashes = new Map<string, Uint8Array>();
  const waiting: ReadonlyMap<string, SuperBox>[] = [assertions];
  for (const list of waiting) {
    for (const ingredient of [...list.values()].filter(({ label }) => INGREDIENT.test(label))) {
      const named = mapOf(readCbor(cborOf(ingredient))).get('activeManifest');
      if (named === undefined || named === null) continue;
      const [url, hash, algorithm = claim.get('alg')] = ['url', 'hash', 'alg'].map((name) => mapOf(named).get(name));
      const label = manifestNamed(url);
      const other = label === undefined ? undefined : others.get(label);
      if (!other) throw differs();
      const name = hashNamed(algorithm);
      const key = `${name} ${other.label}`;
      const known = hashes.get(key);
      const actual = known ?? (await digest(name, other.content));
      if (!(hash instanceof Uint8Array) || !equalBytes(hash, actual)) throw differs();
      const inner = readByLabel(other.boxes).get('c2pa.assertions');
      if (!known && inner) waiting.push(readByLabel(inner.boxes));
      hashes.set(key, actual);
    }
  }
}

function differs(): PictureError {
  return new PictureError('ingredient_differs', 'The manifest of a picture that this one was made from is missing, or was changed.');
}
