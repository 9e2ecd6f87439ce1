import type { Caller, Database } from '@colophon/core';
import { closeJobQueue, Jobs, JobWorker } from '@colophon/core/jobs';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../test/support.ts';
import { contentJobs } from '../index.ts';

describeOnEveryDatabase('a status for many records', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let worker: JobWorker;
  let allowed: (caller: Caller) => Caller | undefined;
  const people = [contributor('gazette'), editor('gazette'), admin('gazette')];
  const as = editor('gazette');

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    worker = new JobWorker(database, {
      kinds: contentJobs,
      authority: async ({ id }) => {
        const person = people.find((each) => each.id === id);
        return person && allowed(person);
      },
      pollEvery: 20,
      onError: (error) => expect(error).toBeUndefined(),
    });
    await newsroom.run('content-governance-assignments.create', {
      as: admin('gazette'),
      input: { contentType: 'article', publicationProfileKey: 'publication', enforcePublishReadiness: true },
    });
  });
  beforeEach(() => {
    allowed = (caller) => caller;
  });
  afterAll(async () => {
    await worker.stop({ grace: 0 });
    await closeJobQueue(database);
  });

  const make = async (title: string, more: object = {}, caller: Caller = as): Promise<string> =>
    String((await newsroom.run('contents.create', { as: caller, input: { type: 'note', title, ...more } })).value['id']);
  const submit = (input: object, caller: Caller = as) => newsroom.run('contents.setStatusesAction', { as: caller, input });
  const run = async (input: object, caller: Caller = as): Promise<Record<string, unknown>> => {
    const { value, error } = await submit(input, caller);
    expect(error).toBeUndefined();
    for (;;) {
      await worker.takeSome();
      await worker.idle();
      const job = (await new Jobs(database).require(String(value['jobId']))).toJSON();
      if (job['finishedAt'] !== null) return job;
    }
  };
  const statusOf = async (key: string) => (await newsroom.run('contents.get', { key, as: admin('gazette') })).value['status'];

  it('is a job that changes one after the other and says what came of each', async () => {
    const ids = [await make('One'), await make('Two', { status: 'published' })];
    const kept = [await make('Kept as it is')];
    expect((await submit({ ids: kept, status: 'draft' })).value).toMatchObject({
      kind: 'contents.set-statuses',
      status: 'queued',
      total: 1,
      target: { collection: 'contents', rowIds: kept },
    });
    expect(await run({ ids: [...ids, ids[0]], status: 'published' })).toMatchObject({
      status: 'succeeded',
      result: {
        changed: 1,
        unchanged: 1,
        refused: 0,
        untried: 0,
        records: [
          { contentId: ids[0], title: 'One', outcome: 'changed', code: null },
          { contentId: ids[1], title: 'Two', outcome: 'unchanged' },
        ],
      },
    });
    expect(await run({ ids, status: 'published' })).toMatchObject({ result: { changed: 0, unchanged: 2 } });
  });

  it('goes through the gate of each, and trying again does the rest', async () => {
    const [open1, governed] = [await make('Free'), await make('Governed', { type: 'article' })];
    const job = await run({ ids: [governed, open1, 'nothing-here'], status: 'published' });
    expect(job).toMatchObject({
      status: 'failed',
      errorCode: 'incomplete',
      result: {
        changed: 1,
        refused: 2,
        records: [
          { contentId: governed, title: 'Governed', outcome: 'refused', code: 'publish_readiness' },
          { contentId: open1, outcome: 'changed' },
          { contentId: 'nothing-here', title: null, outcome: 'refused', code: 'not_found' },
        ],
      },
    });
    expect([await statusOf(governed), await statusOf(open1)]).toEqual(['draft', 'published']);
    for (const policyKey of ['facts', 'safety'])
      await newsroom.run('contents.runReviewAction', { as, key: governed, input: { policyKey, status: 'accepted' } });
    const { value } = await newsroom.run('jobs.retry', { as, key: String(job['jobId']) });
    await worker.takeSome();
    await worker.idle();
    expect((await new Jobs(database).require(String(value['jobId']))).toJSON()).toMatchObject({
      result: { changed: 1, unchanged: 1, refused: 1 },
    });
    expect(await statusOf(governed)).toBe('published');
  });

  it('is held to what the caller may do, record by record, when the job runs', async () => {
    const own = await make('Own', {}, contributor('gazette'));
    const foreign = await make('Of Edna');
    const elsewhere = await make('Elsewhere', { status: 'published' }, editor());
    expect(await run({ ids: [own, foreign, elsewhere], status: 'review' }, contributor('gazette'))).toMatchObject({
      result: { records: [{ outcome: 'changed' }, { outcome: 'refused', code: 'forbidden' }, { outcome: 'refused', code: 'forbidden' }] },
    });
    expect(await run({ ids: [foreign], status: 'published' }, contributor('gazette'))).toMatchObject({ result: { refused: 1 } });
    expect(await run({ ids: [foreign], status: 'deleted' })).toMatchObject({ result: { records: [{ code: 'forbidden' }] } });
    expect(await run({ ids: [foreign], status: 'deleted' }, admin('gazette'))).toMatchObject({ result: { changed: 1 } });
    const two = [await make('First'), await make('Second')];
    allowed = () => undefined;
    expect(await run({ ids: two, status: 'archived' })).toMatchObject({ status: 'failed', errorCode: 'authority_lost' });
    expect(await statusOf(two[0] ?? '')).toBe('draft');
  });

  it('changes at the address of a type the records of that type alone', async () => {
    const [note, document] = [await make('A note'), await make('A document', { type: 'document' })];
    const submitted = await newsroom.run('content-documents.setStatusesAction', { as, input: { ids: [note, document], status: 'review' } });
    await worker.takeSome();
    await worker.idle();
    expect((await new Jobs(database).require(String(submitted.value['jobId']))).toJSON()).toMatchObject({
      result: { changed: 1, refused: 1, records: [{ contentId: note, outcome: 'refused', code: 'not_found' }, { outcome: 'changed' }] },
    });
    expect([await statusOf(note), await statusOf(document)]).toEqual(['draft', 'review']);
  });

  it('is refused before a job is made where it could not be done', async () => {
    const ids = [await make('Kept')];
    expect((await submit({ ids, status: 'archived' }, reader('gazette'))).status).toBe(401);
    expect((await submit({ ids, status: 'archived' }, viewer('gazette'))).status).toBe(403);
    const inputs = [
      { ids: [], status: 'draft' },
      { ids, status: 'gone' },
      { ids },
      { ids: Array.from({ length: 501 }, (_, n) => `${n}`), status: 'draft' },
    ];
    for (const input of inputs) expect((await submit(input)).status).toBe(422);
  });
});
