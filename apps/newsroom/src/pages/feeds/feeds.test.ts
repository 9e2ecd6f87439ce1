import { parseFeed as parseWithRowan } from '@rowanmanning/feed-parser';
import { type Database, openDatabase } from '@colophon/core';
import { Contents, contentUrl } from '@colophon/content';
import { createTenant, requireTenant } from '@colophon/identity';
import { Tags } from '@colophon/tags';
import { parseFeed as parseWithFeedsmith } from 'feedsmith';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BASE, siteOf } from '../testing/site-of.ts';

const HOSTILE = '<b>Oak & "elm"</b> ]]> \u0007\u202e';
const PUBLISHED = '2026-05-03T12:00:00.000Z';

describe('the feeds of a site', () => {
  let database: Database;
  let app: Hono;
  let contents: Contents;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    app = await siteOf(database);
    contents = new Contents(database);
    await new Tags(database).bulkCreateTags([
      { slug: 'town', name: 'Town & land' },
      { slug: 'streets', name: 'Streets', parent_slug: 'town' },
    ]);
    const oak = { title: HOSTILE, slug: 'oak', description: HOSTILE, authors: ['Ada', HOSTILE], tags: ['streets'], language: 'en' };
    await publish({ ...oak, category: 'town/streets', body: 'See [the rules](/documents/rules) ]]> <script>x</script>' });
    await publish({ title: 'Rules', slug: 'rules', type: 'document', publish_date: '2026-05-02T12:00:00.000Z' });
    await publish({ title: 'A draft', slug: 'draft', status: 'draft', category: 'town' });
    await publish({ title: 'Below 100%', slug: 'percent', category: 'town_hall', publish_date: '2026-05-01T12:00:00.000Z' });
  });
  afterAll(() => database.close());

  const publish = (fields: Readonly<Record<string, unknown>>) =>
    contents.add({ type: 'article', status: 'published', publish_date: PUBLISHED, body: 'Text.', ...fields } as never);
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { Host: 'localhost:4000', ...headers } });
  const text = async (path: string): Promise<string> => (await get(path)).text();
  const titles = async (path: string): Promise<string[]> =>
    ((await (await get(path)).json()) as { items: { title: string }[] }).items.map(({ title }) => title);

  it.each([
    '/feed.atom',
    '/feeds/articles.atom',
    '/feeds/articles.rss',
    '/feeds/tag/town.rss',
    '/tags/town/feed.atom',
    '/feeds/category/town.atom',
  ])('%s says to two readers of feeds what was published', async (path) => {
    const xml = await text(path);
    const url = `${BASE}/articles/oak`;
    const { feed, format } = parseWithFeedsmith(xml) as {
      format: string;
      feed: { items?: readonly unknown[]; entries?: readonly unknown[] };
    };
    expect(format).toBe(path.endsWith('rss') ? 'rss' : 'atom');
    const [first] = (format === 'rss' ? feed.items : feed.entries) ?? [];
    expect(JSON.stringify(first)).toContain(url);
    const [item] = parseWithRowan(xml).items;
    expect(item).toMatchObject({ title: expect.stringContaining('Oak & "elm"'), url, published: new Date(PUBLISHED) });
    expect(item?.content).toContain(`<a href="${BASE}/documents/rules">the rules</a>`);
    expect(item?.content).not.toContain('<script');
    expect(item?.id).toMatch(/^tag:localhost,\d{4}-\d\d-\d\d:content\//);
    expect(item?.authors.map(({ name }) => name)).toContain('Ada');
  });

  it('are JSON Feed 1.1 too', async () => {
    const response = await get('/feed.json');
    expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    const feed = (await response.json()) as { items: readonly unknown[] };
    expect(parseWithFeedsmith(JSON.stringify(feed)).format).toBe('json');
    expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', feed_url: `${BASE}/feed.json`, home_page_url: `${BASE}/` });
    expect(feed.items[0]).toMatchObject({ title: HOSTILE, tags: ['Streets'], date_published: PUBLISHED, language: 'en' });
  });

  it('exist by type, tag and category, each including those below it', async () => {
    expect(await titles('/feeds/documents.json')).toEqual(['Rules']);
    expect(await titles('/feeds/articles.json')).toEqual([HOSTILE, 'Below 100%']);
    expect(await titles('/feeds/tag/streets.json')).toEqual([HOSTILE]);
    expect(await titles('/feeds/category/town.json')).toEqual([HOSTILE]);
    expect(await titles('/feeds/category/town/streets.json')).toEqual([HOSTILE]);
    const missing = ['tag/none.json', 'category/to_n.json', 'category/none.atom', 'articles.xml', 'x.json', 'tag/%.json', 'tag/%00.atom'];
    for (const path of missing) expect([path, (await get(`/feeds/${path}`)).status]).toEqual([path, 404]);
  });

  it('hold the whole text, or what it is about', async () => {
    expect(await text('/feeds/articles.rss?content=summary')).not.toContain('the rules');
    expect(await text('/feeds/articles.rss?content=summary')).toContain('content=summary');
    expect(await text('/feeds/articles.rss')).toContain('the rules');
  });

  it('respond with 304 if unchanged, and keep the id of a piece whose slug changes', async () => {
    const first = await get('/feed.atom');
    const tag = first.headers.get('etag') ?? '';
    expect((await get('/feed.atom', { 'If-None-Match': tag })).status).toBe(304);
    const idOf = (xml: string, slug: string): string => parseWithRowan(xml).items.find(({ url }) => url?.endsWith(`/${slug}`))?.id ?? '';
    const before = idOf(await first.text(), 'percent');
    const piece = await contents.bySlug({ slug: 'percent' });
    await contents.update(piece.id, { slug: 'per-cent' });
    expect((await get('/feed.atom', { 'If-None-Match': tag })).status).toBe(200);
    expect([before.length > 0, idOf(await text('/feed.atom'), 'per-cent')]).toEqual([true, before]);
  });

  it('mark retracted pieces, and leave out deleted ones', async () => {
    const piece = await publish({ title: 'Wrong', slug: 'wrong', publish_date: '2026-05-04T12:00:00.000Z' });
    await piece.issueCorrectionAction({ type: 'retraction', summary: 'It was not so.' });
    expect((await titles('/feed.json'))[0]).toBe('Withdrawn: Wrong');
    expect(await text('/corrections.atom')).toContain(`${BASE}/articles/wrong`);
    await contents.require(piece.id).then((each) => each.delete());
    expect(await titles('/feed.json')).not.toContain('Withdrawn: Wrong');
  });

  it('are announced to crawlers, with the news of two days', async () => {
    await publish({ title: `News ${HOSTILE}`, slug: 'news', publish_date: new Date(Date.now() - 3_600_000).toISOString() });
    expect(await text('/robots.txt')).toContain(`Sitemap: ${BASE}/sitemap.xml`);
    expect(await text('/sitemap.xml')).toContain(`<loc>${BASE}/sitemaps/pieces.xml?after=</loc>`);
    const sitemap = await text('/sitemaps/pieces.xml?after=');
    expect(sitemap).toContain(`<loc>${BASE}/articles/oak</loc><lastmod>`);
    expect(sitemap.match(/<news:news>/g)).toHaveLength(1);
    expect(sitemap).toContain('<news:title>News &lt;b&gt;Oak');
    expect(sitemap).not.toContain('/draft');
    expect((await get('/sitemaps/pieces.xml?after=%00')).status).toBe(404);
  });
});

describe('a topic with very many below it', () => {
  it('has the pieces of the lowest one, and is linked only where it leads', async () => {
    const database = await openDatabase('sqlite::memory:');
    const app = await siteOf(database);
    const tags = Array.from({ length: 700 }, (_, index) => ({
      slug: `c${index}`,
      name: `C ${index}`,
      ...(index === 0 ? {} : { parent_slug: `c${index - 1}` }),
    }));
    await new Tags(database).bulkCreateTags(tags);
    await new Contents(database).add({ type: 'article', status: 'published', title: 'Deep', slug: 'deep', tags: ['c699'] } as never);
    const get = (path: string) => app.request(path, { headers: { Host: 'localhost:4000' } });
    const tree = await (await get('/tags')).text();
    expect([tree.includes('href="/tags/c0"'), tree.includes('href="/tags/c19"'), tree.includes('href="/tags/c20"')]).toEqual([
      true,
      true,
      false,
    ]);
    for (const path of ['/tags/c0', '/feeds/tag/c0.rss', '/tags/c350', '/tags/c699']) {
      const response = await get(path);
      expect([path, response.status, (await response.text()).includes('/articles/deep')]).toEqual([path, 200, true]);
    }
    await database.close();
  });
});

describe('a tenant with a host of its own', () => {
  let database: Database;
  let app: Hono;
  const SITE = 'http://gazette.example:4000';
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    app = await siteOf(database);
    const { id } = await createTenant({ database, slug: 'gazette', name: 'The Gazette', hostnames: ['gazette.example'] });
    const fields = { type: 'article', status: 'published', body: 'Text.', tenantId: id, publish_date: PUBLISHED };
    const piece = await new Contents(database).add({ ...fields, title: 'Elm', slug: 'elm' } as never);
    await piece.issueCorrectionAction({ type: 'correction', summary: 'It was an oak.' });
  });
  afterAll(() => database.close());
  const get = (path: string, host: string) => app.request(path, { headers: { Host: host } });

  it('has links that lead to that host, in pages, feeds, sitemaps and robots.txt', async () => {
    const paths = ['/', '/feed.atom', '/feeds/articles.rss', '/feed.json', '/sitemap.xml', '/sitemaps/pieces.xml?after=', '/robots.txt'];
    for (const path of [...paths, '/articles/elm', '/corrections.atom', '/corrections.json']) {
      const response = await get(path, 'Gazette.Example:9999');
      const text = await response.text();
      expect([path, response.status, text.includes(SITE) || path === '/', text.includes(BASE)]).toEqual([path, 200, true, false]);
    }
    expect((await get('/feed.atom', 'gazette.example')).headers.get('link')).toBe(`<${SITE}/feed.atom>; rel="self"`);
  });

  it('shows a global piece with the address that it has at home, also where a piece of its own has the same slug', async () => {
    const fields = { type: 'article', status: 'published', body: 'Text.', publish_date: PUBLISHED };
    await new Contents(database).add({ ...fields, title: 'Global elm', slug: 'elm' } as never);
    await new Contents(database).add({ ...fields, title: 'Global ash', slug: 'ash' } as never);
    const host = 'gazette.example';
    const front = await (await get('/', host)).text();
    for (const address of [`${BASE}/articles/elm`, `${BASE}/articles/ash`, '/articles/elm']) expect(front).toContain(`href="${address}"`);
    const feed = await (await get('/feed.atom', host)).text();
    for (const address of [`${BASE}/articles/elm`, `${BASE}/articles/ash`, `${SITE}/articles/elm`])
      expect(feed).toContain(`href="${address}"`);
    expect(await (await get('/articles/ash', host)).text()).toContain(`<link rel="canonical" href="${BASE}/articles/ash"/>`);
    const sitemap = await (await get('/sitemaps/pieces.xml', host)).text();
    expect([sitemap.includes(`${SITE}/articles/elm`), sitemap.includes('/articles/ash')]).toEqual([true, false]);
  });

  it('is read at its first host, whichever of its hosts was asked', async () => {
    const { id } = await createTenant({ database, slug: 'herald', name: 'Herald', hostnames: ['herald.example', 'www.herald.example'] });
    const fields = { type: 'article', status: 'published', title: 'Oak', slug: 'oak', tenantId: id };
    await new Contents(database).add(fields as never);
    for (const host of ['herald.example', 'www.herald.example'])
      expect(await (await get('/articles/oak', host)).text()).toContain(
        '<link rel="canonical" href="http://herald.example:4000/articles/oak"/>',
      );
  });

  it('provides absolute addresses of pieces, and none for a tenant without a host', async () => {
    const piece = { id: '1', type: 'article', slug: 'elm', context: '' };
    const { id } = await createTenant({ database, slug: 'hostless', name: 'Hostless', hostnames: [] });
    const gazette = await contentsOfGazette();
    expect(await contentUrl(database, { ...piece, tenantId: null }, BASE)).toBe(`${BASE}/articles/elm`);
    expect(await contentUrl(database, { ...piece, tenantId: gazette }, BASE)).toBe(`${SITE}/articles/elm`);
    expect(await contentUrl(database, { ...piece, tenantId: id }, BASE)).toBeNull();
    expect(await contentUrl(database, { ...piece, tenantId: 'unknown' }, BASE)).toBeNull();
  });
  const contentsOfGazette = async () => (await requireTenant(database, 'gazette')).id;

  it('is never taken from the request: an unknown host gets the address of the settings', async () => {
    for (const path of ['/feed.atom', '/sitemap.xml', '/corrections.atom', '/']) {
      const response = await app.request(path, {
        // The feed of corrections belongs to the API, where X-Tenant applies.
        headers: {
          Host: 'evil.example',
          'X-Forwarded-Host': 'gazette.example',
          ...(path.startsWith('/corr') ? {} : { 'X-Tenant': 'gazette' }),
        },
      });
      const text = `${await response.text()}${response.headers.get('link') ?? ''}`;
      expect([path, text.includes('evil.example'), text.includes('gazette.example')]).toEqual([path, false, false]);
    }
  });
});

describe('ten thousand pieces', () => {
  let database: Database;
  let app: Hono;
  const MANY = 10_500;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    app = await siteOf(database);
    const one = await new Contents(database).add({ type: 'article', status: 'published', title: 'First', body: 'Text.' } as never);
    const { builder } = database.dialect;
    // `_row` is assigned by the database.
    const { _row, ...row } = (await database.first(builder.selectFrom('contents').selectAll().where('id', '=', one.id).compile())) ?? {};
    expect(_row).toBeDefined();
    const rows = Array.from({ length: MANY - 1 }, (_, index) => ({
      ...row,
      id: `${one.id}-${String(index).padStart(6, '0')}`,
      slug: `piece-${index}`,
      publish_date: new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString(),
    }));
    await database.transaction(async () => {
      for (let start = 0; start < rows.length; start += 300)
        await database.run(
          builder
            .insertInto('contents')
            .values(rows.slice(start, start + 300))
            .compile(),
        );
    });
  });
  afterAll(() => database.close());
  const text = async (path: string): Promise<string> => (await app.request(path, { headers: { Host: 'localhost:4000' } })).text();

  it('stand in sitemaps of ten thousand, each once', async () => {
    const files = [...(await text('/sitemap.xml')).matchAll(/<loc>[^<]*(\/sitemaps\/pieces[^<]*)<\/loc>/g)].map(([, path = '']) => path);
    expect(files).toHaveLength(2);
    const found = (await Promise.all(files.map(text))).map((file) =>
      [...file.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address),
    );
    expect(found.map((each) => each.length)).toEqual([10_000, 500]);
    expect(new Set(found.flat()).size).toBe(MANY);
  });

  it('are found by their key: no file of a sitemap sorts all that is published', async () => {
    const asked = vi.spyOn(database, 'all');
    await text('/sitemaps/pieces.xml?after=');
    const statements = asked.mock.calls.map(([each]) => each).filter(({ sql }) => sql.includes('order by "id"'));
    asked.mockRestore();
    expect(statements.length).toBeGreaterThan(0);
    for (const { sql, parameters } of statements) {
      const plan = await database.all({ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters });
      expect(JSON.stringify(plan)).toContain('SEARCH contents');
      expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE');
    }
  });

  it('are followed immediately, in every list, by one that is published without a date', async () => {
    const contents = new Contents(database);
    const fields = { type: 'article', title: 'Undated', slug: 'undated', tags: ['harbour'], category: 'news', body: 'Text.' };
    const piece = await contents.add(fields as never);
    await contents.update(piece.id, { status: 'published' });
    const lists = ['/', '/feed.atom', '/feeds/articles.rss', '/feeds/category/news.json', '/feeds/tag/harbour.rss', '/tags/harbour'];
    for (const path of lists) expect([path, (await text(path)).includes('/articles/undated')]).toEqual([path, true]);
    await (await contents.require(piece.id)).delete();
  });

  it('are all listed across the pages of the front page', async () => {
    const contents = new Contents(database);
    const undated = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        contents.add({ type: 'article', title: `U ${index}`, slug: `u-${index}`, status: 'published' } as never),
      ),
    );
    const found: string[] = [];
    for (let [page, path] = [0, '/']; page < 3; page += 1) {
      const html = await text(path);
      found.push(...[...html.matchAll(/href="\/articles\/((?:piece|u)-\d+)"/g)].map(([, slug = '']) => slug));
      path = /href="(\/\?after=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    const pieces = Array.from({ length: 66 }, (_, index) => `piece-${10_498 - index}`);
    expect([...new Set(found)].toSorted()).toEqual([...pieces, 'u-0', 'u-1', 'u-2', 'u-3', 'u-4'].toSorted());
    for (const { id } of undated) await (await contents.require(id)).delete();
  });

  it('are paged through from the front page, and the latest fifty make a feed', async () => {
    const front = await text('/');
    expect(front).toContain('piece-10498"');
    const older = /href="(\/\?after=[^"]+)"/.exec(front)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const page = await text(older);
    expect([page.includes('Older pieces'), page.includes('piece-10498"')]).toEqual([true, false]);
    expect((JSON.parse(await text('/feed.json')) as { items: unknown[] }).items).toHaveLength(50);
  });
});
