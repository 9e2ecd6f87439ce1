import { afterEach, beforeAll, expect, it } from 'vitest';
import { anonymous, type Caller } from '../callers/caller.ts';
import { runOperation } from '../operations/run-operation.ts';
import type { Operation } from '../operations/operation.ts';
import type { Database } from '../storage/database.ts';
import { describeOnEveryDatabase } from '../testing/index.ts';
import { changeJob } from './change-job.ts';
import { type Job, Jobs } from './job.ts';
import { pruneJobs } from './prune-jobs.ts';
import { ClaimsQueue } from './queue/claims-queue.ts';
import { jobQueue } from './queue/queue-of.ts';
import { submitJob } from './submit-job.ts';
import { callAs, jobsTable, member, prepareJobs } from './testing/world.ts';

describeOnEveryDatabase('jobs', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await prepareJobs(database);
    database.ports.provide(jobQueue, new ClaimsQueue(database));
  });
  afterEach(async () => {
    await database.run({ sql: 'DELETE FROM jobs', parameters: [] });
  });

  const submit = (caller: Caller, submissionKey?: string): Promise<Job> =>
    submitJob(database, callAs(caller), { kind: 'count', input: { to: 3 }, ...(submissionKey === undefined ? {} : { submissionKey }) });
  const run = async (name: string, caller: Caller, key?: string): Promise<Record<string, unknown>> =>
    JSON.parse(
      JSON.stringify((await runOperation(jobsTable.operation(`jobs.${name}`) as Operation, { database, call: callAs(caller), key })).value),
    ) as Record<string, unknown>;
  const fail = (jobId: string) => changeJob(database, jobId, () => ({ status: 'failed', error: 'No luck.', errorCode: 'unlucky' }));
  const row = (jobId: string) => database.first({ sql: `SELECT * FROM jobs WHERE "jobId" = '${jobId}'`, parameters: [] });
  const ada = member('ada', 'contributor', 'gazette');
  const edna = member('edna', 'editor', 'gazette');

  it('are queued by whoever submits them, and show nothing of what they were given', async () => {
    const job = await submit(ada);
    const shown = await run('get', ada, job.jobId);
    expect(shown).toMatchObject({ jobId: job.jobId, kind: 'count', status: 'queued', completed: 0, total: null, submittedBy: 'ada' });
    for (const name of ['input', 'callerId', 'callerKind', 'taking', 'lost']) expect(shown).not.toHaveProperty(name);
    await expect(run('list', anonymous())).rejects.toMatchObject({ status: 401 });
    await expect(submit(anonymous())).rejects.toMatchObject({ status: 401 });
  });

  it('are seen by whoever submitted them and by editors of their tenant, and by nobody else', async () => {
    const { jobId } = await submit(ada);
    const seen = async (caller: Caller): Promise<number> => Number((await run('list', caller))['count']);
    const strangers = [member('carl', 'contributor', 'gazette'), member('olga', 'admin', 'other'), member('glen', 'admin', null)];
    expect([await seen(ada), await seen(edna)]).toEqual([1, 1]);
    for (const stranger of strangers) {
      expect(await seen(stranger)).toBe(0);
      for (const name of ['get', 'retry', 'cancel']) await expect(run(name, stranger, jobId)).rejects.toMatchObject({ status: 404 });
    }
    // A token that happens to have the id of a person is not that person.
    expect(await seen({ ...ada, kind: 'token' })).toBe(0);
  });

  it('are submitted once while the same submission of the same caller is active', async () => {
    const [first, second] = await Promise.all([submit(ada, 'monday'), submit(ada, 'monday')]);
    expect(second.jobId).toBe(first.jobId);
    expect((await submit(edna, 'monday')).jobId).not.toBe(first.jobId);
    await fail(first.jobId);
    expect((await submit(ada, 'monday')).jobId).not.toBe(first.jobId);
  });

  it('are so many and no more of one caller, and others are none the worse', async () => {
    for (let made = 0; made < 100; made += 1) await submit(ada);
    await expect(submit(ada)).rejects.toMatchObject({ status: 429, code: 'too_many_jobs' });
    await submit(edna);
  });

  it('that failed are tried again once, as a new job, and stay as they were', async () => {
    const { jobId } = await submit(ada);
    await expect(run('retry', ada, jobId)).rejects.toMatchObject({ status: 409, code: 'not_failed' });
    await fail(jobId);
    const before = await row(jobId);
    const retries = await Promise.all(Array.from({ length: 8 }, () => run('retry', ada, jobId)));
    const [retry] = retries;
    expect(new Set(retries.map((each) => each['jobId']))).toEqual(new Set([retry?.['jobId']]));
    expect(retry).toMatchObject({ retryOf: jobId, status: 'queued', kind: 'count' });
    expect(retry?.['jobId']).not.toBe(jobId);
    expect((await run('retry', ada, jobId))['jobId']).toBe(retry?.['jobId']);
    expect(await row(jobId)).toEqual(before);
  });

  it('are cancelled once, and tried again on the authority of whoever asks', async () => {
    const { jobId } = await submit(ada);
    expect(await run('cancel', edna, jobId)).toMatchObject({ status: 'cancelled', message: 'Cancelled by edna.' });
    await expect(run('cancel', edna, jobId)).rejects.toMatchObject({ status: 409, code: 'finished' });
    const retry = await run('retry', edna, jobId);
    expect(await row(String(retry['jobId']))).toMatchObject({ callerId: 'edna', retryOf: jobId });
  });

  it('are cancelled while their workers write, without one standing in the other’s way', async () => {
    const jobs = await Promise.all(Array.from({ length: 10 }, () => submit(ada)));
    // Where two waited for each other, PostgreSQL would have one of them fail.
    await Promise.all(
      jobs.flatMap(({ jobId }) => [
        ...[1, 2, 3].map((completed) => changeJob(database, jobId, () => ({ status: 'running', completed }))),
        run('cancel', ada, jobId),
        changeJob(database, jobId, () => ({ completed: 4 })),
      ]),
    );
    expect(await new Jobs(database).count({ where: { status: 'cancelled' } })).toBe(10);
  });

  it('never change once they are finished, whoever tries and whichever way', async () => {
    const { jobId } = await submit(ada);
    await fail(jobId);
    const before = await row(jobId);
    expect(await changeJob(database, jobId, () => ({ status: 'succeeded' }))).toBeUndefined();
    const loaded = await new Jobs(database).require(jobId);
    loaded.message = 'All is well.';
    await expect(loaded.save()).rejects.toMatchObject({ code: 'not_editable' });
    await expect(new Jobs(database).remove(jobId)).rejects.toMatchObject({ code: 'not_editable' });
    expect(await row(jobId)).toEqual(before);
  });

  it('count every change of any of them, without gaps, however many change at once', async () => {
    const jobs = await Promise.all(Array.from({ length: 6 }, () => submit(ada)));
    await Promise.all(jobs.flatMap(({ jobId }) => [1, 2, 3].map((completed) => changeJob(database, jobId, () => ({ completed })))));
    const { items } = (await run('list', ada)) as unknown as { items: { sequence: number }[] };
    expect(new Set(items.map(({ sequence }) => sequence)).size).toBe(6);
    expect(Math.max(...items.map(({ sequence }) => sequence))).toBe(6 + 18);
  });

  it('that are finished go when they are old and many, and active ones never do', async () => {
    const jobs = [];
    for (let made = 0; made < 6; made += 1) jobs.push(await submit(ada));
    for (const { jobId } of jobs.slice(0, 5)) await fail(jobId);
    const nextYear = (): Date => new Date(Date.now() + 366 * 24 * 60 * 60 * 1000);
    expect(await pruneJobs(database, { keep: 2 })).toBe(0);
    expect(await pruneJobs(database, { keep: 2, now: nextYear })).toBe(3);
    expect(await pruneJobs(database, { keep: 2, now: nextYear })).toBe(0);
    expect((await new Jobs(database).list()).map(({ jobId }) => jobId).toSorted()).toEqual(
      jobs
        .slice(3)
        .map(({ jobId }) => jobId)
        .toSorted(),
    );
  });
});
