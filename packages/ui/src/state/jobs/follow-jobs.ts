import { jobEvents } from '@colophon/client';
import type { JobRecord } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import { isJob, type Jobs } from './job-binding.ts';
import { pause } from '../pause.ts';
import { readList } from '../read-list.ts';

/** Messages between the tabs of a browser, with the interface of `BroadcastChannel`. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** Locks between tabs, with the interface of `navigator.locks`. */
export interface TabLocks {
  request(name: string, options: { readonly signal: AbortSignal }, work: () => Promise<void>): Promise<unknown>;
}

export interface FollowJobsOptions {
  readonly client: ColophonClient;
  readonly jobs: Jobs;
  /** The user: tabs of different users do not share events. */
  readonly userId: string;
  readonly channel?: TabChannel;
  readonly locks?: TabLocks;
  /** Whether the tab is visible; without locks, a hidden tab does not poll. */
  readonly isVisible?: () => boolean;
  readonly signal: AbortSignal;
  /** Milliseconds between two polls without locks; default 5,000. */
  readonly pollMilliseconds?: number;
}

/**
 * Follows the progress of jobs until the signal aborts. One tab of a browser reads the stream and informs the others, since browsers open
 * at most six connections to a server; without locks between tabs, each polls every five seconds.
 *
 * @throws ProblemError if the server rejects the request, for example with 401
 */
export async function followJobs(options: FollowJobsOptions): Promise<void> {
  const { jobs, locks, channel, signal, userId, client } = options;
  if (locks === undefined || channel === undefined) return poll(options);
  const heard = ({ data }: { readonly data: unknown }): void => {
    if (isJob(data)) jobs.tell(data);
  };
  channel.addEventListener('message', heard);
  signal.addEventListener('abort', () => channel.removeEventListener('message', heard), { once: true });
  try {
    await locks.request(`colophon:jobs:${userId}`, { signal }, async () => {
      for await (const job of jobEvents(client, { signal })) {
        jobs.tell(job);
        channel.postMessage(job);
      }
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (!signal.aborted) channel.removeEventListener('message', heard);
  }
}

async function poll({ client, jobs, signal, isVisible = () => true, pollMilliseconds = 5000 }: FollowJobsOptions): Promise<void> {
  while (!signal.aborted) {
    if (isVisible()) {
      const known = jobs.snapshot().jobs.filter(({ job }) => job.status === 'queued' || job.status === 'running');
      const active = (await readList(client, '/jobs', { params: { query: { 'status[in]': 'queued,running' } }, signal })).filter(isJob);
      for (const job of active) jobs.tell(job);
      // A job that is no longer active has ended; only its own record tells how.
      for (const { job } of known.filter((each) => !active.some(({ jobId }) => jobId === each.job.jobId)))
        await ask(client, jobs, job, signal);
    }
    await pause(pollMilliseconds, signal);
  }
}

async function ask(client: ColophonClient, jobs: Jobs, job: JobRecord, signal: AbortSignal): Promise<void> {
  if (job.sequence < 0) return;
  const { value } = await send<unknown>(client, 'get', '/jobs/{id}', { params: { path: { id: job.jobId } }, signal });
  if (isJob(value)) jobs.tell(value);
}
