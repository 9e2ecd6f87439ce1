import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { Assets } from '../assets/asset.ts';
import { Contents } from '../content/contents.ts';
import { REVIEWED_FIELDS } from './review-hash.ts';
import { contentReviewer, type ReviewRequest } from './reviewer.ts';

describeOnEveryDatabase('what a verdict is about', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let asked: ReviewRequest[] = [];
  let status = 'accepted';

  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    const assignment = {
      contentType: 'article',
      factLinkingEnabled: true,
      transparencyEnabled: true,
      publicationProfileKey: 'publication',
    };
    await newsroom.run('content-governance-assignments.create', { as: admin(), input: { ...assignment, enforcePublishReadiness: true } });
  });

  const askAI = (): void => {
    asked = [];
    status = 'accepted';
    database.ports.provide(contentReviewer, {
      reviewer: {
        async review(request) {
          asked.push(request);
          return { verdict: { status, summary: 'Read.', findings: [] }, model: 'model-1' };
        },
      },
    });
  };
  let serial = 0;
  const create = async (input: object = {}): Promise<string> => {
    serial += 1;
    const made = await newsroom.run('contents.create', {
      input: { type: 'article', title: `Judged ${serial}`, body: 'It rained.', ...input },
    });
    return String(made.value['id']);
  };
  const review = (key: string, policyKey: string, input: object = {}, as = editor()) =>
    newsroom.run('contents.runReviewAction', { as, key, input: { policyKey, ...input } });
  const update = (key: string, input: object) => newsroom.run('contents.update', { key, input });
  const requirement = async (key: string, policyKey: string): Promise<Record<string, unknown> | undefined> => {
    const { value } = await newsroom.run('contents.evaluateReviewProfile', { key, input: { profileKey: 'publication' } });
    return (value['requirements'] as Record<string, unknown>[]).find((each) => each['policyKey'] === policyKey);
  };

  it.each<[string, unknown]>([
    ['variant', 'opinion'],
    ['slug', 'another-address'],
    ['context', 'another/place'],
    ['title', 'Another title'],
    ['description', 'Another summary.'],
    ['body', 'It snowed.'],
    ['bodyFormat', 'html'],
    ['authors', ['Somebody Else']],
    ['language', 'de'],
    ['category', 'news/weather'],
    ['url', 'https://news.example/rain'],
    ['source', 'Heard on the stairs'],
    ['metadata', { generation: { publicPrompt: 'Write that it rained.' }, responsiblePerson: 'Somebody Else' }],
  ])('is shown %s, and holds no more once it is another', async (field, value) => {
    askAI();
    const key = await create();
    expect((await review(key, 'safety')).value).toMatchObject({ status: 'accepted' });
    expect(await requirement(key, 'safety')).toMatchObject({ stale: false, satisfied: true });
    expect((await update(key, { [field]: value })).status).toBe(200);
    expect(await requirement(key, 'safety')).toMatchObject({ stale: true, satisfied: false });
    await review(key, 'safety');
    expect(asked.at(-1)?.content).toMatchObject({ [field]: value });
    expect(Object.keys(asked.at(-1)?.content ?? {})).toEqual(REVIEWED_FIELDS);
  });

  it('is shown the sources of facts, and holds no more once a fact has others', async () => {
    askAI();
    const key = await create();
    const sources = [{ title: 'Weather report', note: 'Heard on Monday.' }];
    const fact = String((await newsroom.run('facts.create', { input: { statement: 'It rained.', sources } })).value['id']);
    await newsroom.run('contents.linkFact', { key, input: { factId: fact } });
    await review(key, 'facts');
    expect(asked[0]?.facts).toMatchObject([{ id: fact, statement: 'It rained.', sources, relationship: 'supports' }]);
    expect(await requirement(key, 'facts')).toMatchObject({ satisfied: true });
    await newsroom.run('facts.update', { key: fact, input: { sources: [{ title: 'A rumour' }] } });
    expect(await requirement(key, 'facts')).toMatchObject({ stale: true });
    await newsroom.run('facts.supersede', { key: fact, input: { statement: 'It hailed.' } });
    await review(key, 'facts');
    expect(asked.at(-1)?.facts).toMatchObject([{ statement: 'It hailed.', linkedAs: { id: fact, statement: 'It rained.' } }]);
  });

  it('is shown what readers see of the pictures, and holds no more once it is another', async () => {
    askAI();
    const asset = async (input: object): Promise<string> => {
      const given = { name: 'oak.png', mimeType: 'image/png', url: 'https://pictures.example/oak.png', ...input };
      return String((await newsroom.run('assets.create', { input: given })).value['id']);
    };
    const key = await create();
    const inline = await asset({ altText: 'An oak.', metadata: { generation: { aiAssisted: true, model: 'Painter' } } });
    await newsroom.run('contents.attachAsset', { key, input: { assetId: inline, relationship: 'inline' } });
    for (const policyKey of ['safety', 'facts']) await review(key, policyKey);
    const shown = { relationship: 'inline', name: 'oak.png', altText: 'An oak.', aiAssisted: true, model: 'Painter', toldBy: 'people' };
    expect(asked.map(({ pictures }) => pictures)).toEqual([[shown], [shown]]);
    expect(await requirement(key, 'safety')).toMatchObject({ stale: false, satisfied: true });
    for (const input of [{ altText: 'Buy oaks.' }, { name: 'buy-oaks.png' }, { metadata: {} }]) {
      await newsroom.run('assets.update', { key: inline, input });
      expect(await requirement(key, 'safety')).toMatchObject({ stale: true, satisfied: false });
      await review(key, 'safety');
      expect(await requirement(key, 'safety')).toMatchObject({ satisfied: true });
    }
    await review(key, 'facts');
    expect((await update(key, { status: 'published' })).status).toBe(200);
    const thumbnailAssetId = await asset({ description: 'A thumbnail.' });
    expect(await update(key, { thumbnailAssetId })).toMatchObject({ code: 'publish_readiness' });
    for (const policyKey of ['safety', 'facts']) await review(key, policyKey, { draft: { thumbnailAssetId } });
    expect(asked.at(-1)?.pictures).toMatchObject([{ relationship: 'inline' }, { relationship: 'thumbnail', altText: 'A thumbnail.' }]);
    expect((await update(key, { thumbnailAssetId })).status).toBe(200);
    expect(await requirement(key, 'facts')).toMatchObject({ stale: false, satisfied: true });
    const foreign = await new Assets(database).add({ name: 'foreign.png', mimeType: 'image/png', tenantId: 'gazette' });
    expect((await review(key, 'safety', { draft: { thumbnailAssetId: foreign.id } })).error?.errors).toMatchObject([
      { pointer: '/draft/thumbnailAssetId', code: 'not_found' },
    ]);
  });

  it('holds on when a card is drawn from the title, which says nothing else', async () => {
    askAI();
    const key = await create();
    await review(key, 'safety');
    const { title } = await new Contents(database).require(key);
    const card = await new Assets(database).add({
      name: 'card.png',
      mimeType: 'image/png',
      altText: title,
      metadata: { generated: { strategy: 'headline-card' } },
    });
    await update(key, { thumbnailAssetId: card.id });
    expect(await requirement(key, 'safety')).toMatchObject({ stale: false, satisfied: true });
    await newsroom.run('assets.update', { key: card.id, input: { altText: 'Buy oaks.' } });
    expect(await requirement(key, 'safety')).toMatchObject({ stale: true });
  });

  it('holds no more once its policy says otherwise whether a person may judge', async () => {
    const as = admin();
    const policy = { key: 'tone', kind: 'custom', instructions: 'Be kind.' };
    const made = await newsroom.run('content-governance-policies.create', { as, input: policy });
    await newsroom.run('content-governance-profiles.create', {
      as,
      input: { key: 'toned', requirements: [{ policyKey: 'tone', blocking: true }] },
    });
    const key = await create();
    await review(key, 'tone', { status: 'accepted' });
    const ready = async () =>
      (await newsroom.run('contents.evaluateReviewProfile', { key, input: { profileKey: 'toned' } })).value['ready'];
    expect(await ready()).toBe(true);
    await newsroom.run('content-governance-policies.update', { as, key: String(made.value['id']), input: { humanVerdict: false } });
    expect(await ready()).toBe(false);
  });

  it('is a person’s, whatever an AI says of the same text afterwards; another text is judged anew', async () => {
    askAI();
    const key = await create();
    await review(key, 'safety', { status: 'rejected', summary: 'No.' });
    expect((await review(key, 'safety')).value).toMatchObject({ status: 'accepted', reviewer: 'ai' });
    expect(await requirement(key, 'safety')).toMatchObject({
      status: 'rejected',
      stale: false,
      satisfied: false,
      reason: 'the verdict of edna is rejected',
    });
    await update(key, { body: 'It snowed.' });
    await review(key, 'safety');
    expect(await requirement(key, 'safety')).toMatchObject({ status: 'accepted', satisfied: true });
    await update(key, { body: 'It rained.' });
    await review(key, 'safety');
    expect(await requirement(key, 'safety')).toMatchObject({ status: 'rejected', satisfied: false });
    await review(key, 'safety', { status: 'accepted' }, admin());
    expect(await requirement(key, 'safety')).toMatchObject({ status: 'accepted', satisfied: true });
    status = 'rejected';
    await review(key, 'safety');
    expect(await requirement(key, 'safety')).toMatchObject({ status: 'accepted', satisfied: true });
  });

  it('is told to readers as what it is: where only an AI judged, the account says so', async () => {
    askAI();
    const key = await create();
    await review(key, 'facts');
    await review(key, 'safety', { status: 'accepted' });
    await review(key, 'safety');
    expect((await update(key, { status: 'published' })).status).toBe(200);
    const account = (await newsroom.run('contents.getPublishedTransparencyAction', { as: reader(), key })).value;
    expect(account).toMatchObject({
      judgedByAIAlone: [{ policyKey: 'facts', label: 'Facts', model: 'model-1' }],
      reviews: [
        { policyKey: 'safety', judgedBy: 'person', reviewer: 'edna' },
        { policyKey: 'facts', judgedBy: 'ai', reviewer: 'ai' },
      ],
      humanReview: { reviewer: 'edna', policyKey: 'safety' },
    });
    await review(key, 'facts', { status: 'accepted' });
    const preview = await (await new Contents(database).require(key)).previewTransparencyAction();
    expect(preview.judgedByAIAlone).toEqual([]);
  });
});
