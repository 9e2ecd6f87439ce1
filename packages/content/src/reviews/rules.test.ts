import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { configureContentGovernance, resetContentGovernance } from '../governance/configure.ts';
import { Contents } from '../content/contents.ts';
import { evaluateContentPublishReadiness } from './publish-readiness.ts';

describeOnEveryDatabase('rules and persons as reviewers, without any AI', (open) => {
  let newsroom: Newsroom;
  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
  });
  afterEach(() => resetContentGovernance());

  function govern(rules: object[], policies: object[] = []): void {
    configureContentGovernance({
      policies: [{ key: 'checks', kind: 'rule', rules: rules as never }, ...(policies as never[])],
      profiles: [
        {
          key: 'gate',
          requirements: [
            { policyKey: 'checks', blocking: true },
            ...policies.map((each) => ({ policyKey: (each as { key: string }).key, blocking: true })),
          ],
        },
      ],
      assignments: [{ contentType: 'ruled', publicationProfileKey: 'gate', enforcePublishReadiness: true, factLinkingEnabled: true }],
    });
  }
  const create = async (input: object = {}): Promise<string> =>
    String((await newsroom.run('contents.create', { input: { title: 'Ruled', type: 'ruled', ...input } })).value['id']);
  const publish = (key: string, input: object = {}) => newsroom.run('contents.update', { key, input: { status: 'published', ...input } });

  it('blocks publishing while AI disclosure is blank', async () => {
    govern([{ check: 'disclosure' }]);
    const key = await create();
    const blank = 'AI disclosure is blank (State under AI disclosure whether AI was involved.)';
    const refused = await publish(key);
    expect(refused.error?.message).toContain(blank);
    expect(refused.error?.extensions).toMatchObject({
      blockingRequirements: [{ policyKey: 'checks', status: 'rejected', reason: blank }],
    });
    const disclose = (generation: object) => publish(key, { metadata: { generation } });
    expect((await disclose({ aiAssisted: 'no' })).status).toBe(422);
    expect((await disclose({ aiAssisted: true, model: ' ' })).status).toBe(422);
    expect((await disclose({ aiAssisted: true, model: 'm' })).status).toBe(200);
    expect((await publish(await create(), { metadata: { generation: { aiAssisted: false } } })).status).toBe(200);
  });

  it('requires fields, of metadata too', async () => {
    govern([{ check: 'required_fields', fields: ['description', 'authors', 'metadata.desk'] }]);
    const key = await create({ description: ' ' });
    const three = ['description', 'authors', 'metadata.desk'].map((name) => `${name} is empty (The policy requires ${name}.)`);
    expect((await publish(key)).error?.extensions).toMatchObject({ blockingRequirements: [{ reason: three.join(', ') }] });
    expect((await publish(key, { authors: ['Ada'], metadata: { desk: 'city' } })).status).toBe(422);
    expect((await publish(key, { description: 'Short.', authors: ['Ada'], metadata: { desk: 'city' } })).status).toBe(200);
  });

  it('requires linked facts to be current', async () => {
    govern([{ check: 'facts_current' }]);
    const key = await create();
    const fact = String((await newsroom.run('facts.create', { input: { statement: 'Old.' } })).value['id']);
    await newsroom.run('contents.linkFact', { key, input: { factId: fact } });
    const next = String((await newsroom.run('facts.supersede', { key: fact, input: { statement: 'New.' } })).value['id']);
    const review = await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'checks' } });
    expect(review.value).toMatchObject({
      status: 'rejected',
      reviewer: 'rules',
      findings: [{ factId: fact, title: 'A fact was superseded' }],
    });
    expect((await publish(key)).status).toBe(422);
    await newsroom.run('contents.syncFactsState', { key, input: { factIds: [next] } });
    expect((await publish(key)).status).toBe(200);
  });

  it('requires references not to have drifted', async () => {
    govern([{ check: 'references_current' }]);
    const [key, target] = [await create(), await create({ title: 'Cited' })];
    await newsroom.run('contents.mutateVersionAction', { key: target, input: {} });
    await newsroom.run('contents.attachReference', { key, input: { targetId: target, targetVersion: 1 } });
    await newsroom.run('contents.mutateVersionAction', { key: target, input: {} });
    expect((await publish(key)).status).toBe(422);
    await newsroom.run('contents.attachReference', { key, input: { targetId: target, targetVersion: 2 } });
    expect((await publish(key)).status).toBe(200);
  });

  it.each([
    ['![](a.png)', 422],
    ['<img src="a.png">', 422],
    ['![A red door](a.png)', 200],
    ['`![](a.png)` is how a picture without text is written', 200],
  ])('requires pictures to have alternative text: %s', async (body, status) => {
    govern([{ check: 'alt_text' }]);
    expect((await publish(await create({ body }))).status).toBe(status);
  });

  it('requires it of assets that are in use too', async () => {
    govern([{ check: 'alt_text' }]);
    const key = await create();
    const asset = String((await newsroom.run('assets.create', { input: { name: 'a.png', mimeType: 'image/png' } })).value['id']);
    await newsroom.run('contents.attachAsset', { key, input: { assetId: asset } });
    expect((await publish(key)).status).toBe(422);
    await newsroom.run('assets.update', { key: asset, input: { altText: 'A door.' } });
    expect((await publish(key)).status).toBe(200);
  });

  it('is not passed by saying so: what a review recorded does not count, the check does', async () => {
    govern([{ check: 'required_fields', fields: ['description'] }]);
    const key = await create({ description: 'There.' });
    expect((await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'checks' } })).value).toMatchObject({
      status: 'accepted',
    });
    expect((await publish(key, { description: null })).status).toBe(422);
    expect((await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'checks', status: 'accepted' } })).status).toBe(422);
  });

  describe('a policy of the kind human', () => {
    const human = { key: 'desk', kind: 'human' };

    it('is satisfied by a person, by name, and by nobody else', async () => {
      govern([{ check: 'required_fields', fields: ['title'] }], [human]);
      const key = await create();
      expect((await newsroom.run('contents.runReviewAction', { key, input: { policyKey: 'desk' } })).status).toBe(422);
      const token = { ...admin(), kind: 'token' as const };
      const verdict = { policyKey: 'desk', status: 'accepted', summary: 'Read twice.' };
      expect((await newsroom.run('contents.runReviewAction', { as: token, key, input: verdict })).status).toBe(403);
      const content = await new Contents(newsroom.database).require(key);
      await expect(content.runReviewAction({ policyKey: 'desk', status: 'accepted' })).rejects.toMatchObject({ status: 403 });
      expect(await evaluateContentPublishReadiness({ content })).toMatchObject({
        ready: false,
        blockingRequirements: [{ policyKey: 'desk' }],
      });
      const as = editor();
      expect((await newsroom.run('contents.runReviewAction', { as, key, input: verdict })).value).toMatchObject({
        reviewer: 'edna',
        kind: 'human',
      });
      expect(await evaluateContentPublishReadiness({ content })).toEqual({ ready: true, blockingRequirements: [] });
      expect((await publish(key)).status).toBe(200);
    });

    it('stands where an AI policy takes no verdict of a person', async () => {
      govern([{ check: 'disclosure' }], [{ key: 'strict', kind: 'custom', instructions: 'x', humanVerdict: false }]);
      const input = { policyKey: 'strict', status: 'accepted' };
      expect((await newsroom.run('contents.runReviewAction', { key: await create(), input })).status).toBe(422);
    });
  });
});
