import type { Database } from '../storage/database.ts';
import { JOBS_TABLE } from './stored-job.ts';
import { jobQueueOf } from './queue/queue-of.ts';

/**
 * Enqueues every job that is not finished, in a database whose queue is empty: a restored one. Handlers are repeatable, so that a job which ran
 * in the meantime may run again.
 *
 * @returns how many
 */
export async function requeueJobs(database: Database): Promise<number> {
  const queue = await jobQueueOf(database);
  const { builder } = database.dialect;
  const open = builder.selectFrom(JOBS_TABLE).select('jobId').where('status', 'in', ['queued', 'running']).orderBy('jobId');
  return database.transaction(async () => {
    const rows = await database.all(open.compile());
    for (const { jobId } of rows) await queue.put(String(jobId));
    return rows.length;
  });
}
