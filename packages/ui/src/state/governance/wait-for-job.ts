import { isFinishedJobStatus, type JobRecord } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import { pause } from '../pause.ts';

/** Milliseconds between polls; the last one repeats. */
const LOOKS = [500, 1000, 2000, 4000];

/**
 * Waits until a job is finished, by polling.
 *
 * @throws the signal's reason if it is aborted @throws ProblemError if the job cannot be read
 */
export async function waitForJob(
  client: ColophonClient,
  jobId: string,
  { signal, onLook }: { readonly signal?: AbortSignal; readonly onLook?: (job: JobRecord) => void } = {},
): Promise<JobRecord> {
  for (let look = 0; ; look += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one poll after the other
    const { value } = await send<JobRecord>(client, 'get', '/jobs/{id}', { params: { path: { id: jobId } }, signal });
    if (isFinishedJobStatus(value.status)) return value;
    onLook?.(value);
    // oxlint-disable-next-line no-await-in-loop -- one poll after the other
    await pause(LOOKS[Math.min(look, LOOKS.length - 1)] ?? 1000, signal);
    signal?.throwIfAborted();
  }
}
