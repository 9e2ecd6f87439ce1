import { monitorEventLoopDelay } from 'node:perf_hooks';
import { anonymous, openDatabase, type Role } from '@colophon/core';
import { restRoutes } from '@colophon/core/rest';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerWith, settle, townTable } from '../testing/town.ts';

interface Exchange {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

describe('tags over REST', () => {
  let send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Exchange>;

  let sendStream: (path: string, body: ReadableStream) => Promise<Response>;

  beforeAll(async () => {
    const { database } = await settle(() => openDatabase('sqlite::memory:'));
    const authenticate = (request: Request) => {
      const role = request.headers.get('authorization')?.replace('Bearer ', '');
      return role === undefined ? anonymous() : callerWith(role as Role);
    };
    const routes = restRoutes({ table: townTable, database, authenticate });
    sendStream = async (path, body) => {
      const headers = { authorization: 'Bearer admin', 'content-type': 'application/json' };
      return routes.fetch(new Request(`http://town.example${path}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit));
    };
    send = async (method, path, body, headers = {}) => {
      const request = new Request(`http://town.example${path}`, {
        method,
        headers: { authorization: 'Bearer admin', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const response = await routes.fetch(request);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
    };
  });

  it('creates, reads, updates and deletes a tag', async () => {
    const created = await send('POST', '/tags', { slug: 'open-source', name: 'Open source' });
    expect(created).toMatchObject({ status: 201, body: { slug: 'open-source', context: 'global', level: 0 } });
    expect(created.headers.get('location')).toBe('/api/v1/tags/open-source');
    const etag = (await send('GET', '/tags/open-source')).headers.get('etag') ?? '';
    expect(await send('PUT', '/tags/open-source', { name: 'Open Source' }, { 'if-match': etag })).toMatchObject({
      status: 200,
      body: { rev: 2 },
    });
    expect(await send('PUT', '/tags/open-source', { name: 'Late' }, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    });
    expect((await send('DELETE', '/tags/open-source')).status).toBe(204);
    expect((await send('GET', '/tags/open-source')).status).toBe(404);
  });

  it('addresses any slug that is one URL segment', async () => {
    for (const slug of ['C++', '日本語', 'a:b', "it's", 'x;y', '~']) {
      const created = await send('POST', '/tags', { slug, name: slug });
      expect(created, slug).toMatchObject({ status: 201 });
      expect(await send('GET', (created.headers.get('location') ?? '').replace('/api/v1', ''))).toMatchObject({
        status: 200,
        body: { slug },
      });
      expect(await send('GET', `/tags/${encodeURIComponent(slug)}/hierarchy`)).toMatchObject({ status: 200, body: { current: { slug } } });
    }
    for (const slug of ['a/b', '..', 'roots', 'skos', '', 'a b']) {
      expect(await send('POST', '/tags', { slug, name: 'x' }), slug).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/slug' }] },
      });
    }
    for (const path of ['/tags/a%2Fb', '/tags/%00', '/tags/..%2Ftags', '/tags/roots/hierarchy']) {
      expect((await send('GET', path)).status, path).toBe(404);
    }
  });

  it('serves the routes under a slug and under the collection', async () => {
    const tree = [
      { slug: 'leaf', name: 'Leaf', parent_slug: 'root' },
      { slug: 'root', name: 'Root', context: 'garden' },
    ];
    expect(await send('POST', '/tags/bulk', { tags: tree })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/tags/0/parent_slug', code: 'other_context' }] },
    });
    const garden = tree.map((tag) => ({ ...tag, context: 'garden' }));
    expect(await send('POST', '/tags/bulk', { tags: garden })).toMatchObject({
      status: 200,
      body: { count: 2, items: [{ slug: 'leaf', level: 1 }, { slug: 'root' }] },
    });
    expect(await send('GET', '/tags/roots?context=garden')).toMatchObject({ status: 200, body: { count: 1, items: [{ slug: 'root' }] } });
    expect(await send('GET', '/tags/root/children?limit=5')).toMatchObject({
      status: 200,
      body: { count: 1, limit: 5, items: [{ slug: 'leaf' }] },
    });
    const alias = await send('POST', '/tags/leaf/aliases', { alias: 'Blatt', language: 'de' });
    expect(alias).toMatchObject({ status: 201, body: { tag_slug: 'leaf', alias: 'Blatt', language: 'de' } });
    expect(await send('GET', (alias.headers.get('location') ?? '').replace('/api/v1', ''))).toMatchObject({
      status: 200,
      body: { alias: 'Blatt' },
    });
    expect(await send('GET', '/tags/leaf/aliases?language=de')).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await send('GET', '/tags/search-by-alias?alias=BLATT')).toMatchObject({ status: 200, body: { items: [{ slug: 'leaf' }] } });
    expect(await send('PUT', '/tags/leaf/metadata', { colour: 'green' })).toMatchObject({ status: 200, body: { colour: 'green' } });
    expect(await send('PATCH', '/tags/leaf/metadata', { shape: 'oval' })).toMatchObject({
      status: 200,
      body: { colour: 'green', shape: 'oval' },
    });
    expect(await send('GET', '/tags/leaf/metadata')).toMatchObject({ status: 200, body: { colour: 'green', shape: 'oval' } });
    expect(await send('POST', '/tags/leaf/move', { new_parent_slug: null })).toMatchObject({
      status: 200,
      body: { level: 0, parent_slug: null },
    });
    expect(await send('GET', '/tags/skos?context=garden')).toMatchObject({
      status: 200,
      body: { '@graph': [{ '@id': 'urn:colophon:tags:garden' }, {}, {}] },
    });
    expect(await send('POST', '/tags/leaf/merge', { to_slug: 'root' })).toMatchObject({ status: 200, body: { slug: 'root' } });
    expect(await send('POST', '/tags/cleanup', { context: 'garden' })).toMatchObject({
      status: 200,
      body: { removed: ['root'], count: 1 },
    });
    expect(await send('GET', '/tags?context=garden')).toMatchObject({ status: 200, body: { count: 0 } });
  });

  it('repeats the first response to a merge that is sent again with its idempotency key', async () => {
    await send('POST', '/tags/bulk', {
      tags: [
        { slug: 'one', name: 'One' },
        { slug: 'two', name: 'Two' },
      ],
    });
    const first = await send('POST', '/tags/one/merge', { to_slug: 'two' }, { 'idempotency-key': 'merge-1' });
    const again = await send('POST', '/tags/one/merge', { to_slug: 'two' }, { 'idempotency-key': 'merge-1' });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await send('POST', '/tags/one/merge', { to_slug: 'two' })).status).toBe(404);
  });

  it('rejects PUT of an alias', async () => {
    await send('POST', '/tags', { slug: 'put', name: 'Put' });
    const { headers } = await send('POST', '/tag-aliases', { tag_slug: 'put', alias: 'set' });
    const refused = await send('PUT', (headers.get('location') ?? '').replace('/api/v1', ''), { alias: 'lay' });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('GET, HEAD, DELETE');
  });

  it('imports a large exported vocabulary, above the size limit of other requests', async () => {
    const manyTags = Array.from({ length: 4000 }, (_, index) => ({
      slug: `large-${index}`,
      name: `Large ${index}`,
      context: 'large',
      description: 'x'.repeat(400),
      ...(index > 0 && { parent_slug: `large-${Math.floor((index - 1) / 20)}` }),
    }));
    // The same limit applies to a batch of tags.
    expect(await send('POST', '/tags/bulk', { tags: manyTags })).toMatchObject({ status: 200, body: { count: 4000 } });
    const exported = (await send('GET', '/tags/skos?context=large')).body;
    const bytes = JSON.stringify(exported).length;
    expect(bytes).toBeGreaterThan(2_000_000);
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    expect(await send('POST', '/tags/skos', exported)).toMatchObject({ status: 200, body: { created: 0, updated: 0, unchanged: 4000 } });
    delays.disable();
    // Other requests are served meanwhile. The limit allows for a busy machine; an idle one needs a third of it.
    expect(delays.max / 1e6).toBeLessThan(500);
  });

  it('limits its size too, and that of other requests as before', async () => {
    expect(await send('POST', '/tags/skos', { x: 'x'.repeat(10_000_000) })).toMatchObject({
      status: 413,
      body: { code: 'too_large', limit: 10_000_000 },
    });
    expect(await send('POST', '/tags', { slug: 'a', name: 'x'.repeat(1_000_000) })).toMatchObject({
      status: 413,
      body: { limit: 1_000_000 },
    });
  });

  it('rejects a body of unknown length as soon as it is too large, without reading on', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new TextEncoder().encode('x'.repeat(1_000_000)));
        if (sent === 100) controller.close();
      },
    });
    expect((await sendStream('/tags/skos', body)).status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  it('adds many aliases in one request', async () => {
    await send('POST', '/tags', { slug: 'city', name: 'City' });
    const aliases = Array.from({ length: 3000 }, (_, index) => ({ tag_slug: 'city', alias: `Stadt ${index}`, language: 'de' }));
    const added = await send('POST', '/tag-aliases/bulk', { aliases });
    expect(added).toMatchObject({ status: 200, body: { count: 3000, created: 3000 } });
    expect(await send('POST', '/tag-aliases/bulk', { aliases: [{ tag_slug: 'none', alias: 'x' }] })).toMatchObject({
      status: 422,
      body: { code: 'tag_not_found', errors: [{ pointer: '/aliases/0/tag_slug', code: 'not_found' }] },
    });
  });

  it('responds to a cycle with its code, and the field in the details', async () => {
    await send('POST', '/tags', { slug: 'top', name: 'Top' });
    await send('POST', '/tags', { slug: 'below', name: 'Below', parent_slug: 'top' });
    expect(await send('POST', '/tags/top/move', { new_parent_slug: 'below' })).toMatchObject({
      status: 422,
      body: { code: 'cycle', errors: [{ pointer: '/parent_slug', code: 'cycle' }] },
    });
    expect(
      await send('POST', '/tags/bulk', {
        tags: [
          { slug: 'x', name: 'X', parent_slug: 'y' },
          { slug: 'y', name: 'Y', parent_slug: 'x' },
        ],
      }),
    ).toMatchObject({ status: 422, body: { code: 'cycle', errors: [{ pointer: '/tags/0/parent_slug' }] } });
    expect(await send('POST', '/tags/top/merge', { to_slug: 'below' })).toMatchObject({ status: 422, body: { code: 'cycle' } });
  });
});
