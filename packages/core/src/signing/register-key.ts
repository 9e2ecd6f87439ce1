import { SYSTEM_CALL } from '../callers/call.ts';
import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import type { PublicJwk } from './private-key.ts';
import { type SigningKey, SigningKeys } from './signing-key.ts';

/**
 * Makes a key the current signing key: stores its public part and retires every other key. Repeating it has no further
 * effect, so each process calls it at startup.
 *
 * @throws UsageError if the key was retired
 */
export async function registerKey(database: Database, publicJwk: PublicJwk, now = new Date()): Promise<SigningKey> {
  const at = now.toISOString();
  return database.transaction(async () => {
    await database.lock('signing keys');
    const keys = new SigningKeys(database, { ...SYSTEM_CALL, now: () => now });
    const known = await keys.find({ kid: publicJwk.kid });
    if (known) {
      requireInUse(known);
      return known;
    }
    for (const earlier of await keys.list({ where: { retiredAt: null }, limit: 1000 })) {
      earlier.retiredAt = at;
      await earlier.save();
    }
    return keys.add({ kid: publicJwk.kid, publicJwk: { ...publicJwk }, notBefore: at });
  });
}

/** Requires that a key is not retired. @throws UsageError */
export function requireInUse({ kid, retiredAt }: Pick<SigningKey, 'kid' | 'retiredAt'>): void {
  if (retiredAt === null) return;
  throw new UsageError(
    `The signing key ${kid} was retired on ${retiredAt} and is no longer used: configure its replacement, or generate a new one.`,
  );
}
