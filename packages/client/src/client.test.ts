import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, newIntent, ProblemError } from './index.ts';
import type { ShelfPaths } from './testing/shelf-paths.ts';
import { type Shelf, startShelf } from './testing/shelf.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function problemOf(work: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!ProblemError.isInstance(error)) throw new Error(`Expected a ProblemError, but got ${String(error)}`);
  return error;
}

describe('the client of a real application', () => {
  let shelf: Shelf;
  let client: Client<ShelfPaths>;
  beforeAll(async () => {
    shelf = await startShelf();
  });
  afterAll(() => shelf.stop());
  const open = (token = 'editor-token'): Client<ShelfPaths> => (client = createClient({ baseUrl: shelf.url, token }));

  it('creates, reads, updates and deletes a record', async () => {
    open();
    const created = await client.request('post', '/books', { body: { title: 'Dune' } });
    expect(created).toMatchObject({
      status: 201,
      rev: 1,
      value: { title: 'Dune', shelf: 'new', rev: 1 },
      location: `/api/v1/books/${created.value.id}`,
    });
    const path = { id: created.value.id };
    expect(await client.get('/books/{id}', { params: { path } })).toEqual(created.value);
    expect(await client.put('/books/{id}', { params: { path }, body: { pages: 412 } })).toMatchObject({ rev: 2, pages: 412 });
    expect(await client.post('/books/{id}/lend', { params: { path }, body: { to: 'Ada' } })).toEqual({ lentTo: 'Ada' });
    expect((await problemOf(client.delete('/books/{id}', { params: { path } }))).code).toBe('forbidden');
  });

  it('treats a response without content as success, although browsers provide an empty body', async () => {
    const inBrowser: typeof fetch = async () =>
      Object.defineProperty(new Response(null, { status: 204 }), 'body', { value: new Blob([]).stream() });
    const { status } = await createClient<ShelfPaths>({ baseUrl: 'http://localhost', fetch: inBrowser }).request('delete', '/books/{id}', {
      params: { path: { id: 'gone' } },
    });
    expect(status).toBe(204);
  });

  it('throws the problem of the server, with its code and the invalid fields', async () => {
    open();
    const problem = await problemOf(client.post('/books', { body: { title: 'x', pages: 0 } }));
    expect(problem).toMatchObject({ status: 422, code: 'validation', errors: [{ pointer: '/pages' }], retryable: false });
    expect(problem.requestId).toBeTypeOf('string');
    expect((await problemOf(client.get('/books/{id}', { params: { path: { id: 'none' } } }))).code).toBe('not_found');
  });

  it('changes a record only if its revision matches, and reports the current one', async () => {
    open();
    const { value, etag = '' } = await client.request('post', '/books', { body: { title: 'Emma' } });
    const params = { path: { id: value.id } };
    await client.put('/books/{id}', { params, body: { shelf: 'a' }, ifMatch: etag });
    const problem = await problemOf(client.put('/books/{id}', { params, body: { shelf: 'b' }, ifMatch: value.rev }));
    expect(problem).toMatchObject({ status: 412, code: 'precondition_failed', currentRev: 2 });
    await client.put('/books/{id}', { params, body: { shelf: 'b' }, ifMatch: problem.currentRev ?? 0 });
    await expect(client.put('/books/{id}', { params, body: {}, ifMatch: 'rev 2' })).rejects.toThrow('ifMatch must be a rev or an ETag');
  });

  it('applies one intent once, however often it is sent', async () => {
    open();
    const intent = newIntent();
    const first = await client.post('/books', { body: { title: 'Once' }, intent });
    expect(await client.post('/books', { body: { title: 'Once' }, intent })).toEqual(first);
    expect((await problemOf(client.post('/books', { body: { title: 'Once' }, intent: newIntent() }))).code).toBe('not_unique');
  });

  it('follows the pages of a list to its end, or until the caller stops', async () => {
    open();
    for (let index = 0; index < 7; index += 1) await client.post('/books', { body: { title: `Page ${index}` } });
    const titles: string[] = [];
    for await (const book of client.items('/books', { params: { query: { limit: 3, orderBy: 'title' } } })) titles.push(book.title);
    expect(titles.filter((title) => title.startsWith('Page'))).toHaveLength(7);
    expect(titles).toEqual([...titles].sort());
    shelf.seen.length = 0;
    for await (const page of client.pages('/books', { params: { query: { limit: 2 } } })) {
      expect(page.items).toHaveLength(2);
      break;
    }
    expect(shelf.seen).toHaveLength(1);
  });

  it('revalidates cached responses by ETag, and does not share them between users', async () => {
    open();
    const { id } = await client.post('/books', { body: { title: 'Kept' } });
    const params = { path: { id } };
    const first = await client.get('/books/{id}', { params });
    shelf.seen.length = 0;
    expect(await client.get('/books/{id}', { params })).toEqual(first);
    expect(shelf.seen[0]?.headers.get('if-none-match')).toMatch(/^"1-/);
    client.expectUser('u2');
    await client.get('/books/{id}', { params });
    expect(shelf.seen[1]?.headers.get('if-none-match')).toBeNull();
    expect(shelf.seen[1]?.headers.get('x-expect-user')).toBe('u2');
  });

  it('requests asynchronous processing only if the caller does', async () => {
    open();
    shelf.seen.length = 0;
    await client.post('/books', { body: { title: 'Long' }, background: true });
    await client.post('/books', { body: { title: 'Short' } });
    expect(shelf.seen.map(({ headers }) => headers.get('prefer'))).toEqual(['respond-async', null]);
  });

  it('reports the end of a session', async () => {
    const endedSessions: string[] = [];
    const signedOut = createClient<ShelfPaths>({ baseUrl: shelf.url, token: 'dead', onSignedOut: ({ code }) => endedSessions.push(code) });
    expect((await problemOf(signedOut.get('/books'))).status).toBe(401);
    expect(endedSessions).toEqual(['invalid_token']);
  });
});

/** A server with scripted responses, in order; the last one is repeated. */
async function startScripted(
  ...answers: ((response: ServerResponse, request: IncomingMessage) => void)[]
): Promise<{ url: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    request.resume();
    answers[Math.min(seen.length, answers.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
const page = { items: [], count: 0, limit: 50, offset: 0 };

describe('the client with faulty servers and networks', () => {
  const waits: number[] = [];
  const clock = {
    now: () => Date.now(),
    sleep: (milliseconds: number) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  };
  const open = (url: string, timeoutMilliseconds = 5000): Client<ShelfPaths> => {
    waits.length = 0;
    return createClient<ShelfPaths>({ baseUrl: url, token: 't', clock, random: () => 0.5, timeoutMilliseconds });
  };
  const busy = answer(503, { code: 'unavailable', detail: 'Busy' }, { 'content-type': 'application/problem+json', 'retry-after': '2' });

  it('waits for a busy server as requested, with three attempts in all', async () => {
    const { url, seen } = await startScripted(busy, busy, answer(200, page));
    expect(await open(url).get('/books')).toEqual(page);
    expect(waits).toEqual([2000, 2000]);
    const stubborn = await startScripted(busy);
    expect(await problemOf(open(stubborn.url).get('/books'))).toMatchObject({
      code: 'unavailable',
      retryable: true,
      retryAfterMilliseconds: 2000,
    });
    expect([seen.length, stubborn.seen.length]).toEqual([3, 3]);
  });

  it.each([
    ['3600', 3_600_000],
    ['9'.repeat(30), 1e13],
  ])('does not wait if the server requests too long a delay: %s', async (delay, retryAfterMilliseconds) => {
    const { url, seen } = await startScripted(answer(429, { code: 'rate_limited', detail: 'Slow down' }, { 'retry-after': delay }));
    expect(await problemOf(open(url).get('/books'))).toMatchObject({ code: 'rate_limited', retryAfterMilliseconds });
    expect(seen).toHaveLength(1);
  });

  it('retries a write only if it cannot take effect twice', async () => {
    const plain = await startScripted(busy, answer(201, {}));
    expect((await problemOf(open(plain.url).post('/books', { body: { title: 'x' } }))).code).toBe('unavailable');
    const keyed = await startScripted(busy, answer(201, { id: '1' }));
    const intent = newIntent();
    await open(keyed.url).post('/books', { body: { title: 'x' }, intent });
    expect(keyed.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([intent.key, intent.key]);
  });

  it.each([
    ['a page', '<h1>Bad gateway</h1>', 502, 'text/html', 'not_ours'],
    ['JSON that is not a problem document', '{"error":"no"}', 400, 'application/json', 'not_ours'],
    ['nothing', '', 500, 'text/plain', 'not_ours'],
    ['a truncated document', '{"items":[', 200, 'application/json', 'not_ours'],
    ['a page with status 200', '<html>', 200, 'text/html', 'not_ours'],
  ])('reports %s as not a response of the application', async (_what, body, status, type, code) => {
    const { url } = await startScripted(answer(status, body, { 'content-type': type }));
    expect(await problemOf(open(url).get('/books'))).toMatchObject({ code, status });
  });

  it('distinguishes no response, a timeout and an abort by the caller', async () => {
    const silent = await startScripted(() => undefined);
    expect(await problemOf(open(silent.url, 50).get('/books'))).toMatchObject({ code: 'timeout', status: 0, retryable: true });
    const closed = await startScripted((response) => response.destroy());
    expect(await problemOf(open(closed.url).get('/books'))).toMatchObject({ code: 'network', status: 0 });
    const controller = new AbortController();
    const aborted = open(silent.url).get('/books', { signal: controller.signal });
    controller.abort(new Error('closed'));
    await expect(aborted).rejects.toThrow('closed');
  });

  it('treats a truncated response as none, so that a write is not considered refused', async () => {
    const half = await startScripted((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":"1",');
      setTimeout(() => response.destroy(), 10);
    });
    const client = open(half.url);
    expect(await problemOf(client.get('/books'))).toMatchObject({ code: 'network', status: 0, retryable: true });
    expect(await problemOf(client.post('/books', { body: { title: 'x' } }))).toMatchObject({ code: 'network', status: 0 });
  });

  it('sends its token to its own origin only', async () => {
    const thief = await startScripted(answer(200, page));
    const { url } = await startScripted((response) => void response.writeHead(302, { location: `${thief.url}/api/v1/books` }).end());
    expect((await problemOf(open(url).get('/books'))).code).toBe('network');
    expect(thief.seen).toEqual([]);
    const smuggled = createClient<ShelfPaths>({ baseUrl: url, token: 'a\r\nx-evil: 1' });
    await expect(smuggled.get('/books')).rejects.toThrow('characters that are invalid in a bearer token');
  });

  it('follows nextOffset in a search ordered by rank', async () => {
    const { url, seen } = await startScripted(answer(200, { ...page, items: [1, 2], nextOffset: 2 }), answer(200, { ...page, items: [3] }));
    const items: unknown[] = [];
    for await (const item of open(url).items('/books', { params: { query: { limit: 2 } } })) items.push(item);
    expect(items).toEqual([1, 2, 3]);
    expect(seen.map((request) => request.url)).toEqual(['/api/v1/books?limit=2', '/api/v1/books?limit=2&offset=2']);
  });

  it('rejects loops of pages, and responses that are not pages', async () => {
    const circle = await startScripted(answer(200, { ...page, nextCursor: 'a' }));
    const all = async (client: Client<ShelfPaths>): Promise<void> => {
      for await (const _page of client.pages('/books')) continue;
    };
    expect(await problemOf(all(open(circle.url)))).toMatchObject({ code: 'not_ours' });
    const other = await startScripted(answer(200, { things: [] }));
    expect(await problemOf(all(open(other.url)))).toMatchObject({ code: 'not_ours' });
  });
});
