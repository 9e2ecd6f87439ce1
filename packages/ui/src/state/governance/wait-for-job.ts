import { isFinishedJobStatus, type JobRecord } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';

/** In milliseconds between looks; the last again and again. */
const LOOKS = [500, 1000, 2000, 4000];

/**
 * Waits until a job is finished, by looking at it.
 *
 * @throws the reason of the signal when it is aborted @throws ProblemError when the job cannot be read
 */
export async function waitForJob(
  client: ColophonClient,
  jobId: string,
  { signal, onLook }: { readonly signal?: AbortSignal; readonly onLook?: (job: JobRecord) => void } = {},
): Promise<JobRecord> {
  for (let look = 0; ; look += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const { value } = await send<JobRecord>(client, 'get', '/jobs/{id}', { params: { path: { id: jobId } }, signal });
    if (isFinishedJobStatus(value.status)) return value;
    onLook?.(value);
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await pause(LOOKS[Math.min(look, LOOKS.length - 1)] ?? 1000, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
