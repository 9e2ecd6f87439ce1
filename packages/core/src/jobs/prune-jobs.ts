import type { Database } from '../storage/database.ts';
import { JOBS_TABLE } from './stored-job.ts';

export interface JobRetention {
  /** Days that a finished job is kept; default 30. */
  readonly days?: number;
  /** The number of finished jobs that are kept regardless of age; default 1000. */
  readonly keep?: number;
  readonly now?: () => Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes finished jobs that are older than `days` and not among the latest `keep`: a clock that is set forward by mistake does not empty
 * the list. Queued and running jobs are never deleted.
 *
 * @returns how many were deleted
 */
export async function pruneJobs(
  database: Database,
  { days = 30, keep = 1000, now = () => new Date() }: JobRetention = {},
): Promise<number> {
  const { builder } = database.dialect;
  const finished = ['succeeded', 'failed', 'cancelled'];
  const latest = builder.selectFrom(JOBS_TABLE).select('sequence').where('status', 'in', finished);
  const row = await database.first(latest.orderBy('sequence', 'desc').offset(keep).limit(1).compile());
  if (!row) return 0;
  const query = builder
    .deleteFrom(JOBS_TABLE)
    .where('status', 'in', finished)
    .where('finishedAt', '<', new Date(now().getTime() - days * DAY_MS).toISOString())
    .where('sequence', '<=', row['sequence']);
  return database.run(query.compile());
}
