import { ColophonError } from '../errors/colophon-error.ts';
import type { Database } from '../storage/database.ts';
import { Attempts } from './attempt.ts';

/** How often something may be attempted. */
export interface Allowance {
  readonly attempts: number;
  /** The sliding window, in milliseconds. */
  readonly windowMs: number;
}

/** Too many attempts. Answers 429 with `Retry-After`. */
export class TooManyAttemptsError extends ColophonError {
  constructor(message: string, retryAfterSeconds: number) {
    super(429, 'too_many_attempts', message, {
      retryable: true,
      headers: { 'Retry-After': String(retryAfterSeconds) },
      hint: `Try again in ${waitingTime(retryAfterSeconds)}.`,
    });
  }
}

/**
 * Reserves one attempt in the database before the attempt is checked, so that neither parallel requests nor several processes exceed the
 * allowance. Return it with `returnAttempt` if the attempt was correct.
 *
 * Runs in the ambient transaction: the reservation takes effect when that commits, and others who attempt the same subject wait until then.
 *
 * @throws TooManyAttemptsError if the allowance of the window is exhausted
 */
export async function reserveAttempt(database: Database, subject: string, allowance: Allowance, now: Date): Promise<string> {
  return database.transaction(async () => {
    await database.lock(`attempts:${subject}`);
    const { builder } = database.dialect;
    const opened = moment(database, new Date(now.getTime() - allowance.windowMs));
    await database.run(builder.deleteFrom('attempts').where('subject', '=', subject).where('at', '<=', opened).compile());
    const rows = await database.all(builder.selectFrom('attempts').select('at').where('subject', '=', subject).orderBy('at').compile());
    const over = rows.length - allowance.attempts;
    if (over >= 0) {
      const frees = Date.parse(String(database.dialect.decode('datetime', rows[over]?.['at']))) + allowance.windowMs;
      throw new TooManyAttemptsError('Too many attempts.', Math.max(1, Math.ceil((frees - now.getTime()) / 1000)));
    }
    const { id } = await new Attempts(database).add({
      subject,
      at: now.toISOString(),
      until: new Date(now.getTime() + allowance.windowMs).toISOString(),
    });
    return id;
  });
}

/** How long an attempt is kept that was written before rows had an expiry. */
const KEPT_WITHOUT_END_MS = 24 * 3600 * 1000;

/**
 * Deletes expired attempts of all subjects. Run it every few minutes; several processes can run it concurrently.
 *
 * @returns the number of deleted attempts
 */
export function sweepAttempts(database: Database, now: Date): Promise<number> {
  const oldest = moment(database, new Date(now.getTime() - KEPT_WITHOUT_END_MS));
  const over = database.dialect.builder
    .deleteFrom('attempts')
    .where((row) => row.or([row('until', '<=', moment(database, now)), row.and([row('until', 'is', null), row('at', '<=', oldest)])]));
  return database.run(over.compile());
}

/** Returns whether the allowance of the window is exhausted. */
export async function isUsedUp(database: Database, subject: string, { attempts, windowMs }: Allowance, now: Date): Promise<boolean> {
  const opened = moment(database, new Date(now.getTime() - windowMs));
  const query = database.dialect.builder
    .selectFrom('attempts')
    .select((each) => each.fn.countAll().as('count'))
    .where('subject', '=', subject)
    .where('at', '>', opened);
  return Number((await database.first(query.compile()))?.['count']) >= attempts;
}

/** Returns a reserved attempt. */
export async function returnAttempt(database: Database, id: string): Promise<void> {
  await database.run(database.dialect.builder.deleteFrom('attempts').where('id', '=', id).compile());
}

/** Encodes a time as a parameter of a statement. */
function moment(database: Database, at: Date): unknown {
  return database.dialect.encode('datetime', at.toISOString());
}

function waitingTime(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
