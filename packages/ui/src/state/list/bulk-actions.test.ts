import { expect, it } from 'vitest';
import { fakeClient } from '../../testing/fake-client.ts';
import { problem } from '../../testing/problem.ts';
import { contentRecord } from '../../testing/records.ts';
import { type BulkAction, createTagAction, deleteContents } from './bulk-actions.ts';
import type { BulkProgress } from './bulk.ts';

const ROWS = [contentRecord({ id: '1', rev: 3, title: 'One', tags: ['oak'] }), contentRecord({ id: '2', rev: 7, title: 'Two', tags: [] })];

const job = {
  jobId: 'j',
  kind: 'contents.change-tags',
  status: 'failed',
  sequence: 4,
  completed: 2,
  total: 2,
  error: '1 changed, 1 were rejected.',
  result: {
    records: [
      { contentId: '1', title: 'One', outcome: 'changed', code: null, detail: null },
      { contentId: '2', title: 'Two', outcome: 'refused', code: 'precondition_failed', detail: 'The record is at revision 8, not 7.' },
    ],
  },
};

/** A server, with the jobs or without, and the requests that it receives. */
function server(hasJobs = true) {
  const client = fakeClient(({ method, path }) => {
    if (method === 'post' && !hasJobs) throw problem(404, 'not_found', 'There is nothing at this address.');
    return path.startsWith('/contents/') || path.startsWith('/jobs/') ? job : {};
  });
  const sent = () =>
    client.sent.map(({ method, path, params, body, ifMatch }) => ({ method, path: params?.path?.['id'] ?? path, body, ifMatch }));
  return { client, sent };
}

function run(action: BulkAction, choice: string | null) {
  if (!('run' in action)) throw new Error('The action has no run.');
  const progress: BulkProgress[] = [];
  return action.run(ROWS, choice, { signal: new AbortController().signal, onProgress: (each) => progress.push(each) });
}

const OUTCOMES = [
  { id: '1', title: 'One', fault: null },
  { id: '2', title: 'Two', fault: 'The record is at revision 8, not 7.', code: 'precondition_failed' },
];

it.each(['add', 'remove'] as const)('has the server %s a tag by one job, and reports on each piece', async (what) => {
  const { client, sent } = server();
  expect(await run(createTagAction(client, what, { label: 'Tag' }), ' oak ')).toEqual(OUTCOMES);
  expect(sent()[0]).toEqual({ method: 'post', path: '/contents/tags', body: { ids: ['1', '2'], [what]: ['oak'] }, ifMatch: undefined });
});

it('changes the tags one by one on a server without the job, under the revision that was shown', async () => {
  const { client, sent } = server(false);
  await run(createTagAction(client, 'add', { label: 'Tag' }), 'oak');
  await run(createTagAction(client, 'remove', { label: 'Tag' }), 'oak');
  expect(sent().filter(({ method }) => method === 'patch')).toEqual([
    { method: 'patch', path: '2', body: { tags: ['oak'] }, ifMatch: 7 },
    { method: 'patch', path: '1', body: { tags: [] }, ifMatch: 3 },
  ]);
});

it('sends nothing if no tag is given', async () => {
  const { client, sent } = server();
  expect(await run(createTagAction(client, 'add', { label: 'Tag' }), ' ')).toEqual([]);
  expect(sent()).toEqual([]);
});

it('deletes by one job, and leaves pieces that have changed since they were listed', async () => {
  const how = { signal: new AbortController().signal, onProgress: () => undefined };
  const { client, sent } = server();
  expect(await deleteContents(client, ROWS, how)).toEqual(OUTCOMES);
  expect(sent()[0]).toMatchObject({ path: '/contents/delete', body: { ids: ['1', '2'], revs: { 1: 3, 2: 7 } } });
  const older = server(false);
  await deleteContents(older.client, ROWS, how);
  expect(older.sent().slice(1)).toMatchObject([
    { method: 'delete', path: '1', ifMatch: 3 },
    { method: 'delete', path: '2', ifMatch: 7 },
  ]);
});
