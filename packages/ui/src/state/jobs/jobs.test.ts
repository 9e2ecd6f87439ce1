import type { JobRecord } from '@colophon/contract';
import { describe, expect, it, vi } from 'vitest';
import { fakeClient } from '../../testing/fake-client.ts';
import { followJobs, type TabChannel } from './follow-jobs.ts';
import { createJobs, type JobSubmission } from './job-binding.ts';

const job = (changes: Partial<JobRecord>): JobRecord => ({
  jobId: 'one',
  kind: 'contents.review',
  status: 'running',
  completed: 0,
  total: 2,
  message: null,
  error: null,
  errorCode: null,
  target: { collection: 'contents', rowIds: ['a', 'b'] },
  result: null,
  submissionKey: null,
  submittedBy: null,
  sequence: 1,
  ...changes,
});
const submission: JobSubmission = { submissionKey: 'review', kind: 'contents.review', target: { collection: 'contents', rowIds: ['a'] } };
const unasked = fakeClient(() => undefined);

describe('the store of jobs', () => {
  it('uses the latest update, in any order of arrival, and ignores updates after the end', () => {
    const jobs = createJobs({ client: unasked });
    jobs.tell(job({ sequence: 5, completed: 2 }));
    jobs.tell(job({ sequence: 4, completed: 1 }));
    expect(jobs.snapshot().jobs[0]?.job.completed).toBe(2);
    jobs.tell(job({ sequence: 6, status: 'failed' }));
    jobs.tell(job({ sequence: 7, status: 'running' }));
    expect(jobs.snapshot().jobs[0]?.job.status).toBe('failed');
  });

  it('lists the pending rows and queries until the job has ended', () => {
    const jobs = createJobs({ client: unasked });
    jobs.tell(job({}));
    jobs.tell(job({ jobId: 'two', target: { collection: 'contents', queryKey: 'drafts' } }));
    expect([...jobs.snapshot().pendingRowIds]).toEqual(['a', 'b']);
    expect([...jobs.snapshot().pendingQueryKeys]).toEqual(['drafts']);
    jobs.tell(job({ sequence: 2, status: 'succeeded' }));
    expect([...jobs.snapshot().pendingRowIds]).toEqual([]);
  });

  it('is the same object until something changes, and calls listeners once', () => {
    const jobs = createJobs({ client: unasked });
    const told = vi.fn();
    const stop = jobs.subscribe(told);
    jobs.tell(job({}));
    const before = jobs.snapshot();
    jobs.tell(job({}));
    expect(jobs.snapshot()).toBe(before);
    expect(told).toHaveBeenCalledTimes(1);
    stop();
    jobs.tell(job({ sequence: 9 }));
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('keeps the last fifty that have ended, and all that have not', () => {
    const jobs = createJobs({ client: unasked });
    jobs.tell(job({ jobId: 'active' }));
    for (let index = 0; index < 80; index += 1) jobs.tell(job({ jobId: `done ${index}`, status: 'succeeded', sequence: index }));
    expect(jobs.snapshot().jobs).toHaveLength(51);
    expect(jobs.snapshot().jobs.some((each) => each.job.jobId === 'active')).toBe(true);
  });
});

describe('submitting', () => {
  it('shows the rows as pending immediately, until the job replaces the placeholder', async () => {
    const jobs = createJobs({ client: unasked });
    const { promise, resolve } = Promise.withResolvers<JobRecord>();
    const submitted = jobs.submit(submission, () => promise);
    expect([...jobs.snapshot().pendingRowIds]).toEqual(['a']);
    resolve(job({ jobId: 'real', submissionKey: 'review' }));
    expect((await submitted).jobId).toBe('real');
    expect(jobs.snapshot().jobs.map((each) => each.job.jobId)).toEqual(['real']);
  });

  it('is one submission however often it is pressed, while it is sent and while the job runs', async () => {
    const jobs = createJobs({ client: unasked });
    const start = vi.fn(async () => job({ jobId: 'real', submissionKey: 'review' }));
    await Promise.all([jobs.submit(submission, start), jobs.submit(submission, start)]);
    await jobs.submit(submission, start);
    expect(start).toHaveBeenCalledTimes(1);
    jobs.tell(job({ jobId: 'real', submissionKey: 'review', status: 'succeeded', sequence: 9 }));
    await jobs.submit(submission, start);
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('leaves nothing behind if it is rejected', async () => {
    const jobs = createJobs({ client: unasked });
    await expect(jobs.submit(submission, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(jobs.snapshot().jobs).toEqual([]);
    expect([...jobs.snapshot().pendingRowIds]).toEqual([]);
  });
});

describe('retrying', () => {
  const failed = job({ status: 'failed', sequence: 3, error: 'no answer' });

  it('creates a new job; a late update of the failed attempt only changes its own entry', async () => {
    const client = fakeClient(() => job({ jobId: 'two', sequence: 4, status: 'queued' }));
    const jobs = createJobs({ client });
    jobs.tell(failed);
    expect(jobs.canRetry('one')).toBe(true);
    const next = await jobs.retry('one');
    expect([next.jobId, next.retryOf]).toEqual(['two', 'one']);
    expect(client.sent[0]).toMatchObject({ method: 'post', path: '/jobs/{id}/retry', params: { path: { id: 'one' } } });
    jobs.tell(job({ jobId: 'two', sequence: 5, status: 'succeeded' }));
    jobs.tell(job({ sequence: 99, status: 'failed', error: 'late' }));
    jobs.tell(job({ sequence: 100, status: 'running', completed: 1 }));
    const [view] = jobs.snapshot().jobs;
    expect(jobs.snapshot().jobs).toHaveLength(1);
    expect(view?.job).toMatchObject({ jobId: 'two', status: 'succeeded' });
    expect(view?.attempts).toEqual([failed]);
    expect(jobs.canRetry('one')).toBe(false);
  });

  it('is rejected if the server returns the id of the failed attempt', async () => {
    const jobs = createJobs({ client: fakeClient(() => job({ sequence: 4 })) });
    jobs.tell(failed);
    await expect(jobs.retry('one')).rejects.toThrow('must have an id of its own');
    expect(jobs.snapshot().jobs[0]?.job).toEqual(failed);
  });

  it('creates one attempt however often it is pressed, and none for running or successful jobs', async () => {
    const client = fakeClient(() => job({ jobId: 'two', sequence: 4, status: 'queued' }));
    const jobs = createJobs({ client });
    jobs.tell(failed);
    await Promise.all([jobs.retry('one'), jobs.retry('one')]);
    expect(client.sent).toHaveLength(1);
    await expect(jobs.retry('two')).rejects.toThrow('cannot be tried again');
    await expect(jobs.retry('unknown')).rejects.toThrow('cannot be tried again');
  });

  it('keeps every attempt of a long chain, and ends on circular references', () => {
    const jobs = createJobs({ client: unasked });
    jobs.tell(job({ jobId: 'a', status: 'failed' }));
    jobs.tell(job({ jobId: 'b', status: 'failed', retryOf: 'a' }));
    jobs.tell(job({ jobId: 'c', retryOf: 'b' }));
    jobs.tell(job({ jobId: 'x', retryOf: 'y' }));
    jobs.tell(job({ jobId: 'y', retryOf: 'x' }));
    const [view] = jobs.snapshot().jobs;
    expect([view?.job.jobId, view?.attempts.map((each) => each.jobId)]).toEqual(['c', ['a', 'b']]);
  });
});

describe('following', () => {
  /** Tabs of one browser: what one says the others hear. */
  function tabs(): () => TabChannel {
    const listeners = new Map<TabChannel, Set<(event: { data: unknown }) => void>>();
    return () => {
      const channel: TabChannel = {
        postMessage: (data) => {
          for (const [other, own] of listeners) if (other !== channel) for (const listener of own) listener({ data });
        },
        addEventListener: (_type, listener) => void listeners.get(channel)?.add(listener as never),
        removeEventListener: (_type, listener) => void listeners.get(channel)?.delete(listener as never),
      };
      listeners.set(channel, new Set());
      return channel;
    };
  }

  it('reads one stream for all tabs of a browser, and another tab continues when the first is closed', async () => {
    const stream = {
      ...fakeClient(() => undefined),
      events: vi.fn(async function* (_path: string, options?: { signal?: AbortSignal }) {
        yield { event: 'job', data: JSON.stringify(job({ sequence: stream.events.mock.calls.length })), id: '1' };
        await new Promise((resolve) => options?.signal?.addEventListener('abort', resolve, { once: true }));
      }),
    };
    let last: Promise<unknown> = Promise.resolve();
    const locks = { request: (_name: string, _options: object, work: () => Promise<void>) => (last = last.then(work)) };
    const channelOf = tabs();
    const [one, two] = [createJobs({ client: stream }), createJobs({ client: stream })];
    const [first, second] = [new AbortController(), new AbortController()];
    const follow = (jobs: typeof one, signal: AbortSignal) =>
      followJobs({ client: stream, jobs, userId: 'u', channel: channelOf(), locks, signal });
    const followed = [follow(one, first.signal), follow(two, second.signal)];
    await vi.waitFor(() => expect(two.snapshot().jobs).toHaveLength(1));
    expect(one.snapshot().jobs).toEqual(two.snapshot().jobs);
    expect(stream.events).toHaveBeenCalledTimes(1);
    first.abort();
    await vi.waitFor(() => expect(stream.events).toHaveBeenCalledTimes(2));
    second.abort();
    await Promise.all(followed);
  });

  it('polls if tabs have no locks, and finds out how jobs ended', async () => {
    let active = [job({})];
    const client = fakeClient(({ path }) => (path === '/jobs' ? { items: active } : job({ status: 'succeeded', sequence: 8 })));
    const jobs = createJobs({ client });
    const controller = new AbortController();
    const followed = followJobs({ client, jobs, userId: 'u', signal: controller.signal, pollMilliseconds: 5 });
    await vi.waitFor(() => expect(jobs.snapshot().jobs).toHaveLength(1));
    active = [];
    await vi.waitFor(() => expect(jobs.snapshot().jobs[0]?.job.status).toBe('succeeded'));
    controller.abort();
    await followed;
  });
});
