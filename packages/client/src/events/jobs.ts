import { isPlainObject, JOB_EVENT, JOB_STATUSES, JOBS_PATH, type JobRecord } from '@colophon/contract';
import type { Client } from '../client.ts';
import type { EventOptions } from './event-connection.ts';

/**
 * What becomes of the caller's jobs, as it happens: each account is the whole record, to be put together with what is known by
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

/** An account that is none is passed over; the next one tells the whole again. */
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
