import { DEVICE_SLOW_DOWN_SECONDS } from '@colophon/contract';
import { type Call, type Database, makeCall } from '@colophon/core';
import { moment } from '../rows/rows.ts';
import { actingIn } from '../tenants/acting-in.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import { Sessions } from '../sessions/session.ts';
import { hashToken, mintToken } from '../tokens/token-format.ts';
import { currentEpoch } from '../users/end-access.ts';
import { standingOf } from '../users/standing.ts';
import { applyEvent, type StoredLogin } from './logins.ts';

/** The lifetime of a terminal's session, in seconds: 30 days. */
const CLI_SESSION_SECONDS = 30 * 24 * 3600;

/** The maximum interval of a client that never obeys it. */
const LONGEST_INTERVAL_SECONDS = 60;

/** Tolerance for polls earlier than the interval, for network jitter. */
const POLL_TOLERANCE_MS = 500;

/** The result of a poll. */
export type PollAnswer =
  | { readonly status: 'pending'; readonly interval: number; readonly expiresAt: string; readonly tooFast: boolean }
  | { readonly status: 'approved'; readonly accessToken: string; readonly expiresIn: number }
  | { readonly status: 'expired' | 'denied' | 'gone' | 'unknown' };

/**
 * Answers a poll of the terminal; only the first one after the approval gets the token.
 *
 * The database consumes the login in one conditional UPDATE, and the token is created in that transaction: of fifty concurrent polls one
 * gets a token, and a failure leaves the login unchanged. The user's permissions are checked again: if the account was disabled, the
 * membership lost or all access ended since the approval, the login is denied.
 *
 * @param clientId compared with the client that started the login, if both are known
 */
export async function pollLogin(
  database: Database,
  { deviceCode, clientId, requestId, now }: { deviceCode: string; clientId?: string | undefined; requestId: string | null; now: Date },
): Promise<PollAnswer> {
  const deviceHash = hashToken(deviceCode);
  return database.transaction(async () => {
    let result: PollAnswer | undefined;
    const call = makeCall({ caller: TERMINAL, requestId, operation: 'device_logins.poll', now: () => now });
    const { outcome, login } = await applyEvent(
      database,
      { deviceHash },
      { type: 'poll', at: now.toISOString() },
      {
        call,
        mayChange: (login) => clientId === undefined || login.clientId === null || login.clientId === clientId,
        onChange: async (consumed, effect) => {
          if (effect === 'exchange') result = await exchange(database, consumed, { call, now });
          if (effect === 'revoke' && consumed.sessionId !== null) await revokeSession(database, consumed.sessionId, call);
        },
      },
    );
    if (outcome === 'pending' && login) return nextInterval(database, login, now);
    if (outcome === 'approved') return result ?? { status: 'unknown' };
    return { status: outcome === 'pending' ? 'unknown' : outcome };
  });
}

/** The caller is anonymous until the terminal has its session. */
const TERMINAL = { kind: 'anonymous', id: null, name: 'terminal', tenantId: null, role: null } as const;

async function exchange(database: Database, login: StoredLogin, { call, now }: { call: Call; now: Date }): Promise<PollAnswer> {
  const { userId, grantedTenantId, sessionId } = login;
  const standing = userId === null ? undefined : await standingOf(database, userId, grantedTenantId);
  const session = sessionId === null ? undefined : await new Sessions(database, actingIn(call, grantedTenantId)).getForUpdate(sessionId);
  if (!standing || !session || session.revokedAt !== null || session.accessEpoch !== (await currentEpoch(database, session.userId))) {
    if (sessionId !== null) await revokeSession(database, sessionId, call);
    await deny(database, login, now);
    return { status: 'denied' };
  }
  const { token, hash } = mintToken('cli');
  session.hash = hash;
  session.expiresAt = new Date(now.getTime() + CLI_SESSION_SECONDS * 1000).toISOString();
  await session.save();
  return { status: 'approved', accessToken: token, expiresIn: CLI_SESSION_SECONDS };
}

/** Changes the login that was just consumed to denied: its user has no access any more. */
async function deny(database: Database, login: StoredLogin, now: Date): Promise<void> {
  const query = database.dialect.builder
    .updateTable('device_logins')
    .set({ status: 'expired', deniedAt: moment(database, now), consumedAt: null })
    .where('id', '=', login.id);
  await database.run(query.compile());
}

/** Returns the polling interval; after a poll that was too early, it grows by five seconds (RFC 8628 §3.5). */
async function nextInterval(database: Database, login: StoredLogin, now: Date): Promise<PollAnswer> {
  const next = (seconds: number): unknown => moment(database, new Date(now.getTime() + seconds * 1000 - POLL_TOLERANCE_MS));
  const update = database.dialect.builder.updateTable('device_logins').where('id', '=', login.id).where('status', '=', 'pending');
  const inTime = await database.all(
    update
      .set({ pollAfter: next(login.pollSeconds) })
      .where((each) => each.or([each('pollAfter', 'is', null), each('pollAfter', '<=', moment(database, now))]))
      .returning('id')
      .compile(),
  );
  if (inTime.length > 0) return { status: 'pending', interval: login.pollSeconds, expiresAt: login.expiresAt, tooFast: false };
  const interval = Math.min(login.pollSeconds + DEVICE_SLOW_DOWN_SECONDS, LONGEST_INTERVAL_SECONDS);
  await database.run(update.set({ pollSeconds: interval, pollAfter: next(interval) }).compile());
  return { status: 'pending', interval, expiresAt: login.expiresAt, tooFast: true };
}
