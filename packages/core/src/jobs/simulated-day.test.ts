import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { UnavailableError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { describeOnEveryDatabase } from '../testing/index.ts';
import { type Job, Jobs } from './job.ts';
import { jobKind } from './job-kind.ts';
import { ClaimsQueue } from './queue/claims-queue.ts';
import { jobQueue } from './queue/queue-of.ts';
import { submitJob } from './submit-job.ts';
import { callAs, everyone, member, prepareJobs } from './testing/world.ts';
import { JobWorker } from './worker/job-worker.ts';

const MINUTES = 24 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;

describeOnEveryDatabase('a day of retries, one a minute, by clocks that jump', (open) => {
  let database: Database;
  let wall = Date.parse('2026-03-29T00:00:00.000Z');
  let monotonic = 0;
  let mended = false;
  const runs: string[] = [];
  const workers: JobWorker[] = [];
  const ada = callAs(member('ada'));

  beforeAll(async () => {
    database = await open();
    await prepareJobs(database);
    database.ports.provide(jobQueue, new ClaimsQueue(database, { lease: 30_000, monotonic: () => monotonic }));
    const flaky = jobKind({
      kind: 'flaky',
      input: z.strictObject({}),
      run: async (_input, { call, progress }) => {
        runs.push(call.requestId ?? '');
        progress(1, 1);
        if (!mended) throw new UnavailableError('The other side does not answer.');
        return { message: 'At last.' };
      },
    });
    for (const name of ['one', 'two']) {
      const onError = (error: unknown): void => expect([name, error]).toEqual([name, undefined]);
      workers.push(new JobWorker(database, { kinds: [flaky], authority: everyone, now: () => new Date(wall), onError }));
    }
  });
  afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

  /** A minute goes by; now and then the clock on the wall is set forward or back by days. */
  async function minute(number: number): Promise<void> {
    monotonic += 60_000;
    wall += 60_000;
    if (number % 97 === 0) wall += (number % 2 === 0 ? 3 : -5) * DAY_MS;
    await Promise.all(workers.map((worker) => worker.takeSome()));
    await Promise.all(workers.map((worker) => worker.idle()));
  }
  const row = (jobId: string) => database.first({ sql: `SELECT * FROM jobs WHERE "jobId" = '${jobId}'`, parameters: [] });

  it('runs each attempt once, keeps every failed one as it was, and succeeds in the end', async () => {
    let { jobId } = await submitJob(database, ada, { kind: 'flaky', input: {} });
    const attempts = new Map<string, unknown>();
    for (let number = 1; number <= MINUTES; number += 1) {
      mended = number === MINUTES;
      await minute(number);
      const ended = await row(jobId);
      expect(ended).toMatchObject(mended ? { status: 'succeeded' } : { status: 'failed', errorCode: 'unavailable' });
      attempts.set(jobId, ended);
      if (!mended) ({ jobId } = await ((await new Jobs(database, ada).require(jobId)) satisfies Job).retry());
    }
    expect(attempts.size).toBe(MINUTES);
    expect(runs).toEqual([...attempts.keys()]);
    for (const [id, ended] of attempts) expect(await row(id)).toEqual(ended);
    expect(await new Jobs(database).count({ where: { status: 'succeeded' } })).toBe(1);
    expect(await database.first({ sql: 'SELECT count(*) AS "left" FROM _claims', parameters: [] })).toEqual({ left: 0 });
  }, 120_000);
});
