import { describe, expect, it } from 'vitest';
import { fakeClient, type SentRequest } from '../../testing/fake-client.ts';
import { problem } from '../../testing/problem.ts';
import { governedState, readinessOf, requirement, review } from '../../testing/governance.ts';
import { createGovernance, reviewDraftOf } from './governance.ts';

const governed = { ...governedState(), reviewProfiles: [readinessOf([requirement({ policyKey: 'facts' })])] };

function server(more: (request: SentRequest) => unknown = () => undefined) {
  return fakeClient((request) => {
    const answer = more(request);
    if (answer !== undefined) return answer;
    if (request.path === '/contents/{id}/governance') return governed;
    if (request.path === '/contents/{id}/reviews' && request.method === 'get')
      return { items: [review({ id: 'new', policyKey: 'facts', status: 'accepted' }), review({ id: 'old', policyKey: 'facts' })] };
    return review({ policyKey: 'facts' });
  });
}

describe('the governance of a piece', () => {
  it('is read with the profile for publishing and the latest review of each policy', async () => {
    const governance = createGovernance({ client: server(), contentId: '1' });
    await governance.refresh();
    const { status, readiness, reviews } = governance.getSnapshot();
    expect([status, readiness?.profileKey, reviews.get('facts')?.id]).toEqual(['ready', 'publication', 'new']);
  });

  it('of a new piece is that of its type', async () => {
    const client = fakeClient(() => governedState());
    const governance = createGovernance({ client, contentId: null, type: 'article', variant: 'opinion' });
    await governance.refresh();
    expect(client.sent[0]).toMatchObject({
      path: '/contents/governance/resolve',
      params: { query: { type: 'article', variant: 'opinion' } },
    });
    expect(governance.getSnapshot().readiness).toBeNull();
    expect(await governance.review('facts', { rev: null })).toBeNull();
  });

  it('reports why it could not be read', async () => {
    const client = fakeClient(() => {
      throw problem(503, 'unavailable', 'The database is busy.');
    });
    const governance = createGovernance({ client, contentId: '1' });
    await governance.refresh();
    expect(governance.getSnapshot()).toMatchObject({ status: 'failed', problem: { detail: 'The database is busy.' } });
  });
});

describe('a review', () => {
  it('is about the current form, under the revision that was read, and runs in the background for AI', async () => {
    const client = server();
    const governance = createGovernance({ client, contentId: '1' });
    await governance.refresh();
    await governance.review('facts', { rev: 3, draft: reviewDraftOf({ body: 'New.', status: 'published', tags: ['x'] }) });
    const sent = client.sent.find(({ method }) => method === 'post');
    expect(sent).toMatchObject({ ifMatch: 3, background: true, body: { policyKey: 'facts', draft: { body: 'New.' } } });
    expect(JSON.stringify(sent?.body)).toBe('{"policyKey":"facts","draft":{"body":"New."}}');
  });

  it('that became a job is waited for', async () => {
    const looks = ['running', 'succeeded'];
    const client = server(({ method, path }) => {
      if (path === '/jobs/{id}') return { jobId: 'j', status: looks.shift() };
      return method === 'post' ? { jobId: 'j', status: 'queued' } : undefined;
    });
    const governance = createGovernance({ client, contentId: '1' });
    await governance.refresh();
    const running = governance.review('facts', { rev: 3 });
    expect([...governance.getSnapshot().running]).toEqual(['facts']);
    expect((await running)?.id).toBe('new');
    expect([...governance.getSnapshot().running]).toEqual([]);
  });

  it('that failed is reported, and records nothing', async () => {
    const client = server(({ method }) => {
      if (method === 'post') throw problem(503, 'review_unavailable', 'No model is there.');
      return undefined;
    });
    const governance = createGovernance({ client, contentId: '1' });
    await governance.refresh();
    expect(await governance.review('facts', { rev: 3 })).toBeNull();
    expect(governance.getSnapshot().faults.get('facts')?.detail).toBe('No model is there.');
  });

  it('by a person is about the text that they read', async () => {
    const client = server();
    const governance = createGovernance({ client, contentId: '1' });
    await governance.refresh();
    expect(await governance.decide('facts', { status: 'flagged', summary: 'One claim.' }, { rev: 3 })).toBe(true);
    expect(client.sent.find(({ method }) => method === 'post')).toMatchObject({
      ifMatch: 3,
      background: false,
      body: { policyKey: 'facts', status: 'flagged', summary: 'One claim.' },
    });
  });
});

it('uses the unmet requirements of a rejected publication instead of earlier ones', async () => {
  const governance = createGovernance({ client: server(), contentId: '1' });
  await governance.refresh();
  governance.refused([requirement({ policyKey: 'facts', reason: 'The text has changed.', stale: true })]);
  expect(governance.getSnapshot().readiness).toMatchObject({ ready: false, requirements: [{ reason: 'The text has changed.' }] });
});
