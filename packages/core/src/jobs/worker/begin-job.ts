import { isFinishedJobStatus } from '@colophon/contract';
import type { Database } from '../../storage/database.ts';
import { changeJob, type JobChange } from '../change-job.ts';
import type { Delivery, JobQueue } from '../queue/job-queue.ts';
import { readJob, type StoredJob } from '../stored-job.ts';

/** How many workers may die over a job: it is taken up again once. */
const MAXIMUM_LOST = 1;

/**
 * Begins a job that was delivered. One that is found running has lost its worker: it is taken up again once, and the
 * second time it has failed. One that is finished, cancelled for example, is not delivered any more.
 *
 * @returns the job as this worker has it, or undefined when there is nothing to be run
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
      error: 'Two processes died while they worked on it, so it is not tried again by itself.',
    };
  }
  return { status: 'running', taking: taking + 1, lost: workersLost };
}
