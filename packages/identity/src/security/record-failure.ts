import { createHmac, hkdfSync } from 'node:crypto';
import { type Database, makeCall, SYSTEM_CALL } from '@colophon/core';
import { normalizeEmail } from '../text/email.ts';
import { moment } from '../rows/rows.ts';
import { recordSecurityEvent } from './record-event.ts';
import { SecurityEvents } from './security-event.ts';

/** Rows for failures that are written in a minute; the rest is counted in one more, so that a flood cannot fill the disk. */
const ROWS_A_MINUTE = 60;
const MINUTE_MS = 60_000;
/** The subject of the row that counts the rest. */
const OTHERS = 'others';
const FAILURES = ['signin.failed', 'signin.throttled', 'factor.failed'] as const;
type FailureKind = (typeof FAILURES)[number];

/** A failure to sign in, or to show a second factor. */
export interface Failure {
  readonly kind: FailureKind;
  /** The account, if there is one; its address is then the subject. */
  readonly userId?: string | undefined;
  /** What was typed, if there is no account: only a keyed digest of it is stored. */
  readonly typed?: string;
  /** How they tried to sign in, and the code of the error. */
  readonly method: 'password' | 'passkey' | 'provider' | 'code';
  readonly code: string;
  readonly address: string;
  readonly agent: string | null;
  readonly now: Date;
}

/**
 * Records a failure: one row a minute for each account or typed address, with the number of attempts, and sixty rows a minute in all. It
 * must not run in the transaction that was refused.
 *
 * @param secret of the application: the digest of an address that has no account is worthless without it
 */
export async function recordFailure(database: Database, secret: string, failure: Failure): Promise<void> {
  const { kind, method, code, address, agent, now } = failure;
  const account = await accountOf(database, failure);
  // A passkey and a provider name nobody before they are verified: those count by where they come from.
  const subject = account?.email ?? digestOf(secret, failure.typed ?? `${method} from ${address}`);
  const since = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  await database.transaction(async () => {
    // Serialized, so that the rows are counted before the next one is added.
    await database.lock('security-events');
    if (await countAgain(database, { kind, subject, since, now })) return;
    const isFlood = (await rowsSince(database, since)) >= ROWS_A_MINUTE;
    if (isFlood && (await countAgain(database, { kind, subject: OTHERS, since, now }))) return;
    const who = isFlood ? { userId: null, subject: OTHERS } : { userId: account?.id ?? null, subject, address, agent };
    await recordSecurityEvent(database, { kind, ...who, data: { method, code, count: 1 }, now });
  });
}

/** The keyed digest of what was typed: the same for the same address, and useless without the application's secret. */
function digestOf(secret: string, typed: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'security subject', 32));
  return `digest:${createHmac('sha256', key).update(normalizeEmail(typed)).digest('base64url')}`;
}

async function accountOf(database: Database, { userId, typed }: Failure): Promise<{ id: string; email: string } | undefined> {
  if (userId === undefined && typed === undefined) return undefined;
  const users = database.dialect.builder.selectFrom('users').select(['id', 'email']);
  const query =
    userId === undefined ? users.where('email', '=', normalizeEmail(typed ?? '').slice(0, 254)) : users.where('id', '=', userId);
  const row = await database.first(query.compile());
  return row && { id: String(row['id']), email: String(row['email']) };
}

/** Counts one more in the row of this minute. @returns false if there is none */
async function countAgain(
  database: Database,
  { kind, subject, since, now }: { kind: FailureKind; subject: string; since: Date; now: Date },
): Promise<boolean> {
  const events = new SecurityEvents(database, makeCall({ ...SYSTEM_CALL, now: () => now }));
  const [existing] = await events.list({ where: { kind, subject, created_at: { gte: since.toISOString() } }, limit: 1 });
  if (!existing) return false;
  await events.update(existing.id, { data: { ...existing.data, count: Number(existing.data['count'] ?? 1) + 1 } });
  return true;
}

async function rowsSince(database: Database, since: Date): Promise<number> {
  const query = database.dialect.builder
    .selectFrom('security_events')
    .select((each) => each.fn.countAll().as('count'))
    .where('kind', 'in', FAILURES)
    .where('created_at', '>=', moment(database, since));
  return Number((await database.first(query.compile()))?.['count']);
}
