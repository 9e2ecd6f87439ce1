import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { type PrivateKey, readPrivateKey, SIGNING_ALGORITHM } from './private-key.ts';
import { registerKey, requireInUse } from './register-key.ts';
import { SigningKeys } from './signing-key.ts';

/** Identifies the kind of a signed text. Each kind has its own type, so that none is accepted as another. */
export interface SignedType {
  readonly typ: string;
  readonly cty?: string;
}

/** A signed text. */
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
   * @throws UsageError if the key was retired in the meantime, or is unusable
   */
  sign(payload: object, type: SignedType): Promise<Signed>;
}

const RETIREMENT_KNOWN_MS = 1000;

/**
 * Opens and registers the signing key.
 *
 * @param readKey returns the text of the private key; called again before each signature, so that a rotated key file is used
 * without a restart
 * @throws UsageError if the key is unusable or retired
 */
export async function openSigner(database: Database, readKey: () => string): Promise<Signer> {
  let text = '';
  let current: PrivateKey | undefined;
  let checkedAt = 0;
  const load = async (): Promise<PrivateKey> => {
    const latest = readKey();
    if (!current || latest !== text) {
      const next = readPrivateKey(latest);
      await registerKey(database, next.publicJwk);
      [text, current, checkedAt] = [latest, next, Date.now()];
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
      // Most processes never sign.
      const { CompactSign } = await import('jose');
      const bytes = new TextEncoder().encode(JSON.stringify(payload));
      const jws = await new CompactSign(bytes).setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, ...type }).sign(key);
      return { jws, kid };
    },
  };
}

/** Another process may have rotated the key: from then on only the new one signs. */
async function requireRegistered(database: Database, kid: string): Promise<void> {
  const known = await new SigningKeys(database).find({ kid });
  if (!known) throw new UsageError(`The signing key ${kid} is not registered in this database.`);
  requireInUse(known);
}
