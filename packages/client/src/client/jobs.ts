import { isPlainObject, JOB_EVENT, JOB_STATUSES, JOBS_PATH, type JobRecord } from '@colophon/contract';
import type { Client } from './client.ts';
import type { EventOptions } from '../events/event-connection.ts';

/**
 * Yields updates of the caller's jobs: each one is the complete record, to be merged with the known one by
 * `laterJob` of `@colophon/contract`.
 *
 * @example
 * for await (const job of jobEvents(client)) jobs.set(job.jobId, laterJob(jobs.get(job.jobId) ?? job, job));
 */
export async function* jobEvents(
  client: Pick<Client<object>, 'events'>,
  options: Omit<EventOptions, 'body'> = {},
): AsyncGenerator<JobRecord, void> {
  for await (const { event, data } of client.events(`/${JOBS_PATH}/events`, options)) {
    const job = event === JOB_EVENT ? parseJob(data) : undefined;
    if (job !== undefined) yield job;
  }
}

/** An invalid update is skipped; the next one is complete again. */
function parseJob(data: string): JobRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (!isPlainObject(value) || typeof value['jobId'] !== 'string' || typeof value['sequence'] !== 'number') return undefined;
  return JOB_STATUSES.some((status) => status === value['status']) ? (value as unknown as JobRecord) : undefined;
}
