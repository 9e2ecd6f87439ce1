import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from './testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const PUBLISHERS = ['gazette', 'courier'] as const;
type Publisher = (typeof PUBLISHERS)[number];

/** Two publishers with a site each, whose tags have the same slugs. */
describeOnEveryDatabase('the tags of two publishers', (settings) => {
  let newsroom: NewsroomProcess;
  const tokens: Record<Publisher | 'all', string> = { gazette: '', courier: '', all: '' };

  const api = async <Value = Record<string, unknown>>(as: Publisher | 'all', method: string, path: string, body?: object) => {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${tokens[as]}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      location: response.headers.get('location'),
      body: (await response.json().catch(() => ({}))) as Value,
    };
  };
  const tool = async (as: Publisher, name: string, input: object) => {
    const response = await fetch(`${newsroom.url}/api/mcp/call`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens[as]}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, arguments: input }),
    });
    return (await response.json()) as { isError?: boolean; structuredContent: Record<string, unknown> };
  };
  /** A page as a reader of the publisher's site gets it. */
  const page = (of: Publisher, path: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const sent = request(`${newsroom.url}${path}`, { headers: { Host: `${of}.example` } }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject);
      sent.end();
    });

  beforeAll(async () => {
    newsroom = await startNewsroom({ ...(await settings()), NEWSROOM_SEED: 'none' });
    for (const slug of PUBLISHERS) {
      newsroom.run('tenant', 'create', slug, '--host', `${slug}.example`);
      tokens[slug] = newsroom.run('token', 'create', '--role', 'admin', '--tenant', slug, '--name', slug).stdout.trim();
    }
    tokens.all = newsroom.run('token', 'create', '--role', 'admin', '--name', 'all').stdout.trim();
    await api('all', 'POST', '/tags', { slug: 'town', name: 'The town of all' });
    for (const of of PUBLISHERS) {
      expect(await api(of, 'POST', '/tags', { slug: 'harbour', name: `Harbour of the ${of}`, parent_slug: 'town' })).toMatchObject({
        status: 201,
        location: '/api/v1/tags/harbour',
      });
      await api(of, 'POST', '/tags/harbour/aliases', { alias: `quay of the ${of}` });
      const piece = { type: 'article', title: `News of the ${of}`, body: 'It rained.', tags: ['harbour', 'town'], status: 'published' };
      expect((await api(of, 'POST', '/contents', piece)).status).toBe(201);
    }
  });
  afterAll(() => newsroom.dispose());

  it.each(PUBLISHERS)('are on the pages and in the feeds of the %s, with nothing of the other', async (of) => {
    const other = PUBLISHERS.find((each) => each !== of) ?? of;
    const paths = ['/', '/tags', '/tags/harbour', '/tags/town', '/feeds/tag/harbour.rss', '/tags/town/feed.json', '/search?q=harbour'];
    for (const path of paths) {
      const { status, text } = await page(of, path);
      expect([path, status]).toEqual([path, 200]);
      expect(text.toLowerCase()).not.toContain(`of the ${other}`);
      expect(text).not.toMatch(/[0-9a-f-]{36}(?:\/|%2F)harbour/i);
    }
    expect((await page(of, '/tags')).text).toContain(`Harbour of the ${of}`);
    expect((await page(of, '/tags/harbour')).text).toContain(`News of the ${of}`);
    expect((await page(of, '/tags/town')).text).toContain('The town of all');
    expect(JSON.parse((await page(of, '/feeds/tag/harbour.json')).text)).toMatchObject({
      items: [{ title: `News of the ${of}`, tags: [`Harbour of the ${of}`, 'The town of all'] }],
    });
    // The old name of a tag leads to it, on the site of its publisher.
    expect((await page(of, `/tags/${encodeURIComponent(`quay of the ${of}`)}`)).status).toBe(301);
    expect((await page(of, `/tags/${encodeURIComponent(`quay of the ${other}`)}`)).status).toBe(404);
  });

  it('are the same over MCP', async () => {
    expect((await tool('gazette', 'tag_get', { slug: 'harbour' })).structuredContent).toMatchObject({
      slug: 'harbour',
      name: 'Harbour of the gazette',
      parent_slug: 'town',
    });
    expect(await tool('gazette', 'tag_update', { slug: 'town', name: 'Ours' })).toMatchObject({
      isError: true,
      structuredContent: { status: 403 },
    });
    expect(await tool('courier', 'tag_update', { slug: 'harbour', description: 'By an agent' })).not.toMatchObject({ isError: true });
    expect((await api('gazette', 'GET', '/tags/harbour')).body).toMatchObject({ description: null });
  });

  it('are expanded, ordered and paged as what they are', async () => {
    interface Listed {
      readonly items: readonly { readonly slug: string; readonly expanded?: { readonly parent_slug: { readonly name: string } | null } }[];
      readonly nextCursor?: string;
    }
    const first = await api<Listed>('gazette', 'GET', '/tags?orderBy=slug&limit=1');
    const next = `/tags?orderBy=slug&limit=1&cursor=${encodeURIComponent(first.body.nextCursor ?? '')}`;
    const second = await api<Listed>('gazette', 'GET', next);
    expect(new Set([...first.body.items, ...second.body.items].map(({ slug }) => slug))).toEqual(new Set(['harbour', 'town']));
    const { body } = await api<Listed>('gazette', 'GET', '/tags?slug=harbour&expand=parent_slug');
    expect(body.items.map(({ expanded }) => expanded?.parent_slug?.name)).toEqual(['The town of all']);
    const aliases = await api<{ items: { tag_slug: string; expanded: { tag_slug: { name: string } } }[] }>(
      'gazette',
      'GET',
      '/tag-aliases?tag_slug=harbour&expand=tag_slug',
    );
    expect(aliases.body.items).toMatchObject([{ tag_slug: 'harbour', expanded: { tag_slug: { name: 'Harbour of the gazette' } } }]);
  });

  it('come from a global one by a command, and the audit log has every one of them', async () => {
    const split = newsroom.run('tags', 'split', 'town');
    expect([split.status, split.stdout.split('\n').filter(Boolean).sort()], split.stderr).toEqual([
      0,
      ['courier: 1 uses, 1 tags below it, 0 aliases.', 'gazette: 1 uses, 1 tags below it, 0 aliases.'],
    ]);
    expect((await api('gazette', 'PATCH', '/tags/town', { name: 'The town of the gazette' })).status).toBe(200);
    expect((await page('gazette', '/tags/town')).text).toContain('The town of the gazette');
    expect((await page('courier', '/tags/town')).text).toContain('The town of all');
    expect(newsroom.run('tags', 'split', 'nothing')).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing') });
    const verified = newsroom.run('audit', 'verify');
    expect(verified.status, verified.stdout + verified.stderr).toBe(0);
  });
});
