import { describeOnEveryDatabase } from '@colophon/core/testing';
import { mcpRoutes } from '@colophon/core/mcp';
import { restRoutes } from '@colophon/core/rest';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';

/** The lists that belong to one record, by address and by tool. */
const NESTED_LISTS = [
  { path: 'reviews', command: 'list-reviews' },
  { path: 'review-profiles', command: 'list-review-profiles-action' },
  { path: 'corrections', command: 'list-corrections' },
  { path: 'versions', command: 'list-versions' },
  { path: 'references', command: 'get-references' },
  { path: 'references/drift', command: 'get-reference-drift' },
  { path: 'assets', command: 'get-assets' },
  { path: 'schedule', command: 'list-schedule-runs' },
  { path: 'facts/list', command: 'get-facts' },
  { path: 'facts/links', command: 'get-fact-links' },
];

interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

describeOnEveryDatabase('governance over REST and MCP', (open) => {
  let newsroom: Newsroom;
  let send: (method: string, path: string, body?: unknown, as?: 'editor' | 'admin' | 'reader') => Promise<Exchange>;
  let call: (name: string, input: object) => Promise<Record<string, unknown>>;

  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
    const callers = { editor: editor(), admin: admin(), reader: reader() };
    const authenticate = (request: Request) => callers[(request.headers.get('x-as') ?? 'reader') as keyof typeof callers];
    const surface = { table: newsroom.table, database: newsroom.database, authenticate };
    const rest = restRoutes(surface);
    const mcp = mcpRoutes({ ...surface, name: 'test', version: '1.0.0' });
    const exchange = async (routes: typeof rest, method: string, path: string, body: unknown, as: string): Promise<Exchange> => {
      const headers = { 'x-as': as, host: 'localhost', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const request = new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const response = await routes.fetch(request);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
    };
    send = (method, path, body, as = 'editor') => exchange(rest, method, path, body, as);
    call = async (name, input) => (await exchange(mcp, 'POST', '/call', { name, arguments: input }, 'editor')).body;
    const assignment = {
      contentType: 'article',
      publicationProfileKey: 'publication',
      enforcePublishReadiness: true,
      transparencyEnabled: true,
    };
    expect((await send('POST', '/content-governance-assignments', assignment, 'admin')).status).toBe(201);
  });

  let count = 0;
  const create = async (): Promise<string> => {
    count += 1;
    return String((await send('POST', '/articles', { title: `Piece ${count}`, body: 'It rained.' })).body['id']);
  };
  const accept = async (id: string): Promise<void> => {
    for (const policyKey of ['facts', 'safety'])
      expect(await send('POST', `/contents/${id}/reviews`, { policyKey, status: 'accepted' })).toMatchObject({ status: 201 });
  };

  it('refuses publication with a problem that names the profile and what is missing', async () => {
    const { status, headers, body } = await send('PUT', `/contents/${await create()}`, { status: 'published' });
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({
      code: 'publish_readiness',
      profileKey: 'publication',
      blockingRequirements: [
        { policyKey: 'facts', missing: true },
        { policyKey: 'safety', missing: true },
      ],
    });
  });

  describe('lets through, on every way, what is ready and nothing else', () => {
    const ways: [string, (id: string) => Promise<unknown>][] = [
      ['PUT', async (id) => (await send('PUT', `/contents/${id}`, { status: 'published' })).body],
      ['PATCH', async (id) => (await send('PATCH', `/contents/${id}`, { status: 'published' })).body],
      ['PATCH of the type’s own collection', async (id) => (await send('PATCH', `/articles/${id}`, { status: 'published' })).body],
      [
        'POST upsert',
        async (id) => {
          const { slug } = (await send('GET', `/contents/${id}`)).body;
          return (await send('POST', '/contents/upsert', { slug, status: 'published' })).body;
        },
      ],
      ['an MCP tool', (id) => call('content_update', { id, status: 'published' })],
    ];

    it.each(ways)('%s', async (_name, way) => {
      const id = await create();
      expect(JSON.stringify(await way(id))).toContain('publish_readiness');
      expect((await send('GET', `/contents/${id}`)).body['status']).toBe('draft');
      await accept(id);
      expect(JSON.stringify(await way(id))).not.toContain('publish_readiness');
      expect((await send('GET', `/contents/${id}`, undefined, 'reader')).body['status']).toBe('published');
    });

    it('POST, where nothing can have been reviewed', async () => {
      const made = await send('POST', '/contents', { type: 'article', title: 'At once', status: 'published' });
      expect(made.body).toMatchObject({ code: 'publish_readiness' });
      expect(JSON.stringify(await call('content_create', { type: 'article', title: 'At once', status: 'published' }))).toContain(
        'publish_readiness',
      );
    });
  });

  it('has every address of reviews, profiles, transparency, corrections, versions, facts and governance', async () => {
    const id = await create();
    await accept(id);
    await send('PUT', `/contents/${id}`, { status: 'published' });
    const correction = await send('POST', `/contents/${id}/corrections`, { type: 'update', summary: 'More rain.' });
    expect(correction.status).toBe(201);
    expect(correction.headers.get('location')).toBe(`/api/v1/content-corrections/${String(correction.body['id'])}`);
    expect((await send('POST', `/contents/${id}/versions`, { summary: 'By hand.' })).status).toBe(201);
    for (const { path } of NESTED_LISTS) {
      const { status, body } = await send('GET', `/contents/${id}/${path}`);
      expect([path, status, Object.keys(body)]).toEqual([path, 200, ['items', 'count', 'limit', 'offset']]);
    }
    for (const path of [
      'facts',
      'governance',
      'review-profiles/publication',
      'transparency',
      'transparency/preview',
      'transparency/json-ld',
    ])
      expect([path, (await send('GET', `/contents/${id}/${path}`)).status]).toEqual([path, 200]);
    for (const path of [
      'facts',
      'facts?query=rain',
      'governance',
      'governance/resolve?type=article',
      'corrections-feed',
      'corrections-atom?limit=5',
    ])
      expect([path, (await send('GET', `/contents/${path}`)).status]).toEqual([path, 200]);
    expect((await send('GET', `/contents/${id}/transparency/json-ld`)).headers.get('content-type')).toBe('application/ld+json');
    // The tools answer in the same form.
    for (const { path, command } of NESTED_LISTS) {
      const { structuredContent } = (await call(`content_${command}`, { id })) as { structuredContent: object };
      expect([path, structuredContent]).toEqual([path, (await send('GET', `/contents/${id}/${path}`)).body]);
    }
    const paged = await send('GET', `/contents/${id}/versions?limit=1`);
    expect(paged.headers.get('link')).toContain('rel="next"');
  });

  it.each(['', '&query=rain'])('pages through the catalog of facts to its end (%s)', async (query) => {
    for (let each = 0; each < 3; each += 1) await send('POST', '/facts', { statement: `Rain on day ${each} of the catalog${query}.` });
    const { count } = (await send('GET', `/contents/facts?limit=2${query}`)).body;
    const seen = new Set<unknown>();
    let next: string | undefined = `/contents/facts?limit=2${query}`;
    for (let turns = 0; next !== undefined && turns < 20; turns += 1) {
      const { status, headers, body }: Exchange = await send('GET', next);
      expect([status, body['code'], body['detail']]).toEqual([200, undefined, undefined]);
      for (const { id } of body['items'] as { id: string }[]) seen.add(id);
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen.size).toBe(count);
  });

  it('takes no change of what happened, from anyone', async () => {
    const id = await create();
    await accept(id);
    for (const slug of ['content-reviews', 'content-versions', 'content-corrections', 'content-schedule-runs']) {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { status, body } = await send(method, `/${slug}/${id}`, method === 'DELETE' ? undefined : {}, 'admin');
        expect([slug, method, status, body['code']]).toEqual([slug, method, 405, 'append_only']);
      }
      expect((await send('POST', `/${slug}`, { contentId: id }, 'admin')).status).toBe(403);
    }
  });
});
