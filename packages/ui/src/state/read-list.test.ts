import { expect, it } from 'vitest';
import type { ColophonClient } from './client-port.ts';
import { readList } from './read-list.ts';

/** A server with so many items, and the requests that it got. */
function serverOf(total: number, { largest = 1000, counts = true } = {}) {
  const asked: unknown[] = [];
  const request = async (_method: string, _path: string, { params }: { params: { query: { limit: number; offset?: number } } }) => {
    const { limit, offset = 0 } = params.query;
    asked.push(params.query);
    const length = Math.max(0, Math.min(limit, largest, total - offset));
    const items = Array.from({ length }, (_, index) => ({ id: String(offset + index) }));
    return { value: { items, count: counts ? total : null } };
  };
  return { client: { request } as unknown as ColophonClient, asked };
}

const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

it.each([
  [0, {}, 1],
  [1000, {}, 1],
  [2500, {}, 3],
  [2500, { counts: false }, 3],
  [450, { largest: 200 }, 3],
])('reads all of %i items (%j), in %i requests', async (total, server, requests) => {
  const { client, asked } = serverOf(total, server);
  const items = await readList<{ id: string }>(client, '/items', { params: { query: { status: 'open' } } });
  expect(ids(items)).toEqual(Array.from({ length: total }, (_, index) => String(index)));
  expect(asked).toHaveLength(requests);
  expect(asked[0]).toEqual({ status: 'open', limit: 1000 });
});

it.each([
  [201, 1],
  [1201, 2],
])('reads %i items at most', async (most, requests) => {
  const { client, asked } = serverOf(5000);
  expect(await readList(client, '/items', {}, most)).toHaveLength(most);
  expect(asked).toHaveLength(requests);
});

it('fails if a page is none, so that a part is not mistaken for the whole', async () => {
  let pages = 0;
  const request = async () => ({ value: (pages += 1) === 1 ? { items: [{ id: '1' }], count: 2 } : { title: 'Sign in' } });
  await expect(readList({ request } as unknown as ColophonClient, '/items', {})).rejects.toMatchObject({ code: 'not_ours' });
});
