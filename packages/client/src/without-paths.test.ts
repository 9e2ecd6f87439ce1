import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createClient } from './client/client.ts';
import { type Shelf, startShelf } from './testing/shelf.ts';
import type { ShelfPaths } from './testing/shelf-paths.ts';

describe('a client that was created without types', () => {
  let shelf: Shelf;
  beforeAll(async () => {
    shelf = await startShelf();
  });
  afterAll(() => shelf.stop());

  it('accepts every path, and leaves results to be checked', async () => {
    const client = createClient({ baseUrl: shelf.url, token: 'editor-token' });
    const created = await client.post('/books', { body: { title: 'Untyped' } });
    expectTypeOf(created).toBeUnknown();
    expect(created).toMatchObject({ title: 'Untyped' });
    expect(await client.get('/books', { params: { query: { limit: 1 } } })).toMatchObject({ limit: 1 });
    for await (const book of client.items('/books')) {
      expectTypeOf(book).toBeUnknown();
      expect(book).toHaveProperty('title');
    }
    const { value, rev } = await client.request('get', '/books/{id}', { params: { path: { id: (created as { id: string }).id } } });
    expectTypeOf(value).toBeUnknown();
    expect(rev).toBe(1);
  });

  it('still takes only the options that there are', () => {
    const client = createClient({ baseUrl: shelf.url });
    // @ts-expect-error it is `params`
    expectTypeOf(() => client.get('/books', { parameters: {} })).toBeFunction();
  });

  it('is another thing than one with types, whose paths are checked', () => {
    const client = createClient<ShelfPaths>({ baseUrl: shelf.url });
    // @ts-expect-error there is no such path
    expectTypeOf(() => client.get('/boks')).toBeFunction();
  });
});
