import { isFinishedJobStatus } from '@colophon/contract';
import type { Database } from '../storage/database.ts';
import { announceJobs, announceWork } from './signals.ts';
import { storableText } from './storable.ts';
import { type JobChange, JOBS_TABLE, readJob, type StoredJob } from './stored-job.ts';

/**
 * Changes a job that is not finished, as `decide` says when it gets the current job. This is the only way to change a stored job, so that a
 * finished one never changes.
 *
 * @returns the job before and after; undefined if it does not exist, is finished, or `decide` returns no change
 */
export function changeJob(
  database: Database,
  jobId: string,
  decide: (job: StoredJob) => JobChange | undefined,
  now: Date = new Date(),
): Promise<{ readonly before: StoredJob; readonly change: JobChange } | undefined> {
  return database.transaction(async () => {
    await lockJobs(database);
    const before = await readJob(database, jobId);
    const change = before && !isFinishedJobStatus(before.status) ? decide(before) : undefined;
    if (!before || !change) return undefined;
    await write(database, before, change, now);
    return { before, change };
  });
}

/** Serializes the changes of all jobs, so that a reader who has seen a sequence number has seen everything before it. */
export async function lockJobs(database: Database): Promise<void> {
  await database.lock(JOBS_TABLE);
}

/** Returns the next sequence number of all job changes; call it under the lock. */
export async function nextSequence(database: Database): Promise<number> {
  return (await lastSequence(database)) + 1;
}

/** Returns the sequence number of the latest change of any job. */
export async function lastSequence(database: Database): Promise<number> {
  const { builder } = database.dialect;
  const row = await database.first(
    builder
      .selectFrom(JOBS_TABLE)
      .select((each) => each.fn.max('sequence').as('last'))
      .compile(),
  );
  return Number(row?.['last'] ?? 0);
}

async function write(database: Database, { jobId, status }: StoredJob, change: JobChange, now: Date): Promise<void> {
  const { builder } = database.dialect;
  const { result, message, error, ...plain } = change;
  const stamp = now.toISOString();
  const query = builder
    .updateTable(JOBS_TABLE)
    .set({
      ...plain,
      ...(message === undefined ? {} : { message: message === null ? null : storableText(message) }),
      ...(error === undefined ? {} : { error: storableText(error) }),
      ...(result === undefined ? {} : { result: database.dialect.encode('json', result) }),
      ...(change.status === 'running' && status === 'queued' ? { startedAt: stamp } : {}),
      ...(change.status !== undefined && isFinishedJobStatus(change.status) ? { finishedAt: stamp } : {}),
      sequence: await nextSequence(database),
      updated_at: stamp,
    })
    .set((each) => ({ rev: each('rev', '+', 1) }))
    .where('jobId', '=', jobId);
  await database.run(query.compile());
  announceJobs(database);
  if (change.status === 'queued' || change.status === 'cancelled') announceWork(database);
}
