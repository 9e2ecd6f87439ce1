import { SYSTEM_CALL } from '../callers/call.ts';
import { NotFoundError, UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { type SigningKey, SigningKeys } from './signing-key.ts';

/**
 * Revokes a key that was compromised: what is dated from then on is no longer valid, and what is dated earlier stays so. The date can be set
 * to an earlier one afterwards, never to a later one.
 *
 * @param since when somebody else may first have had the key
 * @throws NotFoundError if there is no such key
 * @throws UsageError if it still signs, if the date is in the future, or if it was revoked as of an earlier date
 */
export async function revokeKey(database: Database, kid: string, since: Date, now = new Date()): Promise<SigningKey> {
  if (since.getTime() > now.getTime()) throw new UsageError('A key is revoked as of now or of an earlier date, not of a later one.');
  return database.transaction(async () => {
    await database.lock('signing keys');
    const key = await new SigningKeys(database, { ...SYSTEM_CALL, now: () => now }).find({ kid });
    if (!key) throw new NotFoundError(`There is no signing key ${kid.slice(0, 100)}.`);
    if (key.retiredAt === null) throw new UsageError(`The key ${kid} still signs: put another one in its place first.`);
    const revokedAt = since.toISOString();
    if (key.revokedAt !== null && revokedAt > key.revokedAt)
      throw new UsageError(`The key ${kid} is revoked as of ${key.revokedAt}, which cannot become later.`);
    key.revokedAt = revokedAt;
    await key.save();
    return key;
  });
}
