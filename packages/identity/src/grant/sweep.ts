import type { Database } from '@colophon/core';
import { sweepAttempts } from '@colophon/core/throttle';
import { moment } from '../rows/rows.ts';
import { UNFETCHED } from '../sessions/session.ts';

/** How long a finished login is kept, so that a late poll learns the outcome. */
const KEPT_LOGIN_MS = 24 * 3600 * 1000;
/** How long an expired session or one-time link is kept, for investigations. */
const KEPT_SESSION_MS = 30 * 24 * 3600 * 1000;

/** The result of a sweep. */
export interface Swept {
  /** Expired logins that are no longer polled. */
  readonly expired: number;
  readonly logins: number;
  readonly sessions: number;
  readonly links: number;
  readonly attempts: number;
  /** Challenges for passkeys that were not answered in time. */
  readonly challenges: number;
  /** Sign-ins with identity providers that were never completed. */
  readonly oidcStates: number;
  readonly securityEvents: number;
  /** Codes and tokens of agents that have expired, and their grants that were revoked or not used for too long. */
  readonly agentTokens: number;
  readonly agentGrants: number;
  /** Programs that registered and that nobody has let act for them. */
  readonly clients: number;
}

export interface SweepOptions {
  /** Days that security events are kept. Default: 180. */
  readonly keepSecurityDays?: number | undefined;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Expires outdated logins, with the sessions that were approved and never fetched, and deletes what is past its retention. Run it every few
 * minutes; several processes may do so concurrently.
 */
export async function sweep(database: Database, now: Date = new Date(), { keepSecurityDays = 180 }: SweepOptions = {}): Promise<Swept> {
  const { builder } = database.dialect;
  const before = (milliseconds: number): unknown => moment(database, new Date(now.getTime() - milliseconds));
  const expired = await expireLogins(database, now);
  const deleteBefore = (table: string, column: string, milliseconds: number): Promise<number> =>
    database.run(builder.deleteFrom(table).where(column, '<=', before(milliseconds)).compile());
  return {
    expired,
    logins: await deleteBefore('device_logins', 'expiresAt', KEPT_LOGIN_MS),
    sessions: await deleteBefore('sessions', 'expiresAt', KEPT_SESSION_MS),
    links: await deleteBefore('one_time_links', 'expiresAt', KEPT_SESSION_MS),
    attempts: await sweepAttempts(database, now),
    challenges: await deleteBefore('passkey_challenges', 'expiresAt', 0),
    oidcStates: await deleteBefore('oidc_states', 'expiresAt', 0),
    securityEvents: await deleteBefore('security_events', 'created_at', keepSecurityDays * DAY_MS),
    agentTokens: (await deleteBefore('oauth_codes', 'expiresAt', DAY_MS)) + (await deleteBefore('oauth_tokens', 'expiresAt', 0)),
    agentGrants:
      (await deleteBefore('oauth_grants', 'expiresAt', KEPT_SESSION_MS)) +
      (await deleteBefore('oauth_grants', 'revokedAt', KEPT_SESSION_MS)),
    clients: await deleteUnusedClients(database, before(DAY_MS)),
  };
}

/** Those with a document are kept no longer either: it is fetched again. */
async function deleteUnusedClients(database: Database, before: unknown): Promise<number> {
  const { builder } = database.dialect;
  const used = builder.selectFrom('oauth_grants').select('clientId');
  const unused = builder.deleteFrom('oauth_clients').where('kind', '!=', 'pinned').where('blockedAt', 'is', null);
  return database.run(unused.where('created_at', '<=', before).where('id', 'not in', used).compile());
}

/** Two statements for all of them, so that a faulty row does not block the others. */
async function expireLogins(database: Database, now: Date): Promise<number> {
  const { builder } = database.dialect;
  const stamp = moment(database, now);
  return database.transaction(async () => {
    const unfetched = builder
      .updateTable('sessions')
      .set({ revokedAt: stamp, updated_at: stamp })
      .where('hash', 'like', `${UNFETCHED}%`)
      .where('expiresAt', '<=', stamp)
      .where('revokedAt', 'is', null);
    await database.run(unfetched.compile());
    const over = builder
      .updateTable('device_logins')
      .set({ status: 'expired', updated_at: stamp })
      .where('status', 'in', ['pending', 'approved'])
      .where('expiresAt', '<=', stamp);
    return database.run(over.compile());
  });
}
