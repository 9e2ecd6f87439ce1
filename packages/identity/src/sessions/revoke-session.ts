import { type Call, type Database, SYSTEM_CALL, UnauthenticatedError } from '@colophon/core';
import { actingIn } from '../tenants/acting-in.ts';
import { currentEpoch, endAccess } from '../users/end-access.ts';
import { idleEnd, idleLimitOf } from './idle-limits.ts';
import { type Session, Sessions } from './session.ts';

/** The maximum number of sessions in a user's list. */
const SHOWN = 1000;

/** Ends a session: immediately in this process, within two seconds in every other. Idempotent. */
export async function revokeSession(database: Database, id: string, call: Call = SYSTEM_CALL): Promise<void> {
  await database.transaction(async () => {
    const owner = await new Sessions(database).get(id);
    const session = owner && (await new Sessions(database, actingIn(call, owner.tenantId)).getForUpdate(id));
    if (!session || session.revokedAt !== null) return;
    session.revokedAt = call.now().toISOString();
    await session.save();
  });
}

/**
 * Ends all access of a user (`endAccess`) except this session.
 *
 * @throws UnauthenticatedError if that session itself was ended meanwhile: of two browsers that end each other concurrently one remains
 */
export async function endOtherAccess(
  database: Database,
  userId: string,
  { keep, call = SYSTEM_CALL }: { keep: string; call?: Call },
): Promise<void> {
  await database.transaction(async () => {
    const { accessEpoch } = await endAccess(database, userId, { call });
    const owner = await new Sessions(database).get(keep);
    const session = owner && (await new Sessions(database, actingIn(call, owner.tenantId)).getForUpdate(keep));
    if (!session || session.userId !== userId || session.revokedAt !== null || session.accessEpoch !== accessEpoch - 1) {
      throw new UnauthenticatedError('You were signed out in the meantime.');
    }
    session.accessEpoch = accessEpoch;
    await session.save();
  });
}

/** A user's active sessions, newest first, including those approved for a terminal and not fetched yet; at most 1,000. */
export async function sessionsOf(database: Database, userId: string, now: Date = new Date()): Promise<Session[]> {
  const accessEpoch = await currentEpoch(database, userId);
  if (accessEpoch === undefined) return [];
  const sessions = await new Sessions(database).list({
    where: { userId, kind: { in: ['browser', 'cli'] }, accessEpoch, revokedAt: { null: true }, expiresAt: { gt: now.toISOString() } },
    limit: SHOWN,
  });
  return sessions.filter(
    ({ kind, lastUsedAt, created_at: createdAt }) => idleEnd({ lastUsedAt, createdAt }, idleLimitOf(database, kind)) > now.getTime(),
  );
}
