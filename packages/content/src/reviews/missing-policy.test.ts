import type { Database } from '@colophon/core';
import { closeJobQueue, Jobs, JobWorker, operationJobs } from '@colophon/core/jobs';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { Contents } from '../content/contents.ts';
import { configureContentGovernance, resetContentGovernance } from '../governance/configure.ts';
import { contentJobs } from '../work/content-jobs.ts';
import { ContentReviews } from './content-review.ts';
import { evaluateContentPublishReadiness } from './publish-readiness.ts';
import { contentReviewer } from './reviewer.ts';

/** As after a start without the configuration that had the policy, whose profile is stored. */
describeOnEveryDatabase('a required policy that does not exist any more', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let key = '';
  let slug = 0;

  const configurePolicy = (): void =>
    configureContentGovernance({ policies: [{ key: 'legal', kind: 'custom', instructions: 'Is it legal?' }] });
  const losePolicy = (): void => resetContentGovernance();

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    configurePolicy();
    const requirement = (blocking: boolean) => ({ requirements: [{ policyKey: 'legal', blocking }] });
    const assignment = {
      contentType: 'brief',
      publicationProfileKey: 'checked',
      correctionProfileKey: 'checked',
      enforcePublishReadiness: true,
    };
    for (const [what, input] of [
      ['profiles', { key: 'checked', ...requirement(true) }],
      ['profiles', { key: 'advised', ...requirement(false) }],
      ['assignments', assignment],
    ] as const)
      expect((await newsroom.run(`content-governance-${what}.create`, { as: admin(), input })).status).toBe(200);
  });
  beforeEach(async () => {
    configurePolicy();
    slug += 1;
    const made = await newsroom.run('contents.create', { input: { type: 'brief', title: `Brief ${slug}`, body: 'It rained.' } });
    key = String(made.value['id']);
    const accepted = await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'legal', status: 'accepted' } });
    expect(accepted.status).toBe(200);
  });
  afterEach(() => {
    resetContentGovernance();
    database.ports.provide(contentReviewer, undefined);
  });
  afterAll(() => closeJobQueue(database));

  const publish = () => newsroom.run('contents.update', { key, input: { status: 'published' } });
  const evaluate = async (profileKey: string) =>
    (await newsroom.run('contents.evaluateReviewProfile', { key, input: { profileKey } })).value;
  const missing = {
    policyKey: 'legal',
    status: null,
    stale: false,
    missing: true,
    satisfied: false,
    reason: 'policy legal does not exist',
    reviewId: null,
  };

  it('holds at the gate what it accepted before, and lets it through when it is back', async () => {
    losePolicy();
    expect(await publish()).toMatchObject({
      code: 'publish_readiness',
      error: { extensions: { profileKey: 'checked', blockingRequirements: [missing] } },
    });
    expect((await newsroom.run('contents.get', { key })).value['status']).toBe('draft');
    configurePolicy();
    expect((await publish()).status).toBe(200);
  });

  it('holds back a correction', async () => {
    expect((await publish()).status).toBe(200);
    losePolicy();
    const input = { type: 'update', summary: 'It was Tuesday.' };
    expect(await newsroom.run('contents.issueCorrectionAction', { key, input })).toMatchObject({
      code: 'publish_readiness',
      error: { extensions: { profileKey: 'checked', blockingRequirements: [missing] } },
    });
  });

  it('is neither ready nor complete, however one asks: of one record, of many, or of every profile', async () => {
    const contents = new Contents(database);
    const content = await contents.require(key);
    const many = async () => (await contents.evaluateReadiness({ contentIds: [key], profileKey: 'checked' })).items;
    expect(await evaluate('checked')).toMatchObject({ ready: true, complete: true });
    expect(await many()).toMatchObject([{ ready: true, complete: true }]);
    losePolicy();
    const unready = { ready: false, complete: false, requirements: [missing], blockingRequirements: [missing] };
    expect(await evaluate('checked')).toMatchObject(unready);
    expect(await many()).toMatchObject([unready]);
    expect(await evaluateContentPublishReadiness({ content })).toMatchObject({ ready: false, blockingRequirements: [missing] });
    const every = (await newsroom.run('contents.listReviewProfilesAction', { key })).value['items'] as { profileKey: string }[];
    expect(every.find(({ profileKey }) => profileKey === 'checked')).toMatchObject(unready);
  });

  it('does not block where it is advice only, and is still not satisfied', async () => {
    losePolicy();
    expect(await evaluate('advised')).toMatchObject({
      ready: true,
      complete: false,
      requirements: [{ ...missing, blocking: false }],
      blockingRequirements: [],
    });
  });

  it('is refused before many records are reviewed, and fails where it goes while they wait', async () => {
    database.ports.provide(contentReviewer, {
      reviewer: {
        review: () => Promise.resolve({ verdict: { status: 'accepted', summary: 'Well done.', findings: [] }, model: 'test-model' }),
      },
    });
    await newsroom.run('contents.update', { key, input: { body: 'It snowed.' } });
    const submit = () => newsroom.run('contents.runReviewsAction', { input: { profileKey: 'checked', ids: [key] } });
    const { value } = await submit();
    losePolicy();
    expect((await submit()).error?.errors).toMatchObject([{ pointer: '/profileKey', code: 'not_found' }]);
    const worker = new JobWorker(database, {
      kinds: [...contentJobs, ...operationJobs(newsroom.table)],
      authority: () => Promise.resolve(editor()),
      pollEvery: 20,
      onError: (error) => expect(error).toBeUndefined(),
    });
    const job = async () => (await new Jobs(database).require(String(value['jobId']))).toJSON();
    while ((await job())['finishedAt'] === null) {
      await worker.takeSome();
      await worker.idle();
    }
    await worker.stop({ grace: 0 });
    expect(await job()).toMatchObject({
      status: 'failed',
      result: { reviewed: 0, skipped: 0, failed: [{ contentId: key, policyKey: 'legal' }] },
    });
    expect(await new ContentReviews(database).count({ where: { contentId: key } })).toBe(1);
  });
});
