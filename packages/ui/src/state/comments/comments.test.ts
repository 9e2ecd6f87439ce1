import { expect, it } from 'vitest';
import { fakeClient } from '../../testing/fake-client.ts';
import { problem } from '../../testing/problem.ts';
import { createComments } from './comments.ts';

/** A server that lists no comments, or fails as told. */
function opened() {
  let failure: Error | null = null;
  const client = fakeClient(() => {
    if (failure) throw failure;
    return { threads: [], items: [] };
  });
  return { comments: createComments({ client, contentId: '1' }), fail: (next: Error | null) => (failure = next) };
}

it.each([401, 403, 404, 405])('are absent if the server answers the first request with %i', async (status) => {
  const { comments, fail } = opened();
  fail(problem(status, 'refused'));
  await comments.refresh();
  expect(comments.getSnapshot()).toMatchObject({ isAbsent: true, isLoading: false, problem: null });
});

it.each([
  [401, 'session_over'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [0, 'network'],
])('stay if a later request fails with %i %s, since somebody may be writing one', async (status, code) => {
  const { comments, fail } = opened();
  await comments.refresh();
  fail(problem(status, code));
  await expect(comments.add({ body: 'Who says so?' })).rejects.toMatchObject({ code });
  expect(comments.getSnapshot()).toMatchObject({ isAbsent: false, problem: { code } });
  fail(null);
  await comments.refresh();
  expect(comments.getSnapshot()).toMatchObject({ isAbsent: false, problem: null });
});

it('are not taken to be absent if the session has expired before the first request', async () => {
  const { comments, fail } = opened();
  fail(problem(401, 'session_over'));
  await comments.refresh();
  expect(comments.getSnapshot()).toMatchObject({ isAbsent: false, problem: { code: 'session_over' } });
});
