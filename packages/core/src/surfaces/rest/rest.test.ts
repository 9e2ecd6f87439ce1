import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isProblemDetails } from '@colophon/contract';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { type Library, startLibrary } from '../testing/library.ts';

describeOnEveryDatabase('REST', (open) => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary(await open());
  });
  afterAll(() => library.stop());
  beforeEach(async () => {
    await library.database.run({ sql: 'DELETE FROM books', parameters: [] });
  });
  const make = (body: object, as = 'editor') => library.request('POST', '/api/v1/books', { as, body }).then((answer) => answer.body);

  describe('lists', () => {
    beforeEach(async () => {
      for (const [title, pages, tags] of [
        ['Ash', 100, ['a']],
        ['Birch', 200, ['a', 'b']],
        ['Cedar', null, []],
      ] as const)
        await make({ title, pages, tags });
    });

    it('answer items, count, limit and offset, newest first, without fields that are not listed', async () => {
      const { status, body } = await library.request('GET', '/api/v1/books');
      expect(status).toBe(200);
      expect(body).toMatchObject({ count: 3, limit: 50, offset: 0 });
      expect(body.items.map((item: { title: string }) => item.title)).toEqual(['Cedar', 'Birch', 'Ash']);
      expect(body.items[0]).not.toHaveProperty('blurb');
      expect(JSON.stringify(body)).not.toContain('hidden');
      expect(body).not.toHaveProperty('nextCursor');
    });

    it('filter by field, operator and where, all of which must hold', async () => {
      const titles = async (query: string) =>
        (await library.request('GET', `/api/v1/books?orderBy=title&${query}`)).body.items.map((item: { title: string }) => item.title);
      expect(await titles('title=Ash')).toEqual(['Ash']);
      expect(await titles('pages[gte]=150')).toEqual(['Birch']);
      expect(await titles('pages[ne]=100')).toEqual(['Birch', 'Cedar']);
      expect(await titles('title[in]=Ash,Cedar')).toEqual(['Ash', 'Cedar']);
      expect(await titles('tags=a&tags=b')).toEqual(['Birch']);
      expect(await titles('pages[null]=true')).toEqual(['Cedar']);
      expect(await titles('title[like]=%25IR%25')).toEqual(['Birch']);
      expect(await titles(`tags=a&where=${encodeURIComponent('{"pages":{"lt":150}}')}`)).toEqual(['Ash']);
      expect(await titles(`where=${encodeURIComponent('{"any":[{"title":"Ash"},{"not":{"tags":"a"}}]}')}`)).toEqual(['Ash', 'Cedar']);
    });

    it('are paged by cursor, with a link to the next page', async () => {
      const seen: string[] = [];
      let next: string | undefined = '/api/v1/books?orderBy=pages&limit=1&fields=title';
      for (let turns = 0; next !== undefined && turns < 10; turns += 1) {
        const { body, headers } = await library.request('GET', next);
        seen.push(...body.items.map((item: { title: string }) => item.title));
        next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        expect(next === undefined).toBe(body.nextCursor === undefined);
      }
      expect(seen).toEqual(['Cedar', 'Ash', 'Birch']);
    });

    it('are searched by full text and paged by offset then', async () => {
      const { body, headers } = await library.request('GET', '/api/v1/books?search=ash');
      expect(body.items.map((item: { title: string }) => item.title)).toEqual(['Ash']);
      expect(headers.get('link')).toBeNull();
    });

    it.each(['exact', 'none'])('found by a search go on to the last of them, with count=%s', async (count) => {
      for (const title of ['Green ash', 'Red ash', 'White ash']) await make({ title });
      const seen: string[] = [];
      let next: string | undefined = `/api/v1/books?search=ash&limit=3&fields=title&count=${count}`;
      for (let turns = 0; next !== undefined && turns < 10; turns += 1) {
        const { body, headers } = await library.request('GET', next);
        seen.push(...body.items.map((item: { title: string }) => item.title));
        next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
        expect(body.nextOffset).toBe(next === undefined ? undefined : 3);
      }
      expect(seen.toSorted()).toEqual(['Ash', 'Green ash', 'Red ash', 'White ash']);
    });

    it.each([
      ['metadata.shelf=3', ['Number', 'Text']],
      ['metadata.shelf=3.0', ['Number']],
      ['metadata.shelf[ne]=3', ['Ash', 'Birch', 'Cedar', 'Flag', 'High']],
      ['metadata.shelf[in]=3,true', ['Flag', 'Number', 'Text']],
      ['metadata.shelf[nin]=3,true', ['Ash', 'Birch', 'Cedar', 'High']],
      ['metadata.shelf=true', ['Flag']],
      ['metadata.shelf[gt]=3', ['High']],
      ['metadata.shelf[gte]=3', ['High', 'Number', 'Text']],
      ['metadata.shelf[like]=3', ['Text']],
      ['metadata.shelf[null]=true', ['Ash', 'Birch', 'Cedar']],
      ['where={"metadata.shelf":"3"}', ['Text']],
      ['where={"metadata.shelf":3}', ['Number']],
    ])('find values in a JSON field by what the URL can say, a text, a number or a boolean: %s', async (query, titles) => {
      const shelves = { Text: '3', Number: 3, High: 20, Flag: true };
      for (const [title, shelf] of Object.entries(shelves)) await make({ title, metadata: { shelf } });
      const { status, body } = await library.request('GET', `/api/v1/books?fields=title&orderBy=title&${query}`);
      expect([status, body.items.map((item: { title: string }) => item.title)]).toEqual([200, titles]);
    });

    it('spare the count when asked, and answer only the fields asked for', async () => {
      const { body } = await library.request('GET', '/api/v1/books?count=none&fields=title,blurb&limit=1');
      expect(body.count).toBeNull();
      expect(Object.keys(body.items[0]).sort()).toEqual(['blurb', 'id', 'title']);
    });

    it.each([
      ['limit=-1', '/limit'],
      ['limit=1001', '/limit'],
      ['limit=ten', '/limit'],
      ['offset=-1', '/offset'],
      ['nothing=1', '/where/nothing'],
      ['secret=hidden', '/where/secret'],
      ['orderBy=secret', '/orderBy'],
      ['orderBy=nothing', '/orderBy'],
      ['fields=secret', '/fields'],
      ['title[near]=a', '/title[near]'],
      ['pages[gt]=many', '/where/pages/gt'],
      ['count=some', '/count'],
      ['cursor=abc', '/cursor'],
      ['where=%7B', '/where'],
      ['where=[]', '/where'],
      ['limit=1&limit=2', '/limit'],
      ['title=%00', '/where/title/eq'],
      ['metadata=1', '/where/metadata/eq'],
      ['metadata.__proto__=1', '/where/metadata.__proto__'],
      ['search=a%00b', '/search'],
      ['orderBy=blurb', '/orderBy'],
    ])('refuse ?%s with 400, naming %s', async (query, pointer) => {
      const { status, body } = await library.request('GET', `/api/v1/books?${query}`);
      expect(status).toBe(400);
      expect(isProblemDetails(body)).toBe(true);
      expect(body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    });

    it('that methods answer are linked page by page too', async () => {
      const first = await library.request('GET', '/api/v1/books/tagged/a?limit=1');
      expect(first.body).toMatchObject({ count: 2, limit: 1, offset: 0, items: [{ title: 'Ash' }] });
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = await library.request('GET', next);
      expect(second.body).toMatchObject({ offset: 1, items: [{ title: 'Birch' }] });
      expect(second.headers.get('link')).toBeNull();
    });

    it('refuse a cursor of another query', async () => {
      const { body } = await library.request('GET', '/api/v1/books?limit=1');
      const { status } = await library.request('GET', `/api/v1/books?limit=1&title=Ash&cursor=${body.nextCursor}`);
      expect(status).toBe(400);
    });

    it('answer 0 items for limit=0, with the count', async () => {
      const { body } = await library.request('GET', '/api/v1/books?limit=0');
      expect(body).toMatchObject({ items: [], count: 3, limit: 0 });
    });
  });

  describe('writing', () => {
    it('creates with 201, a location and the item; the address works under both mounts', async () => {
      const { status, headers, body } = await library.request('POST', '/api/v1/books', {
        as: 'editor',
        body: { title: 'Oak', pages: 10, metadata: { a: 1 } },
      });
      expect(status).toBe(201);
      expect(headers.get('location')).toBe(`/api/v1/books/${body.id}`);
      expect(body).toMatchObject({ title: 'Oak', pages: 10, metadata: { a: 1 }, rev: 1, type: 'book', tenantId: null });
      for (const mount of ['/api/v1', '/api']) expect((await library.request('GET', `${mount}/books/${body.id}`)).body.title).toBe('Oak');
    });

    it('writes a subclass by its type, and by its own collection', async () => {
      const first = await library.request('POST', '/api/v1/books', { as: 'editor', body: { type: 'novel', title: 'Elm', hero: 'Ada' } });
      expect(first).toMatchObject({ status: 201, body: { type: 'novel', hero: 'Ada' } });
      const second = await library.request('POST', '/api/v1/novels', { as: 'editor', body: { title: 'Fir', hero: 'Bo' } });
      expect(second).toMatchObject({ status: 201, body: { type: 'novel', hero: 'Bo' } });
      expect((await library.request('GET', '/api/v1/novels')).body.count).toBe(2);
      const plain = await library.request('POST', '/api/v1/books', { as: 'editor', body: { title: 'Yew', hero: 'No' } });
      expect(plain).toMatchObject({ status: 422, body: { errors: [{ pointer: '/hero', code: 'unknown_field' }] } });
    });

    it('merges what PUT and PATCH send, and takes back what was read', async () => {
      const oak = await make({ title: 'Oak', pages: 10 });
      const patched = await library.request('PATCH', `/api/v1/books/${oak.id}`, { as: 'editor', body: { pages: 11 } });
      expect(patched.body).toMatchObject({ title: 'Oak', pages: 11, rev: 2 });
      const put = await library.request('PUT', `/api/v1/books/${oak.id}`, { as: 'editor', body: { ...patched.body, title: 'Oak tree' } });
      expect(put).toMatchObject({ status: 200, body: { title: 'Oak tree', pages: 11, rev: 3 } });
    });

    it('refuses what nobody may write, naming it', async () => {
      const oak = await make({ title: 'Oak' });
      for (const [name, value] of Object.entries({
        id: 'x',
        rev: 7,
        created_at: '2020-01-01T00:00:00.000Z',
        tenantId: 'acme',
        type: 'novel',
        secret: 'x',
        nothing: 1,
      })) {
        const { status, body } = await library.request('PUT', `/api/v1/books/${oak.id}`, { as: 'editor', body: { [name]: value } });
        expect([name, status]).toEqual([name, 422]);
        expect(body.errors[0].pointer).toBe(`/${name}`);
      }
      expect((await library.request('GET', `/api/v1/books/${oak.id}`)).body).toEqual(oak);
    });

    it('honours If-Match: 412 with the current revision when it has moved on', async () => {
      const oak = await make({ title: 'Oak' });
      const read = await library.request('GET', `/api/v1/books/${oak.id}`);
      const tag = read.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"1-[0-9a-z]+\.[0-9a-z]+"$/);
      const first = await library.request('PUT', `/api/v1/books/${oak.id}`, {
        as: 'editor',
        body: { title: 'Oak 2' },
        headers: { 'If-Match': tag },
      });
      expect(first.status).toBe(200);
      const second = await library.request('PUT', `/api/v1/books/${oak.id}`, {
        as: 'editor',
        body: { title: 'Oak 3' },
        headers: { 'If-Match': tag },
      });
      expect(second).toMatchObject({ status: 412, body: { code: 'precondition_failed', currentRev: 2 } });
      expect((await library.request('DELETE', `/api/v1/books/${oak.id}`, { as: 'admin', headers: { 'If-Match': '1' } })).status).toBe(412);
      expect(
        (await library.request('PUT', `/api/v1/books/${oak.id}`, { as: 'editor', body: {}, headers: { 'If-Match': 'nonsense' } })).status,
      ).toBe(400);
    });

    it('answers 304 to the ETag of this very answer', async () => {
      const oak = await make({ title: 'Oak' });
      const { headers } = await library.request('GET', `/api/v1/books/${oak.id}`);
      const again = await library.request('GET', `/api/v1/books/${oak.id}`, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(
        (await library.request('HEAD', `/api/v1/books/${oak.id}`, { headers: { 'If-None-Match': headers.get('etag') ?? '' } })).status,
      ).toBe(304);
      expect((await library.request('GET', `/api/v1/books/${oak.id}`, { headers: { 'If-None-Match': '"1-other"' } })).status).toBe(200);
    });

    it('demands If-Match where the operation needs it', async () => {
      const oak = await make({ title: 'Oak' });
      expect(await library.request('POST', `/api/v1/books/${oak.id}/lend`, { as: 'editor', body: { to: 'Ada' } })).toMatchObject({
        status: 428,
        body: { code: 'precondition_required' },
      });
      const lent = await library.request('POST', `/api/v1/books/${oak.id}/lend`, {
        as: 'editor',
        body: { to: 'Ada' },
        headers: { 'If-Match': '1' },
      });
      expect(lent).toMatchObject({ status: 200, body: { metadata: { lentTo: 'Ada', days: 14 }, rev: 2 } });
    });

    it('does a keyed POST once, and refuses the key for another body', async () => {
      const headers = { 'Idempotency-Key': 'once' };
      const first = await library.request('POST', '/api/v1/books', { as: 'editor', body: { title: 'Oak' }, headers });
      const second = await library.request('POST', '/api/v1/books', { as: 'editor', body: { title: 'Oak' }, headers });
      expect(second.status).toBe(201);
      expect(second.text).toBe(first.text);
      expect(second.headers.get('location')).toBe(first.headers.get('location'));
      expect(await library.request('POST', '/api/v1/books', { as: 'editor', body: { title: 'Elm' }, headers })).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      });
      const other = await library.request('POST', '/api/v1/books', { as: 'admin', body: { title: 'Elm' }, headers });
      expect(other.status).toBe(201);
    });

    it('removes with 204, and answers 404 afterwards', async () => {
      const oak = await make({ title: 'Oak' });
      expect(await library.request('DELETE', `/api/v1/books/${oak.id}`, { as: 'admin' })).toMatchObject({ status: 204, text: '' });
      expect((await library.request('GET', `/api/v1/books/${oak.id}`)).status).toBe(404);
    });

    it('refuses what it would otherwise pass over: a query that nobody reads, a condition that cannot be honoured', async () => {
      const oak = await make({ title: 'Oak' });
      expect(await library.request('GET', `/api/v1/books/${oak.id}?fields=title`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/fields' }] },
      });
      expect((await library.request('DELETE', `/api/v1/books/${oak.id}?force=1`, { as: 'admin' })).status).toBe(422);
      expect(
        (await library.request('POST', '/api/v1/books', { as: 'editor', body: { title: 'Elm' }, headers: { 'If-Match': '1' } })).status,
      ).toBe(400);
      expect((await library.request('GET', '/api/v1/books')).body.count).toBe(1);
    });

    it('says 409 for a value that is taken', async () => {
      await make({ title: 'Oak' });
      expect(await library.request('POST', '/api/v1/books', { as: 'editor', body: { title: 'Oak' } })).toMatchObject({
        status: 409,
        body: { code: 'not_unique', errors: [{ pointer: '/title' }] },
      });
    });
  });

  describe('custom operations', () => {
    it('take their input from path and query, told apart by the schema', async () => {
      const oak = await make({ title: 'Oak' });
      const { body } = await library.request('GET', `/api/v1/books/${oak.id}/loans/2026?open=true&shelves=a&shelves=b`, { as: 'viewer' });
      expect(body).toEqual({ year: '2026', open: true, shelves: ['a', 'b'], title: 'Oak' });
      expect(await library.request('GET', `/api/v1/books/${oak.id}/loans/never`, { as: 'viewer' })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/year' }] },
      });
      expect((await library.request('GET', `/api/v1/books/${oak.id}/loans/2026?colour=red`, { as: 'viewer' })).status).toBe(400);
    });

    it('on the collection come before ids, and answer 404 when they find nothing', async () => {
      expect((await library.request('GET', '/api/v1/books/longest')).status).toBe(404);
      await make({ title: 'Oak', pages: 3 });
      expect((await library.request('GET', '/api/v1/books/longest')).body.title).toBe('Oak');
    });
  });

  describe('access', () => {
    it('lets anonymous callers see what is public and visible, the same in every read', async () => {
      const draft = await make({ title: 'Draft', status: 'draft', pages: 900 });
      expect((await library.request('GET', '/api/v1/books')).body.count).toBe(0);
      expect((await library.request('GET', '/api/v1/books?search=draft')).body.items).toEqual([]);
      expect((await library.request('GET', `/api/v1/books/${draft.id}`)).status).toBe(404);
      expect((await library.request('GET', '/api/v1/books/longest')).status).toBe(404);
      expect((await library.request('GET', `/api/v1/books/${draft.id}`, { as: 'viewer' })).status).toBe(200);
    });

    it('answers 401 with a challenge to anonymous callers, 403 to those without the role, 401 to dead tokens', async () => {
      const anonymously = await library.request('POST', '/api/v1/books', { body: { title: 'Oak' } });
      expect(anonymously).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(anonymously.headers.get('www-authenticate')).toBe('Bearer');
      expect(await library.request('POST', '/api/v1/books', { as: 'viewer', body: { title: 'Oak' } })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
      const dead = await library.request('GET', '/api/v1/books', { as: 'dead' });
      expect(dead).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
      expect(dead.headers.get('www-authenticate')).toContain('error="invalid_token"');
    });

    it('keeps tenants apart: a foreign id is 404, a global record is read by all and changed by none of them', async () => {
      const theirs = await make({ title: 'Theirs' }, 'editor@acme');
      const global = await make({ title: 'Global' });
      expect((await library.request('GET', `/api/v1/books/${theirs.id}`, { as: 'admin@other' })).status).toBe(404);
      expect((await library.request('GET', `/api/v1/books/${theirs.id}`, { as: 'admin' })).status).toBe(404);
      expect((await library.request('DELETE', `/api/v1/books/${theirs.id}`, { as: 'admin@other' })).status).toBe(404);
      expect((await library.request('GET', '/api/v1/books', { as: 'viewer@acme' })).body.count).toBe(2);
      expect((await library.request('PUT', `/api/v1/books/${global.id}`, { as: 'editor@acme', body: { pages: 1 } })).status).toBe(403);
      expect((await library.request('GET', '/api/v1/books', { headers: { 'X-Tenant': 'acme' } })).body.count).toBe(2);
    });

    it('never changes or removes records of what happened', async () => {
      const receipt = (await library.request('POST', '/api/v1/receipts', { as: 'editor', body: { note: 'paid' } })).body;
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        expect(await library.request(method, `/api/v1/receipts/${receipt.id}`, { as: 'admin', body: { note: 'forged' } })).toMatchObject({
          status: 405,
          body: { code: 'append_only' },
        });
      }
      const entry = (await library.request('GET', '/api/v1/audit-entries?limit=1', { as: 'admin' })).body.items[0];
      expect(await library.request('DELETE', `/api/v1/audit-entries/${entry.id}`, { as: 'admin' })).toMatchObject({
        status: 405,
        body: { code: 'append_only' },
      });
      expect((await library.request('GET', '/api/v1/audit-entries', { as: 'editor' })).status).toBe(403);
    });
  });

  describe('what is not there', () => {
    it('is 404 for an unknown address and 405 with Allow for another method', async () => {
      expect(await library.request('GET', '/api/v1/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
      const other = await library.request('DELETE', '/api/v1/books', { as: 'admin' });
      expect(other).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
      expect(other.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
      expect((await library.request('PUT', '/api/v1/books/x/lend', { as: 'admin' })).headers.get('allow')).toBe('POST');
    });

    it('answers HEAD like GET without a body', async () => {
      const oak = await make({ title: 'Oak' });
      const { status, text, headers } = await library.request('HEAD', `/api/v1/books/${oak.id}`);
      expect([status, text]).toEqual([200, '']);
      expect(headers.get('etag')).toBeTruthy();
    });
  });

  describe('hostile input', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    it.each<
      [string, { raw?: string | Uint8Array<ArrayBuffer>; body?: unknown; headers?: Record<string, string> }, number, string | undefined]
    >([
      ['malformed JSON', { raw: '{"title": ' }, 400, undefined],
      ['no object', { raw: '[1]' }, 422, ''],
      ['another content type', { raw: 'title=Oak', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415, undefined],
      ['a body that is too large', { raw: JSON.stringify({ title: 'x'.repeat(1_000_001) }) }, 413, undefined],
      ['a body 10,000 deep', { raw: `{"metadata":${deep}}` }, 400, undefined],
      ['a body that is packed', { raw: '{}', headers: { 'Content-Encoding': 'gzip' } }, 415, undefined],
      ['bytes that are no UTF-8', { raw: Uint8Array.from(Buffer.from('{"title":"bad \xff"}', 'latin1')) }, 400, undefined],
      ['a body of many tiny values', { raw: `{"title":"Oak","metadata":{"a":[${'{},'.repeat(120_000)}{}]}}` }, 400, undefined],
      ['__proto__ as a field', { raw: '{"title":"Oak","__proto__":{"role":"admin"}}' }, 422, '/__proto__'],
      ['__proto__ inside a JSON field', { raw: '{"title":"Oak","metadata":{"a":{"__proto__":{"b":1}}}}' }, 422, '/metadata'],
      ['constructor as a field', { raw: '{"title":"Oak","constructor":{}}' }, 422, '/constructor'],
      ['a NUL', { body: { title: 'a\0b' } }, 422, '/title'],
      ['a lone surrogate', { raw: '{"title":"\\ud800"}' }, 422, '/title'],
      ['a NUL inside a JSON field', { body: { title: 'Oak', metadata: { k: '\0' } } }, 422, '/metadata'],
      ['an unknown enum value', { body: { title: 'Oak', status: 'loud' } }, 422, '/status'],
      ['an ill-typed value', { body: { title: 'Oak', pages: 'many' } }, 422, '/pages'],
      ['a value out of range', { body: { title: 'Oak', pages: 0 } }, 422, '/pages'],
      ['a missing required field', { body: { pages: 1 } }, 422, '/title'],
      ['an empty title', { body: { title: '' } }, 422, '/title'],
      ['no body', {}, 422, '/title'],
    ])('%s is refused and changes nothing', async (_, request, status, pointer) => {
      const answer = await library.request('POST', '/api/v1/books', { as: 'editor', ...request });
      expect(answer.status).toBe(status);
      expect(isProblemDetails(answer.body)).toBe(true);
      if (pointer !== undefined) expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
      expect((await library.request('GET', '/api/v1/books', { as: 'admin' })).body.count).toBe(0);
      expect(library.errors).toEqual([]);
    });

    it.each(['..', '%2e%2e', 'a%2Fb', '%00', 'x'.repeat(5000), '%F0%9F', '{id}', "'; DROP TABLE books; --"])(
      'the id %j is nothing that is there',
      async (id) => {
        const { status } = await library.request('GET', `/api/v1/books/${id.includes('%') || id === '..' ? id : encodeURIComponent(id)}`);
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status === 404 || status === 400 || (id.includes('2e') || id === '..' ? status === 404 || status === 200 : false)).toBe(
          true,
        );
        expect(library.errors).toEqual([]);
      },
    );
  });
});
