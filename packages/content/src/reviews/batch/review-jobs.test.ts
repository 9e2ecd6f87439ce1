import { setTimeout as delay } from 'node:timers/promises';
import { type Caller, type Database, makeCall, runOperation } from '@colophon/core';
import { closeJobQueue, Jobs, JobWorker, operationJobs } from '@colophon/core/jobs';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../../test/support.ts';
import { configureContentGovernance, resetContentGovernance } from '../../governance/configure.ts';
import { ContentReviews } from '../content-review.ts';
import { contentReviewer, type ReviewRequest } from '../reviewer.ts';
import { contentJobs } from '../../work/content-jobs.ts';

describeOnEveryDatabase('reviews of many records', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let asked: string[] = [];
  let answer: (request: ReviewRequest) => Promise<unknown> = accept;
  let allowed: (caller: Caller) => Caller | undefined;
  const workers: JobWorker[] = [];

  async function accept(): Promise<unknown> {
    return { status: 'accepted', summary: 'Well done.', findings: [] };
  }

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  beforeEach(() => {
    asked = [];
    answer = accept;
    allowed = (caller) => caller;
    database.ports.provide(contentReviewer, {
      reviewer: {
        async review(request) {
          asked.push(request.content.title);
          return { verdict: await answer(request), model: 'test-model' };
        },
      },
    });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop({ grace: 0 })));
    resetContentGovernance();
  });
  afterAll(async () => {
    database.ports.provide(contentReviewer, undefined);
    await closeJobQueue(database);
  });

  const people = [editor(), editor('gazette'), contributor('gazette'), contributor('gazette', 'cleo'), admin('gazette')];
  const worker = (): JobWorker => {
    const made = new JobWorker(database, {
      kinds: [...contentJobs, ...operationJobs(newsroom.table)],
      authority: async ({ id }) => {
        const person = people.find((each) => each.id === id);
        return person && allowed(person);
      },
      pollEvery: 20,
      onError: (error) => expect(error).toBeUndefined(),
    });
    workers.push(made);
    return made;
  };
  const write = async (title: string, as: Caller = editor('gazette'), more: object = {}): Promise<string> =>
    String(
      (await newsroom.run('contents.create', { as, input: { type: 'article', title, body: `About ${title}.`, ...more } })).value['id'],
    );
  const submit = (input: object, as: Caller = editor('gazette')) => newsroom.run('contents.runReviewsAction', { as, input });
  const job = async (jobId: unknown) => (await new Jobs(database).require(String(jobId))).toJSON();
  const run = async (jobId: unknown) => {
    const one = worker();
    for (;;) {
      await one.takeSome();
      await one.idle();
      const current = await job(jobId);
      if (current['finishedAt'] !== null) return current;
    }
  };
  const reviews = (contentId: string) => new ContentReviews(database).count({ where: { contentId } });

  it('are a job that goes over them one by one and says what came of it', async () => {
    const ids = [await write('Alpha'), await write('Beta'), await write('Gamma')];
    const { value } = await submit({ policyKey: 'facts', ids });
    expect(value).toMatchObject({ kind: 'contents.review', status: 'queued', total: 3, target: { collection: 'contents', rowIds: ids } });
    expect(asked).toEqual([]);
    expect(await run(value['jobId'])).toMatchObject({
      status: 'succeeded',
      completed: 3,
      total: 3,
      message: '3 reviewed, 0 already had a verdict.',
      result: { reviewed: 3, skipped: 0, verdicts: { accepted: 3 }, failed: [] },
    });
    expect(asked).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect((await new ContentReviews(database).find({ contentId: ids[0] as string }))?.toJSON()).toMatchObject({
      policyKey: 'facts',
      status: 'accepted',
      model: 'test-model',
      tenantId: 'gazette',
    });
  });

  it('pass over what has a verdict that holds, and ask again about what was changed since', async () => {
    const [one, two] = [await write('Once'), await write('Twice')];
    await run((await submit({ policyKey: 'safety', ids: [one, two] })).value['jobId']);
    await newsroom.run('contents.update', { as: editor('gazette'), key: two, input: { body: 'All new.' } });
    asked = [];
    expect(await run((await submit({ policyKey: 'safety', ids: [one, two] })).value['jobId'])).toMatchObject({
      result: { reviewed: 1, skipped: 1 },
    });
    expect(asked).toEqual(['Twice']);
    expect([await reviews(one), await reviews(two)]).toEqual([1, 2]);
  });

  it('apply each policy of a profile that is not for persons alone', async () => {
    configureContentGovernance({
      policies: [
        { key: 'chief', kind: 'human' },
        { key: 'disclosed', kind: 'rule', rules: [{ check: 'disclosure' }] },
      ],
      profiles: [{ key: 'full', requirements: ['chief', 'disclosed', 'facts'].map((policyKey) => ({ policyKey, blocking: true })) }],
    });
    const id = await write('Profiled');
    expect(await run((await submit({ profileKey: 'full', ids: [id] })).value['jobId'])).toMatchObject({
      result: { reviewed: 2, verdicts: { accepted: 1, rejected: 1 } },
    });
  });

  it('keep what failed, and trying the job again does the rest and pays for nothing twice', async () => {
    const titles = ['First', 'Second', 'Third', 'Fourth'];
    const ids: string[] = [];
    for (const title of titles) ids.push(await write(title));
    answer = async ({ content }) => {
      if (content.title === 'Second') throw new Error('no answer');
      return accept();
    };
    const { value } = await submit({ policyKey: 'facts', ids: [...ids, 'nothing-here'] });
    const failed = await run(value['jobId']);
    expect(failed).toMatchObject({
      status: 'failed',
      errorCode: 'incomplete',
      error: '3 reviewed, 0 already had a verdict, 2 failed.',
      result: {
        failed: [
          { contentId: ids[1], policyKey: 'facts', code: 'unavailable' },
          { contentId: 'nothing-here', code: 'not_found' },
        ],
      },
    });
    answer = accept;
    asked = [];
    const retry = (await newsroom.run('jobs.retry', { as: editor('gazette'), key: String(value['jobId']) })).value;
    expect(await run(retry['jobId'])).toMatchObject({ retryOf: value['jobId'], result: { reviewed: 1, skipped: 3 } });
    expect(asked).toEqual(['Second']);
    expect(await job(value['jobId'])).toEqual(failed);
  });

  it('end early when the reviewer does not answer at all', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 6; number += 1) ids.push(await write(`Silent ${number}`));
    answer = () => Promise.reject(new Error('no answer'));
    expect(await run((await submit({ policyKey: 'facts', ids })).value['jobId'])).toMatchObject({
      status: 'failed',
      errorCode: 'unavailable',
      completed: 3,
      result: { reviewed: 0, untried: 3 },
    });
    expect(asked).toHaveLength(3);
  });

  it('go on where they were when another worker takes them up', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 5; number += 1) ids.push(await write(`Long ${number}`));
    const hanging = Promise.withResolvers<never>();
    answer = ({ content }) => (content.title === 'Long 3' ? hanging.promise : accept());
    const { value } = await submit({ policyKey: 'facts', ids });
    const first = worker();
    first.start();
    while (!asked.includes('Long 3')) await delay(10);
    await first.stop({ grace: 0 });
    hanging.reject(new Error('cut off'));
    answer = accept;
    expect(await run(value['jobId'])).toMatchObject({ status: 'succeeded', result: { reviewed: 3, skipped: 2 } });
    expect(asked).toEqual(['Long 1', 'Long 2', 'Long 3', 'Long 3', 'Long 4', 'Long 5']);
  });

  it('are about what the caller may edit, when the filter is settled and when the job runs', async () => {
    const as = contributor('gazette');
    const own = await write('Own', as, { category: 'filtered' });
    const foreign = await write('Foreign', editor('gazette'), { category: 'filtered' });
    await write('Elsewhere', editor(), { category: 'filtered' });
    const filtered = await submit({ policyKey: 'facts', where: { category: 'filtered' }, queryKey: 'mine' }, as);
    expect(filtered.value).toMatchObject({ total: 1, target: { collection: 'contents', queryKey: 'mine' } });
    expect(await run(filtered.value['jobId'])).toMatchObject({ result: { reviewed: 1 } });
    const named = await submit({ policyKey: 'safety', ids: [own, foreign] }, as);
    expect(await run(named.value['jobId'])).toMatchObject({
      status: 'failed',
      result: { reviewed: 1, failed: [{ contentId: foreign, code: 'forbidden' }] },
    });
    const barred = await submit({ policyKey: 'facts', ids: [foreign] });
    allowed = () => undefined;
    expect(await run(barred.value['jobId'])).toMatchObject({ status: 'failed', errorCode: 'authority_lost' });
    expect(await reviews(foreign)).toBe(0);
  });

  it('ask before each record what the submitter may do, and stop when that is nothing any more', async () => {
    const ids = [await write('Before'), await write('Revoked'), await write('After')];
    answer = async ({ content }) => {
      if (content.title === 'Before') allowed = (caller) => ({ ...caller, role: 'viewer' });
      return accept();
    };
    const { value } = await submit({ policyKey: 'facts', ids });
    expect(await run(value['jobId'])).toMatchObject({
      status: 'failed',
      errorCode: 'incomplete',
      result: {
        reviewed: 1,
        failed: [
          { contentId: ids[1], code: 'forbidden' },
          { contentId: ids[2], code: 'forbidden' },
        ],
      },
    });
    allowed = (caller) => caller;
    answer = async () => {
      allowed = () => undefined;
      return accept();
    };
    asked = [];
    expect(await run((await submit({ policyKey: 'safety', ids })).value['jobId'])).toMatchObject({
      status: 'failed',
      errorCode: 'authority_lost',
      result: { reviewed: 1, untried: 2 },
    });
    expect(asked).toEqual(['Before']);
  });

  it('refuse what could not be done before they say yes', async () => {
    const ids = [await write('Refused')];
    const codes = async (input: object, as?: Caller): Promise<unknown> => {
      const { status, error } = await submit(input, as);
      return [status, error?.errors[0]?.pointer];
    };
    expect(await codes({ ids })).toEqual([422, '/policyKey']);
    expect(await codes({ policyKey: 'facts', profileKey: 'publication', ids })).toEqual([422, '/policyKey']);
    expect(await codes({ policyKey: 'facts' })).toEqual([422, '/ids']);
    expect(await codes({ policyKey: 'unheard-of', ids })).toEqual([422, '/policyKey']);
    expect(await codes({ profileKey: 'unheard-of', ids })).toEqual([422, '/profileKey']);
    expect(await codes({ policyKey: 'facts', ids: Array.from({ length: 501 }, (_, index) => `id-${index}`) })).toEqual([422, '/ids']);
    expect(await codes({ policyKey: 'facts', where: { bogus: 1 } })).toEqual([400, '/where/bogus']);
    expect(await codes({ policyKey: 'facts', ids }, viewer('gazette'))).toEqual([403, undefined]);
    expect(await codes({ policyKey: 'facts', ids }, reader('gazette'))).toEqual([401, undefined]);
    database.ports.provide(contentReviewer, undefined);
    expect(await codes({ policyKey: 'facts', ids })).toEqual([503, undefined]);
    expect(asked).toEqual([]);
  });

  it('are submitted once under one key while they are active', async () => {
    const ids = [await write('Keyed')];
    const submissions = await Promise.all(Array.from({ length: 5 }, () => submit({ policyKey: 'facts', ids, submissionKey: 'nightly' })));
    expect(new Set(submissions.map(({ value }) => value['jobId'])).size).toBe(1);
    expect(await run(submissions[0]?.value['jobId'])).toMatchObject({ status: 'succeeded', submissionKey: 'nightly' });
  });

  it('of one record run in the background too, for who would rather not wait', async () => {
    const key = await write('Single');
    const operation = newsroom.table.operation('contents.runReviewAction');
    if (!operation) throw new Error('There is no such operation.');
    const call = makeCall({ caller: editor('gazette') });
    const { value, accepted } = await runOperation(operation, { database, call, key, input: { policyKey: 'facts' }, respondAsync: true });
    const { jobId } = value as { jobId: string };
    expect([accepted, asked]).toEqual([true, []]);
    expect(await run(jobId)).toMatchObject({
      kind: 'contents.runReviewAction',
      status: 'succeeded',
      target: { collection: 'contents', rowIds: [key] },
      result: { policyKey: 'facts', status: 'accepted' },
    });
  });
});
