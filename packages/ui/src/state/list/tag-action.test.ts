import { expect, it } from 'vitest';
import { fakeClient } from '../../testing/fake-client.ts';
import { contentRecord } from '../../testing/records.ts';
import { createTagAction } from './bulk-actions.ts';

const words = { label: 'Tag' };

async function run(what: 'add' | 'remove', choice: string | null) {
  const client = fakeClient(() => ({}));
  const action = createTagAction(client, what, words);
  if (!('each' in action)) throw new Error('It is done row by row.');
  for (const row of [contentRecord({ id: '1', rev: 3, tags: ['oak'] }), contentRecord({ id: '2', rev: 7, tags: [] })])
    // oxlint-disable-next-line no-await-in-loop -- in the order of the rows
    await action.each(row, choice);
  return client.sent.map(({ params, body, ifMatch }) => ({ id: params?.path?.['id'], body, ifMatch }));
}

it('adds a tag to those that do not have it, under the revision that was shown', async () => {
  expect(await run('add', ' oak ')).toEqual([{ id: '2', body: { tags: ['oak'] }, ifMatch: 7 }]);
});

it('takes a tag from those that have it', async () => {
  expect(await run('remove', 'oak')).toEqual([{ id: '1', body: { tags: [] }, ifMatch: 3 }]);
});

it('asks for nothing where no tag is named', async () => {
  expect(await run('add', '')).toEqual([]);
});
