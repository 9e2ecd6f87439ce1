import { isFinishedJobStatus } from '@colophon/contract';
import type { Database } from '../../storage/database.ts';
import { changeJob } from '../change-job.ts';
import type { Delivery, JobQueue } from '../queue/job-queue.ts';
import { type JobChange, readJob, type StoredJob } from '../stored-job.ts';

/** How many workers may die over a job: it is resumed once. */
const MAXIMUM_LOST = 1;

/**
 * Starts a delivered job. If it is found running, its worker was lost: it is resumed once, and fails the second time. A finished job, for
 * example a cancelled one, is removed from the queue.
 *
 * @returns the job as taken by this worker, or undefined if there is nothing to run
 */
export function beginJob(database: Database, queue: JobQueue, delivery: Delivery): Promise<StoredJob | undefined> {
  return database.transaction(async () => {
    const changed = await changeJob(database, delivery.jobId, begun);
    if (changed?.change.status === 'running') return { ...changed.before, ...changed.change } as StoredJob;
    const job = await readJob(database, delivery.jobId);
    if (!job || isFinishedJobStatus(job.status)) await queue.remove(delivery);
    return undefined;
  });
}

function begun({ status, taking, lost }: StoredJob): JobChange {
  const workersLost = status === 'running' ? lost + 1 : lost;
  if (workersLost > MAXIMUM_LOST) {
    return {
      status: 'failed',
      lost: workersLost,
      errorCode: 'worker_lost',
      error: 'Two processes died while running this job, so it is not retried automatically.',
    };
  }
  return { status: 'running', taking: taking + 1, lost: workersLost };
}
