import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Newsroom, newsroomIn } from '../../test/support.ts';
import { configureContentGovernance, resetContentGovernance } from '../governance/configure.ts';

describeOnEveryDatabase('the evaluation of a profile', (open) => {
  let newsroom: Newsroom;
  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
  });
  afterEach(() => resetContentGovernance());

  const create = async (input: object = {}): Promise<string> =>
    String((await newsroom.run('contents.create', { input: { title: 'Evaluated', body: 'It rained.', ...input } })).value['id']);
  const review = async (key: string, policyKey: string, status: string): Promise<void> =>
    expect((await newsroom.run('contents.runReviewAction', { key, input: { policyKey, status } })).status).toBe(200);
  const evaluate = async (key: string, profileKey: string) =>
    (await newsroom.run('contents.evaluateReviewProfile', { key, input: { profileKey } })).value;

  it('is held back by what blocks alone, and complete once every requirement has a verdict on this text', async () => {
    const requirements = [
      { policyKey: 'facts', blocking: true },
      { policyKey: 'safety', blocking: false },
    ];
    configureContentGovernance({ profiles: [{ key: 'advised', requirements }] });
    const key = await create();
    const standing = async () => {
      const { ready, complete, blockingRequirements } = await evaluate(key, 'advised');
      return { ready, complete, blocking: (blockingRequirements as { policyKey: string }[]).map(({ policyKey }) => policyKey) };
    };
    expect(await standing()).toEqual({ ready: false, complete: false, blocking: ['facts'] });
    await review(key, 'facts', 'accepted');
    expect(await standing()).toEqual({ ready: true, complete: false, blocking: [] });
    // A verdict that says no is a verdict.
    await review(key, 'safety', 'rejected');
    expect(await standing()).toEqual({ ready: true, complete: true, blocking: [] });
    await newsroom.run('contents.update', { key, input: { body: 'It snowed.' } });
    expect(await standing()).toEqual({ ready: false, complete: false, blocking: ['facts'] });
  });

  it('says of each requirement what it stands on: checks, which are never outdated, or a review', async () => {
    configureContentGovernance({
      policies: [
        { key: 'described', label: 'Has a summary', kind: 'rule', rules: [{ check: 'required_fields', fields: ['description'] }] },
      ],
      profiles: [{ key: 'both', requirements: ['described', 'safety'].map((policyKey) => ({ policyKey, blocking: true })) }],
    });
    const key = await create();
    const requirements = async () => (await evaluate(key, 'both'))['requirements'];
    const checks = { policyKey: 'described', label: 'Has a summary', blocking: true, stale: false, missing: false, reviewId: null };
    const verdict = { policyKey: 'safety', label: 'Safety', blocking: true };
    expect(await requirements()).toEqual([
      { ...checks, status: 'rejected', satisfied: false, reason: 'description is empty (The policy requires description.)' },
      { ...verdict, status: null, stale: false, missing: true, satisfied: false, reason: 'there is no review', reviewId: null },
    ]);
    await newsroom.run('contents.update', { key, input: { description: 'Rain.' } });
    await review(key, 'safety', 'accepted');
    expect(await requirements()).toEqual([
      { ...checks, status: 'accepted', satisfied: true, reason: null },
      { ...verdict, status: 'accepted', stale: false, missing: false, satisfied: true, reason: null, reviewId: expect.any(String) },
    ]);
  });
});
