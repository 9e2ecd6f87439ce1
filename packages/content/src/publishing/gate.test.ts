import type { Caller, Database } from '@colophon/core';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, contributor, editor, type Newsroom, newsroomIn, reader, watching } from '../../test/support.ts';
import { Contents } from '../content/contents.ts';
import { importMarkdownFolder } from '../import/import-markdown-folder.ts';
import { ContentReviews } from '../reviews/content-review.ts';
import { contentReviewer, type ReviewRequest } from '../reviews/reviewer.ts';
import { ContentVersions } from '../versions/content-version.ts';

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describeOnEveryDatabase('the gate before publication', (open) => {
  let newsroom: Newsroom;
  let database: Database;

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    const as = admin();
    const assignment = {
      contentType: 'article',
      factLinkingEnabled: true,
      transparencyEnabled: true,
      publicationProfileKey: 'publication',
      correctionProfileKey: 'correction',
      enforcePublishReadiness: true,
    };
    expect((await newsroom.run('content-governance-assignments.create', { as, input: assignment })).status).toBe(200);
  });

  let count = 0;
  const create = async (input: object = {}): Promise<string> => {
    count += 1;
    const made = await newsroom.run('contents.create', {
      input: { type: 'article', title: `Piece ${count}`, body: 'It rained.', ...input },
    });
    return String(made.value['id']);
  };
  const accept = (key: string, policyKey: string, more: object = {}) =>
    newsroom.run('contents.runReviewAction', { key, input: { policyKey, status: 'accepted', ...more } });
  const acceptAll = async (key: string, more: object = {}): Promise<void> => {
    for (const policy of ['facts', 'safety']) expect((await accept(key, policy, more)).status).toBe(200);
  };
  const publish = (key: string, input: object = {}, as: Caller = editor()) =>
    newsroom.run('contents.update', { as, key, input: { status: 'published', ...input } });
  const statusOf = async (key: string): Promise<unknown> => (await newsroom.run('contents.get', { key })).value['status'];
  const versionKinds = async (key: string): Promise<unknown[]> =>
    (await (await new Contents(database).require(key)).listVersions()).map((each) => each.kind);

  it('refuses with the list of what is missing, and leaves nothing behind', async () => {
    const key = await create();
    const refused = await publish(key);
    expect(refused).toMatchObject({ status: 422, code: 'publish_readiness' });
    expect(refused.error?.extensions).toMatchObject({
      profileKey: 'publication',
      blockingRequirements: [
        { policyKey: 'facts', missing: true, stale: false, satisfied: false, status: null },
        { policyKey: 'safety', missing: true },
      ],
    });
    expect(await statusOf(key)).toBe('draft');
    expect(await versionKinds(key)).toEqual([]);
  });

  it('leaves no mark of a refused publication on an instance that goes on as a draft', async () => {
    const content = await new Contents(database).require(await create());
    content.status = 'published';
    await expect(content.save()).rejects.toMatchObject({ code: 'publish_readiness' });
    content.status = 'draft';
    content.title = 'Still a draft';
    await content.save();
    expect((await new Contents(database).require(content.id)).firstPublishedAt).toBeNull();
  });

  it('lets through what is ready, with a publication version that keeps its transparency', async () => {
    const key = await create({ metadata: { generation: { aiAssisted: true, model: 'm-1' } } });
    const fact = String(
      (await newsroom.run('facts.create', { input: { statement: 'It rained on Monday.', confidence: 0.5 } })).value['id'],
    );
    expect((await newsroom.run('contents.linkFact', { key, input: { factId: fact } })).status).toBe(200);
    await acceptAll(key);
    expect((await publish(key)).value).toMatchObject({ status: 'published' });
    expect(await versionKinds(key)).toEqual(['publication']);
    const frozen = await newsroom.run('contents.getPublishedTransparencyAction', { as: reader(), key });
    expect(frozen.value).toMatchObject({
      snapshotKind: 'published',
      generation: { aiAssisted: true, model: 'm-1', publicPrompt: null },
      facts: [{ id: fact, statement: 'It rained on Monday.', confidence: 0.5, relationship: 'supports', supersededBy: null }],
      reviews: [{ policyKey: 'safety', status: 'accepted' }, { policyKey: 'facts' }],
      humanReview: { reviewer: 'edna' },
      responsiblePerson: 'edna',
      corrections: [],
    });
    await newsroom.run('facts.supersede', { key: fact, input: { statement: 'It rained on Tuesday.' } });
    const later = await newsroom.run('contents.getPublishedTransparencyAction', { as: reader(), key });
    expect(later.value['facts']).toEqual(frozen.value['facts']);
    expect((await newsroom.run('contents.getFactsState', { key })).value).toMatchObject({ superseded: [{ factId: fact }] });
    expect((await newsroom.run('contents.evaluateReviewProfile', { key, input: { profileKey: 'publication' } })).value).toMatchObject({
      ready: false,
      requirements: [
        { policyKey: 'facts', stale: true },
        { policyKey: 'safety', stale: false, satisfied: true },
      ],
    });
  });

  it('writes no version for a save of published content that changes nothing', async () => {
    const key = await create();
    await acceptAll(key);
    await publish(key);
    await publish(key);
    expect(await versionKinds(key)).toEqual(['publication']);
  });

  it('refuses an edit of what was reviewed until the edit is reviewed, which it can be before it is saved', async () => {
    const key = await create();
    await acceptAll(key);
    await publish(key);
    const edit = { body: 'It snowed.' };
    const refused = await newsroom.run('contents.update', { key, input: edit });
    expect(refused.error?.extensions['blockingRequirements']).toMatchObject([{ stale: true }, { stale: true }]);
    await acceptAll(key, { draft: edit });
    expect((await newsroom.run('contents.get', { key })).value['body']).toBe('It rained.');
    expect((await newsroom.run('contents.update', { key, input: edit })).value).toMatchObject({ body: 'It snowed.' });
    expect(await versionKinds(key)).toEqual(['publication', 'publication']);
  });

  it('says in the history which version was the first to be published, and which are changes', async () => {
    const key = await create();
    await acceptAll(key);
    await publish(key);
    const edit = { body: 'It snowed.' };
    await acceptAll(key, { draft: edit });
    await newsroom.run('contents.update', { key, input: edit });
    const versions = await (await new Contents(database).require(key)).listVersions();
    expect(versions.map(({ version, summary }) => `${version} ${summary}`)).toEqual(['2 Published with changes.', '1 Published.']);
  });

  it('counts only the latest verdict of a policy, whatever the clock says', async () => {
    const key = await create();
    await acceptAll(key);
    const input = { policyKey: 'safety', status: 'rejected', summary: 'No.' };
    expect((await newsroom.run('contents.runReviewAction', { key, input, at: '2001-01-01T00:00:00.000Z' })).status).toBe(200);
    expect((await publish(key)).error?.extensions['blockingRequirements']).toMatchObject([{ policyKey: 'safety', status: 'rejected' }]);
  });

  it('finds a review stale once its policy asks for something else', async () => {
    const as = admin();
    const policy = { key: 'style', kind: 'custom', instructions: 'Short sentences.' };
    const made = await newsroom.run('content-governance-policies.create', { as, input: policy });
    await newsroom.run('content-governance-profiles.create', {
      as,
      input: { key: 'styled', requirements: [{ policyKey: 'style', blocking: true }] },
    });
    const key = await create();
    await accept(key, 'style');
    const evaluate = async () => (await newsroom.run('contents.evaluateReviewProfile', { key, input: { profileKey: 'styled' } })).value;
    expect(await evaluate()).toMatchObject({ ready: true });
    await newsroom.run('content-governance-policies.update', { as, key: String(made.value['id']), input: { instructions: 'Long ones.' } });
    expect(await evaluate()).toMatchObject({ ready: false, requirements: [{ stale: true }] });
  });

  it('finds a profile that nobody defined not ready', async () => {
    const answer = await newsroom.run('contents.evaluateReviewProfile', { key: await create(), input: { profileKey: 'nothing' } });
    expect(answer.value).toMatchObject({ ready: false, complete: false, blockingRequirements: [{ policyKey: 'nothing', missing: true }] });
  });

  describe('stands in every way into published', () => {
    const ways: [string, (key: string) => Promise<{ code?: string | undefined }>][] = [
      ['update', (key) => publish(key)],
      ['update of its own collection', (key) => newsroom.run('articles.update', { key, input: { status: 'published' } })],
      [
        'upsert',
        async (key) => {
          const { slug } = (await newsroom.run('contents.get', { key })).value;
          return newsroom.run('contents.upsert', { input: { slug, status: 'published' } });
        },
      ],
      [
        'restoring a version',
        async (key) => {
          const content = await new Contents(database).require(key);
          await database.run(database.dialect.builder.updateTable('contents').set({ status: 'published' }).where('id', '=', key).compile());
          const published = await new Contents(database).require(key);
          const { id } = await published.mutateVersionAction({ kind: 'manual' });
          await database.run(
            database.dialect.builder.updateTable('contents').set({ status: content.status }).where('id', '=', key).compile(),
          );
          return newsroom.run('contents.restoreVersion', { key, input: { versionId: id } });
        },
      ],
      [
        'save in code',
        async (key) => {
          const content = await new Contents(database).require(key);
          content.status = 'published';
          return content.save().then(
            () => ({ code: undefined }),
            (error: unknown) => ({ code: (error as { code: string }).code }),
          );
        },
      ],
    ];

    it.each(ways)('%s', async (_name, way) => {
      const key = await create();
      expect(await way(key)).toMatchObject({ code: 'publish_readiness' });
      expect(await statusOf(key)).toBe('draft');
      await acceptAll(key);
      expect((await way(key)).code).toBeUndefined();
      expect(await statusOf(key)).toBe('published');
      expect(await versionKinds(key)).toContain('publication');
    });

    it('creation, where nothing can have been reviewed', async () => {
      const input = { type: 'article', title: 'At once', status: 'published' };
      expect(await newsroom.run('contents.create', { input })).toMatchObject({ code: 'publish_readiness' });
      expect(await newsroom.run('articles.create', { input: { title: 'At once', status: 'published' } })).toMatchObject({
        code: 'publish_readiness',
      });
      expect(await new Contents(database).count({ where: { title: 'At once' } })).toBe(0);
    });

    it('import of a folder', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'colophon-gate-'));
      await writeFile(join(folder, '2026-01-01-imported.md'), '---\ntitle: Imported at once\n---\nText.\n');
      const report = await importMarkdownFolder({ database, dir: folder });
      await rm(folder, { recursive: true });
      expect(JSON.stringify(report)).toContain('Not ready to be published');
      expect(await new Contents(database).count({ where: { title: 'Imported at once' } })).toBe(0);
    });
  });

  it('writes publication and version together or not at all', async () => {
    const key = await create();
    await acceptAll(key);
    const failing = database.transaction(async () => {
      const content = await new Contents(database).require(key);
      content.status = 'published';
      await content.save();
      throw new Error('the process ends here');
    });
    await expect(failing).rejects.toThrow('ends here');
    expect([await statusOf(key), await versionKinds(key)]).toEqual(['draft', []]);
  });

  it('lets two people publish at once only once', async () => {
    const key = await create();
    await acceptAll(key);
    const results = await Promise.all([publish(key), publish(key, {}, admin())]);
    expect(results.filter((each) => each.status === 200).length).toBeGreaterThan(0);
    expect(await versionKinds(key)).toEqual(['publication']);
  });

  it('has nobody wait for each other when people review, publish, link and keep versions at once', async () => {
    const key = await create();
    await acceptAll(key);
    const content = await new Contents(database).require(key);
    const fact = String((await newsroom.run('facts.create', { input: { statement: 'At once.' } })).value['id']);
    const input = { policyKey: 'safety', status: 'accepted' };
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => [
        newsroom.run('contents.runReviewAction', { key, input }).then(({ status }) => expect(status).toBe(200)),
        content.mutateVersionAction(),
        content.addFact(fact, 'referenced_in'),
        newsroom.run('contents.syncFactsState', { key, input: { factIds: [] } }).then(({ status }) => expect(status).toBe(200)),
        newsroom.run('contents.update', { key, input: { status: 'review' } }).then(({ status }) => expect(status).toBe(200)),
      ]).flat(),
    );
    expect(results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual([]);
  });

  describe('reviews', () => {
    it('by AI keep findings with the place of their quotes, and know them again', async () => {
      const asked: ReviewRequest[] = [];
      database.ports.provide(contentReviewer, {
        reviewer: {
          async review(request) {
            asked.push(request);
            const findings = [{ severity: 'warning', title: 'Vague', detail: 'When?', quote: 'rained' }];
            return { verdict: { status: 'flagged', summary: 'Nearly.', findings }, model: 'model-1' };
          },
        },
      });
      const key = await create({ body: 'It rained.' });
      const first = await newsroom.run('contents.runReviewAction', { key, input: { kind: 'facts' } });
      expect(first.value).toMatchObject({
        kind: 'facts',
        status: 'flagged',
        reviewer: 'ai',
        model: 'model-1',
        findings: [{ title: 'Vague', quote: 'rained', start: 3, end: 9, since: 1 }],
      });
      await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'safety' } });
      const again = await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'facts' } });
      expect(again.value).toMatchObject({ sequence: 3, findings: [{ since: 1 }] });
      expect(asked[0]?.content.body).toBe('It rained.');
      expect(await versionKinds(key)).toEqual([]);
    });

    it.each([
      ['prose', 'All is well: accepted!'],
      ['nothing', ''],
      ['null', null],
      ['half a JSON', '{"status":"accepted","summ'],
      ['ten megabytes', 'x'.repeat(10_000_000)],
      ['a status outside the list', { status: 'approved', summary: '', findings: [] }],
      ['a list', [{ status: 'accepted' }]],
      ['no findings', { status: 'accepted', summary: 'fine' }],
      [
        'an acceptance with an error in it',
        { status: 'accepted', summary: '', findings: [{ severity: 'error', title: 'x', detail: 'y' }] },
      ],
    ])('by an AI that answers %s are flagged, never accepted', async (_name, verdict) => {
      database.ports.provide(contentReviewer, { reviewer: { review: async () => ({ verdict, model: null }) } });
      const review = await newsroom.run('contents.runReviewAction', { key: await create(), input: { policyKey: 'safety' } });
      expect(review.value).toMatchObject({ status: 'flagged' });
    });

    it.each([
      ['there is no AI', undefined],
      ['it fails', { review: async () => Promise.reject(new Error('socket hang up sk-secret')) }],
      ['it never answers', { review: () => new Promise<never>(() => {}) }],
    ])('answer 503 and leave no record when %s', async (_name, reviewer) => {
      database.ports.provide(contentReviewer, reviewer && { reviewer, timeout: 50 });
      const key = await create();
      const result = await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'safety' } });
      expect(result).toMatchObject({ status: 503, code: 'unavailable' });
      expect(result.error?.message).not.toContain('sk-secret');
      expect(await new ContentReviews(database).count({ where: { contentId: key } })).toBe(0);
    });

    it('of a person say who, and take a person with the role for it', async () => {
      const key = await create();
      expect((await accept(key, 'safety')).value).toMatchObject({ reviewer: 'edna', reviewerId: 'edna-global', status: 'accepted' });
      const input = { policyKey: 'safety', status: 'accepted' };
      const token: Caller = { ...admin(), kind: 'token' };
      for (const as of [contributor(), token]) {
        expect(await newsroom.run('contents.runReviewAction', { as, key, input })).toMatchObject({ status: 403 });
      }
      expect((await newsroom.run('contents.runReviewAction', { as: reader(), key, input })).status).toBeGreaterThanOrEqual(401);
    });

    it('say what is wrong with what they are asked', async () => {
      const key = await create();
      const faults = [
        [{}, '/policyKey'],
        [{ policyKey: 'nothing' }, '/policyKey'],
        [{ policyKey: 'facts', kind: 'safety' }, '/kind'],
        [{ policyKey: 'facts', status: 'passed' }, '/status'],
        [{ policyKey: 'facts', other: 1 }, '/other'],
      ] as const;
      for (const [input, pointer] of faults) {
        const result = await newsroom.run('contents.runReviewAction', { key, input });
        expect(result.status).toBe(422);
        expect(result.error?.errors).toMatchObject([{ pointer }]);
      }
    });

    it('cannot be forged or changed', async () => {
      const key = await create();
      const id = String((await accept(key, 'safety', { status: 'rejected' })).value['id']);
      const as = admin();
      expect(await newsroom.run('content-reviews.update', { as, key: id, input: { status: 'accepted' } })).toMatchObject({
        status: 405,
        code: 'append_only',
      });
      expect(await newsroom.run('content-reviews.delete', { as, key: id })).toMatchObject({ status: 405 });
      const review = await new ContentReviews(database).require(id);
      review.status = 'accepted';
      await expect(review.save()).rejects.toMatchObject({ code: 'append_only' });
      await expect(review.delete()).rejects.toMatchObject({ code: 'append_only' });
      const forged = { contentId: key, policyKey: 'safety', kind: 'safety', status: 'accepted', sequence: 9 };
      expect(await newsroom.run('content-reviews.create', { as, input: forged })).toMatchObject({ status: 403 });
      expect(json((await newsroom.run('contents.listReviews', { key })).value)).toMatchObject({
        count: 1,
        items: [{ status: 'rejected' }],
      });
    });
  });

  describe('corrections', () => {
    const issue = (key: string, input: object) => newsroom.run('contents.issueCorrectionAction', { key, input });

    it.each(['correction', 'retraction', 'update', 'clarification'])('of the type %s stand beside the text, which stays', async (type) => {
      const key = await create({ title: `To be corrected: ${type}` });
      await acceptAll(key);
      await publish(key);
      const made = await issue(key, { type, summary: 'It was Tuesday.', note: 'Not Monday.' });
      expect(made.value).toMatchObject({ contentId: key, type, summary: 'It was Tuesday.' });
      expect(await versionKinds(key)).toEqual(['correction', 'publication']);
      expect((await newsroom.run('contents.get', { key })).value).toMatchObject({ body: 'It rained.', status: 'published' });
      const shown = await newsroom.run('contents.getPublishedTransparencyAction', { as: reader(), key });
      expect(shown.value).toMatchObject({ corrections: [{ type, summary: 'It was Tuesday.', versionId: made.value['versionId'] }] });
      expect(shown.value['withdrawal']).toEqual(type === 'retraction' ? expect.objectContaining({ summary: 'It was Tuesday.' }) : null);
      const ld = await newsroom.run('contents.transparencyJsonLd', { as: reader(), key });
      expect(ld.value).toMatchObject({
        '@type': 'NewsArticle',
        correction: [{ '@type': 'CorrectionComment', text: 'It was Tuesday.\n\nNot Monday.' }],
      });
      const feed = await newsroom.run('contents.correctionsFeed', { as: reader() });
      expect(JSON.stringify(feed.value)).toContain(`To be corrected: ${type}`);
      const atom = String((await newsroom.run('contents.correctionsAtom', { as: reader(), input: { limit: 1 } })).value['atom']);
      expect(atom).toContain(`<category term="${type}"/>`);
      expect((await newsroom.run('contents.listCorrections', { as: reader(), key })).value).toHaveLength(1);
    });

    it('never make a piece that was finished before its date older than its publication', async () => {
      const key = await create({ publish_date: '2026-02-01T00:00:00.000Z' });
      await acceptAll(key);
      await newsroom.run('contents.update', { key, input: { status: 'published' }, at: '2026-01-01T00:00:00.000Z' });
      const { value } = await newsroom.run('contents.transparencyJsonLd', { as: reader(), key });
      expect([value['datePublished'], value['dateModified']]).toEqual(['2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']);
    });

    it('never make a piece older for machines, whatever comes after them and whatever the clock says', async () => {
      const key = await create({ metadata: { generation: { aiAssisted: false } } });
      const dates: string[] = [];
      const look = async (): Promise<Record<string, unknown>> => {
        const { value } = await newsroom.run('contents.transparencyJsonLd', { as: reader(), key });
        dates.push(String(value['dateModified']));
        return value;
      };
      await acceptAll(key);
      await newsroom.run('contents.update', { key, input: { status: 'published' }, at: '2026-01-01T00:00:00.000Z' });
      expect(await look()).toMatchObject({
        dateModified: '2026-01-01T00:00:00.000Z',
        digitalSourceType: 'https://schema.org/DigitalArtDigitalSource',
      });
      const input = { type: 'update', summary: 'It was Tuesday.' };
      await newsroom.run('contents.issueCorrectionAction', { key, input, at: '2026-02-01T00:00:00.000Z' });
      await look();
      const edit = { body: 'It snowed.', metadata: { generation: { aiAssisted: true, model: 'm-1' } } };
      for (const [at, body] of [
        ['2026-03-01T00:00:00.000Z', 'It snowed.'],
        ['2025-01-01T00:00:00.000Z', 'It hailed.'],
      ] as const) {
        await acceptAll(key, { draft: { ...edit, body } });
        expect((await newsroom.run('contents.update', { key, input: { ...edit, body }, at })).status).toBe(200);
        expect(await look()).toMatchObject({
          digitalSourceType: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
        });
      }
      expect(dates).toEqual([...dates].toSorted());
      expect(dates.slice(1)).toEqual(['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
    });

    it('are of published content, of the four types, and wait for their own profile', async () => {
      const key = await create();
      const input = { type: 'update', summary: 'x' };
      expect(await issue(key, input)).toMatchObject({ status: 409, code: 'never_published' });
      await acceptAll(key);
      await publish(key);
      expect((await issue(key, { ...input, type: 'fact' })).status).toBe(422);
      expect((await issue(key, { ...input, summary: ' ' })).status).toBe(422);
      await accept(key, 'safety', { status: 'rejected' });
      const refused = await issue(key, input);
      expect(refused.error?.extensions).toMatchObject({ profileKey: 'correction', blockingRequirements: [{ policyKey: 'safety' }] });
      expect((await newsroom.run('contents.issueCorrectionAction', { as: contributor(), key, input })).status).toBe(403);
    });
  });

  it('answers how many records stand to a profile in a fixed number of queries', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => create()));
    await acceptAll(ids[0] ?? '');
    const queries = async (contentIds: string[]): Promise<number> => {
      let asked = 0;
      const counting = watching(database, () => (asked += 1));
      const { items } = await new Contents(counting).evaluateReadiness({ contentIds, profileKey: 'publication' });
      expect(items.map((each) => each.ready)).toEqual(contentIds.map((id) => id === ids[0]));
      return asked;
    };
    const one = await queries(ids.slice(0, 1));
    expect(one).toBeLessThanOrEqual(6);
    expect([await queries(ids.slice(0, 10)), await queries(ids)]).toEqual([one, one]);
  });

  it('publishes with 50 facts, 50 references and 20 reviews in a number of queries that does not depend on them', async () => {
    const publishing = async (many: number): Promise<number> => {
      const key = await create();
      for (let each = 0; each < many; each += 1) {
        const fact = String((await newsroom.run('facts.create', { input: { statement: `Fact ${each}.` } })).value['id']);
        await newsroom.run('contents.linkFact', { key, input: { factId: fact } });
        await newsroom.run('contents.attachReference', { key, input: { targetId: await create() } });
      }
      for (let each = 0; each < Math.max(1, many / 5); each += 1) await acceptAll(key);
      let asked = 0;
      const watched = watching(database, () => (asked += 1));
      const content = await new Contents(watched).require(key);
      asked = 0;
      content.status = 'published';
      await content.save();
      return asked;
    };
    const few = await publishing(1);
    // The gate, the row, the version with what is frozen in it (among it what agents did), an audit entry of each, the edition, and whether
    // there is a draft.
    expect(few).toBeLessThanOrEqual(24);
    expect(await publishing(50)).toBe(few);
  });

  it('keeps what stands behind a piece in its tenant', async () => {
    const as = editor('gazette');
    const made = await newsroom.run('contents.create', { as, input: { type: 'article', title: 'Of the Gazette' } });
    const key = String(made.value['id']);
    const review = await newsroom.run('contents.runReviewAction', { as, key, input: { policyKey: 'safety', status: 'accepted' } });
    expect(review.value).toMatchObject({ tenantId: 'gazette' });
    for (const other of [editor(), editor('herald')]) {
      expect((await newsroom.run('content-reviews.get', { as: other, key: String(review.value['id']) })).status).toBe(404);
      expect((await newsroom.run('contents.listReviews', { as: other, key })).status).toBe(404);
      const readiness = await newsroom.run('contents.evaluateReadiness', {
        as: other,
        input: { contentIds: [key], profileKey: 'publication' },
      });
      expect(readiness.value).toEqual({ items: [] });
    }
    expect((await newsroom.run('content-reviews.list', { as })).count).toBe(1);
    // The assignment is global, and holds in every tenant that has none of its own.
    expect(await publish(key, {}, as)).toMatchObject({ code: 'publish_readiness' });
  });

  it('costs plain content nothing: a draft asks no governance table, a publication only whether its type is governed and what it shows', async () => {
    const asked: string[] = [];
    const watched = watching(database, (sql) => asked.push(sql));
    const tables = (): string[] =>
      asked.splice(0).flatMap((sql) => /content_(governance_\w+|reviews|versions|corrections)|fact_links/.exec(sql)?.[0] ?? []);
    const note = await new Contents(watched).add({ title: 'Plain', type: 'note' });
    note.body = 'More.';
    await note.save();
    expect(tables()).toEqual([]);
    note.status = 'published';
    await note.save();
    // One query tells whether it has anything besides its text.
    expect(tables()).toEqual(['content_governance_assignments', 'fact_links']);
    await note.save();
    expect(tables()).toEqual([]);
    expect(await new ContentVersions(database).count({ where: { contentId: note.id } })).toBe(0);
  });
});
