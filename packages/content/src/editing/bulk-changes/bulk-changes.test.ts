import type { Caller, Database } from '@colophon/core';
import { closeJobQueue, Jobs, JobWorker } from '@colophon/core/jobs';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, viewer } from '../../../test/support.ts';
import { contentJobs } from '../../index.ts';

describeOnEveryDatabase('a change of many records', (open) => {
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
  const submit = (input: object, caller: Caller = as, operation = 'setStatusesAction') =>
    newsroom.run(`contents.${operation}`, { as: caller, input });
  const finished = async (jobId: unknown): Promise<Record<string, unknown>> => {
    for (;;) {
      await worker.takeSome();
      await worker.idle();
      const job = (await new Jobs(database).require(String(jobId))).toJSON();
      if (job['finishedAt'] !== null) return job;
    }
  };
  const run = async (input: object, caller: Caller = as, operation?: string): Promise<Record<string, unknown>> => {
    const { value, error } = await submit(input, caller, operation);
    expect(error).toBeUndefined();
    return finished(value['jobId']);
  };
  const retry = async ({ jobId }: Record<string, unknown>, caller: Caller = as) =>
    finished((await newsroom.run('jobs.retry', { as: caller, key: String(jobId) })).value['jobId']);
  const statusOf = async (key: string) => (await newsroom.run('contents.get', { key, as: admin('gazette') })).value['status'];

  it('publishes those again that have changed since, each through its gate, and only tells of it at first', async () => {
    const asset = async () =>
      String(
        (
          await newsroom.run('assets.create', {
            as,
            input: { name: 'oak.png', url: 'https://pictures.example/oak.png', altText: 'An oak.' },
          })
        ).value['id'],
      );
    const [changed, same, draft, held] = [
      await make('Changed', { status: 'published' }),
      await make('The same', { status: 'published' }),
      await make('A draft'),
      await make('Held back', { status: 'published', type: 'column' }),
    ];
    for (const key of [changed, held])
      expect(
        (await newsroom.run('contents.attachAsset', { as, key, input: { assetId: await asset(), relationship: 'inline' } })).status,
      ).toBe(200);
    const hold = { contentType: 'column', publicationProfileKey: 'publication', enforcePublishReadiness: true };
    expect((await newsroom.run('content-governance-assignments.create', { as: admin('gazette'), input: hold })).status).toBe(200);
    const ids = [changed, same, draft, held];
    const editionsOf = async (key: string) => (await newsroom.run('contents.listEditions', { as, key })).count;
    const outcomes = (job: Record<string, unknown>) =>
      (job['result'] as { records: { contentId: string; outcome: string; code: string | null }[] }).records.map(
        ({ contentId, outcome, code }) => [contentId, outcome, code],
      );
    const expected = [
      [changed, 'changed', null],
      [same, 'unchanged', null],
      [draft, 'refused', 'not_published'],
      [held, 'refused', 'publish_readiness'],
    ];
    expect(outcomes(await run({ ids }, as, 'publishAgainAction'))).toEqual(expected);
    expect(await editionsOf(changed)).toBe(1);
    expect(outcomes(await run({ ids, dryRun: false }, as, 'publishAgainAction'))).toEqual(expected);
    expect([await editionsOf(changed), await editionsOf(same)]).toEqual([2, 1]);
    expect((await submit({ ids }, contributor('gazette'), 'publishAgainAction')).status).toBe(403);
  });

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
    expect(await retry(job)).toMatchObject({ result: { changed: 1, unchanged: 1, refused: 1 } });
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
    expect(await finished(submitted.value['jobId'])).toMatchObject({
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

  describe('of their revisions', () => {
    it('rejects records that have changed since the caller read them, and skips those that are as requested', async () => {
      const [read, changed, done] = [await make('Read'), await make('Changed'), await make('Done', { status: 'review' })];
      await newsroom.run('contents.update', { as, key: changed, input: { title: 'Changed by Edna' } });
      await newsroom.run('contents.update', { as, key: done, input: { title: 'Done by Edna' } });
      const ids = [read, changed, done];
      const revs = { [read]: 1, [changed]: 1, [done]: 1 };
      expect(await run({ ids, revs, status: 'review' })).toMatchObject({
        errorCode: 'incomplete',
        result: {
          records: [
            { contentId: read, outcome: 'changed' },
            { contentId: changed, title: 'Changed by Edna', outcome: 'refused', code: 'precondition_failed' },
            { contentId: done, outcome: 'unchanged' },
          ],
        },
      });
      expect(await statusOf(changed)).toBe('draft');
    });
  });

  describe('of their tags', () => {
    const tag = (input: object, caller?: Caller) => run(input, caller, 'changeTagsAction');
    const tagsOf = async (key: string) => (await newsroom.run('contents.get', { key, as })).value['tags'];

    it('adds and removes tags by slug, name or alias, and leaves the others', async () => {
      await newsroom.run('tags.create', { as: admin(), input: { slug: 'harbour', name: 'Harbour' } });
      await newsroom.run('tag-aliases.create', { as: admin(), input: { tag_slug: 'harbour', alias: 'docks' } });
      const [plain, tagged] = [await make('Plain'), await make('Tagged', { tags: ['harbour', 'oak', 'elm'] })];
      const job = await tag({ ids: [plain, tagged], add: ['Docks', 'City Budget'], remove: ['Oak'] });
      expect(job).toMatchObject({ kind: 'contents.change-tags', status: 'succeeded', result: { changed: 2 } });
      expect([await tagsOf(plain), await tagsOf(tagged)]).toEqual([
        ['harbour', 'city-budget'],
        ['harbour', 'elm', 'city-budget'],
      ]);
      expect((await newsroom.run('tags.list', { as, input: { where: { slug: 'city-budget' } } })).items).toMatchObject([
        { name: 'City Budget' },
      ]);
      expect(await tag({ ids: [plain, tagged], add: ['docks'], remove: ['OAK'] })).toMatchObject({
        message: '0 changed, 2 already had the tags.',
      });
    });

    it('creates no tag that is only to be removed', async () => {
      expect(await tag({ ids: [await make('None')], remove: ['Never heard of'] })).toMatchObject({ result: { unchanged: 1 } });
      expect((await newsroom.run('tags.list', { as, input: { where: { slug: 'never-heard-of' } } })).items).toEqual([]);
    });

    it('keeps the tags that another job adds at the same time', async () => {
      const ids = [await make('First'), await make('Second')];
      const jobs = await Promise.all(['ash', 'beech', 'cedar', 'fir'].map((name) => submit({ ids, add: [name] }, as, 'changeTagsAction')));
      for (const { value } of jobs)
        // oxlint-disable-next-line no-await-in-loop -- until each has ended
        expect(await finished(value['jobId'])).toMatchObject({ result: { changed: 2 } });
      for (const key of ids)
        // oxlint-disable-next-line no-await-in-loop -- two records
        expect(new Set((await tagsOf(key)) as string[])).toEqual(new Set(['ash', 'beech', 'cedar', 'fir']));
    });

    it('asks for permission for each record, and writes an audit entry for each', async () => {
      const [own, foreign] = [await make('Own tags', {}, contributor('gazette')), await make('Tags of Edna')];
      expect(await tag({ ids: [own, foreign], add: ['lime'] }, contributor('gazette'))).toMatchObject({
        result: { records: [{ outcome: 'changed' }, { outcome: 'refused', code: 'forbidden' }] },
      });
      const { items } = await newsroom.run('audit-entries.list', { as: admin('gazette'), input: { where: { objectId: own } } });
      expect(items).toEqual(
        expect.arrayContaining([expect.objectContaining({ action: 'update', operation: 'contents.change-tags', callerName: 'carl' })]),
      );
    });

    it('is rejected if it names no tag, or the same one twice', async () => {
      const ids = [await make('Kept tags')];
      const answers = [
        await submit({ ids }, as, 'changeTagsAction'),
        await submit({ ids, add: [], remove: [] }, as, 'changeTagsAction'),
        await submit({ ids, add: ['ash'], remove: ['oak', 'ash'] }, as, 'changeTagsAction'),
        await submit({ ids, add: [' '] }, as, 'changeTagsAction'),
      ];
      expect(answers.map(({ error }) => error?.errors?.[0]?.pointer)).toEqual(['/add', '/add', '/remove/1', '/add/0']);
      expect((await submit({ ids, add: ['ash'] }, viewer('gazette'), 'changeTagsAction')).status).toBe(403);
    });
  });

  describe('that deletes them', () => {
    const boss = admin('gazette');
    const remove = (input: object, caller: Caller = boss) => run(input, caller, 'deleteManyAction');

    it('moves drafts to the trash, keeps what was published as deleted, and can be retried', async () => {
      const [draft, published, changed] = [await make('Draft'), await make('Published', { status: 'published' }), await make('Changed')];
      await newsroom.run('contents.update', { as, key: changed, input: { body: 'Hours of work.' } });
      const job = await remove({ ids: [draft, published, changed], revs: { [draft]: 1, [published]: 1, [changed]: 1 } });
      expect(job).toMatchObject({
        kind: 'contents.delete-many',
        errorCode: 'incomplete',
        result: { changed: 2, refused: 1, records: [{ title: 'Draft' }, { outcome: 'changed' }, { code: 'precondition_failed' }] },
      });
      expect((await newsroom.run('contents.get', { key: draft, as: boss })).status).toBe(404);
      expect([await statusOf(published), await statusOf(changed)]).toEqual(['deleted', 'draft']);
      const trash = await newsroom.run('content-trash.list', { as: boss, input: { where: { contentId: draft } } });
      expect(trash.items).toMatchObject([{ title: 'Draft', deletedBy: boss.id }]);
      expect(await retry(job, boss)).toMatchObject({
        result: { unchanged: 2, refused: 1, records: [{ contentId: draft, title: 'Draft', outcome: 'unchanged' }, {}, {}] },
      });
    });

    it('tells nobody of a draft in the trash of another tenant', async () => {
      const draft = await make('Secret title');
      await remove({ ids: [draft] });
      const job = (await submit({ ids: [draft] }, admin(), 'deleteManyAction')).value;
      people.push(admin());
      expect(await finished(job['jobId'])).toMatchObject({ result: { records: [{ title: null, code: 'not_found' }] } });
    });

    it('requires the role that deletes a single record, when it is submitted and before each record', async () => {
      const ids = [await make('One to keep', {}, contributor('gazette')), await make('Another to keep', {}, contributor('gazette'))];
      expect((await submit({ ids }, viewer('gazette'), 'deleteManyAction')).status).toBe(403);
      let asked = 0;
      allowed = (caller) => ((asked += 1) <= 2 ? caller : { ...caller, role: 'editor' });
      const job = await remove({ ids });
      const outcomes = (job['result'] as { records: { outcome: string; code: string | null }[] }).records;
      expect(outcomes.at(-1)).toMatchObject({ outcome: 'refused', code: 'forbidden' });
      expect(await statusOf(ids[1] ?? '')).toBe('draft');
    });
  });
});
