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
export async function registerKey(database: Database, publicJwk: PublicJwk, now = new Date()): Promise<void> {
  const at = now.toISOString();
  return database.transaction(async () => {
    await database.lock('signing keys');
    const keys = new SigningKeys(database, { ...SYSTEM_CALL, now: () => now });
    const known = await findKey(keys, publicJwk.kid);
    if (known) return requireInUse(known);
    for (const earlier of await keys.list({ where: { retiredAt: null }, limit: 1000 })) {
      earlier.retiredAt = at;
      await earlier.save();
    }
    await keys.add({ kid: publicJwk.kid, publicJwk: { ...publicJwk }, notBefore: at });
  });
}

/**
 * Returns a registered key. Only columns that every version has are read: the backup of an older version is signed before its schema is
 * migrated.
 */
export async function findKey(keys: SigningKeys, kid: string): Promise<Pick<SigningKey, 'kid' | 'retiredAt'> | undefined> {
  const { items } = await keys.rows({ where: { kid }, fields: ['retiredAt'], limit: 1, count: 'none' });
  const [known] = items;
  return known && { kid, retiredAt: known.retiredAt ?? null };
}

/** Requires that a key is not retired. @throws UsageError */
export function requireInUse({ kid, retiredAt }: Pick<SigningKey, 'kid' | 'retiredAt'>): void {
  if (retiredAt === null) return;
  throw new UsageError(
    `The signing key ${kid} was retired on ${retiredAt} and is no longer used: configure its replacement, or generate a new one.`,
  );
}
