import { createHmac, timingSafeEqual } from 'node:crypto';
import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { type PrivateKey, readPrivateKey, SIGNING_ALGORITHM } from './private-key.ts';
import { verificationMethod } from './key-documents.ts';
import { findKey, registerKey, requireInUse } from './register-key.ts';
import { SigningKeys } from './signing-key.ts';

/** Identifies the kind of a signed text. Each kind has its own type, so that none is accepted as another. */
export interface SignedType {
  readonly typ: string;
  readonly cty?: string;
  /**
   * The address of the issuer's document: the header's `kid` is then that of its verification method, as VC-JOSE-COSE requires of a
   * credential without `iss`. By default the thumbprint of the key.
   */
  readonly issuer?: string;
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
  /**
   * Returns a mark of a text that only a holder of the key can make: what a process wrote is told from what somebody wrote into the database
   * (HMAC-SHA256 under a derived key).
   *
   * @throws UsageError if the key was retired in the meantime, or is unusable
   */
  seal(text: string): Promise<string>;
  /** Returns whether a seal is that of a text under the present key. */
  isSealed(text: string, seal: string): Promise<boolean>;
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
  const sealOf = async (text: string): Promise<string> => {
    const { kid, sealKey } = await load();
    return `${kid}.${createHmac('sha256', sealKey).update(text).digest('base64url')}`;
  };
  return {
    seal: sealOf,
    async isSealed(text, seal) {
      const [own, given] = [Buffer.from(await sealOf(text)), Buffer.from(seal)];
      return own.length === given.length && timingSafeEqual(own, given);
    },
    async sign(payload, { issuer, ...type }) {
      const { key, kid } = await load();
      // Most processes never sign.
      const { CompactSign } = await import('jose');
      const bytes = new TextEncoder().encode(JSON.stringify(payload));
      const jws = await new CompactSign(bytes)
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: issuer === undefined ? kid : verificationMethod(issuer, kid), ...type })
        .sign(key);
      return { jws, kid };
    },
  };
}

/** Another process may have rotated the key: from then on only the new one signs. */
async function requireRegistered(database: Database, kid: string): Promise<void> {
  const known = await findKey(new SigningKeys(database), kid);
  if (!known) throw new UsageError(`The signing key ${kid} is not registered in this database.`);
  requireInUse(known);
}
