import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { type Session, Sessions, UNFETCHED } from './session.ts';

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

/** The same call, in the tenant of the record that it writes: sessions of all tenants are a person's own. */
export function actingIn(call: Call, tenantId: string | null): Call {
  return call.caller.kind === 'system' ? call : { ...call, caller: { ...call.caller, tenantId } };
}

/** Ends every session of a person, or all but one. */
export async function revokeSessionsOf(
  database: Database,
  userId: string,
  { except, call = SYSTEM_CALL }: { except?: string; call?: Call } = {},
): Promise<void> {
  await database.transaction(async () => {
    for (const session of await sessionsOf(database, userId)) {
      if (session.id !== except) await revokeSession(database, session.id, call);
    }
  });
}

/** A person's live sessions, newest first. */
export async function sessionsOf(database: Database, userId: string, now: Date = new Date()): Promise<Session[]> {
  const live = await new Sessions(database).list({
    where: { userId, revokedAt: { null: true }, expiresAt: { gt: now.toISOString() } },
    limit: 1000,
  });
  // What has no secret yet is not a session that anybody has.
  return live.filter((session) => !session.hash.startsWith(UNFETCHED));
}
