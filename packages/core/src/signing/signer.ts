import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { type PrivateKey, readPrivateKey, SIGNING_ALGORITHM } from './private-key.ts';
import { registerKey, requireInUse } from './register-key.ts';
import { SigningKeys } from './signing-key.ts';

/** What says of which kind a signed text is. Each kind has a type of its own, so that none is taken for another. */
export interface SignedType {
  readonly typ: string;
  readonly cty?: string;
}

/** Something signed. */
export interface Signed {
  /** The compact JWS. */
  readonly jws: string;
  readonly kid: string;
}

/** Signs for this application. */
export interface Signer {
  /**
   * Signs the JSON of a payload.
   *
   * @throws UsageError when the key was retired meanwhile, or is not usable
   */
  sign(payload: object, type: SignedType): Promise<Signed>;
}

const RETIREMENT_KNOWN_MS = 1000;

/**
 * Opens the key that is signed with and registers it.
 *
 * @param readKey answers the text of the private key; asked again before each signature, so that a rotated key file is used
 * without a restart
 * @throws UsageError when the key is not usable, or was retired
 */
export async function openSigner(database: Database, readKey: () => string): Promise<Signer> {
  let text = '';
  let current: PrivateKey | undefined;
  let checkedAt = 0;
  const load = async (): Promise<PrivateKey> => {
    const given = readKey();
    if (!current || given !== text) {
      const next = readPrivateKey(given);
      await registerKey(database, next.publicJwk);
      [text, current, checkedAt] = [given, next, Date.now()];
    } else if (Date.now() - checkedAt > RETIREMENT_KNOWN_MS) {
      await requireRegistered(database, current.kid);
      checkedAt = Date.now();
    }
    return current;
  };
  await load();
  return {
    async sign(payload, type) {
      const { key, kid } = await load();
      // Most processes that start never sign.
      const { CompactSign } = await import('jose');
      const bytes = new TextEncoder().encode(JSON.stringify(payload));
      const jws = await new CompactSign(bytes).setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, ...type }).sign(key);
      return { jws, kid };
    },
  };
}

/** Another process may have rotated the key: from then on only the new one is signed with. */
async function requireRegistered(database: Database, kid: string): Promise<void> {
  const known = await new SigningKeys(database).find({ kid });
  if (!known) throw new UsageError(`The signing key ${kid} is not registered in this database.`);
  requireInUse(known);
}
