import type { Caller } from '../callers/caller.ts';
import { ColophonError } from '../errors/colophon-error.ts';
import type { Database } from '../storage/database.ts';
import { JOBS_TABLE } from './stored-job.ts';

/** Maximum number of queued or running jobs per caller. */
const ACTIVE_OF_ONE = 100;

/** Prevents one caller from filling the queue for all others. @throws ColophonError 429 `too_many_jobs` */
export async function refuseTooMany(database: Database, { kind, id, tenantId }: Caller): Promise<void> {
  if (kind === 'system') return;
  const query = database.dialect.builder
    .selectFrom(JOBS_TABLE)
    .select((each) => each.fn.countAll().as('active'))
    .where('status', 'in', ['queued', 'running'])
    .where('callerKind', '=', kind)
    .where('callerId', '=', id)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  const row = await database.first(query.compile());
  if (Number(row?.['active'] ?? 0) < ACTIVE_OF_ONE) return;
  throw new ColophonError(429, 'too_many_jobs', `You already have ${ACTIVE_OF_ONE} queued or running jobs.`, {
    hint: 'Wait for some of them to finish, or cancel those that you do not need.',
    headers: { 'Retry-After': '30' },
    retryable: true,
  });
}
