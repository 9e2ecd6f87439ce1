import { type Call, type Database, SYSTEM_CALL, UnauthenticatedError } from '@colophon/core';
import { actingIn } from '../acting-in.ts';
import { currentEpoch, endAccess } from '../users/end-access.ts';
import { type Session, Sessions } from './session.ts';

/** Sessions that a person is shown. */
const SHOWN = 1000;

/** Ends a session: at once in this process, within two seconds in every other. Ending it again changes nothing. */
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
 * Ends everything that lets a person in (`endAccess`) but this one session of theirs.
 *
 * @throws UnauthenticatedError when that session was ended itself meanwhile: of two browsers that end each other at once
 * one stays
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

/** A person's live sessions, newest first, with those that were approved for a terminal and not fetched yet; 1,000 at most. */
export async function sessionsOf(database: Database, userId: string, now: Date = new Date()): Promise<Session[]> {
  const accessEpoch = await currentEpoch(database, userId);
  if (accessEpoch === undefined) return [];
  return new Sessions(database).list({
    where: { userId, kind: { in: ['browser', 'cli'] }, accessEpoch, revokedAt: { null: true }, expiresAt: { gt: now.toISOString() } },
    limit: SHOWN,
  });
}
