import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { anonymous, type Database, makeCall, openDatabase } from '@colophon/core';
import { Contents, formerPathKey } from '@colophon/content';
import { createTenant } from '@colophon/identity';
import { Tags } from '@colophon/tags';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteOf } from './testing/site-of.ts';

const LATER = new Date(Date.now() + 86_400_000).toISOString();
/** Everything that could run, escape from its context, or change the text direction. */
const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)> ]]> --> \u202etxet\u202c \u0007 </title></style> &amp;`;

describe('the pages of readers', () => {
  let folder: string;
  let database: Database;
  let other: Database;
  let one: Hono;
  let two: Hono;
  let contents: Contents;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'newsroom-pages-'));
    const url = `sqlite:${join(folder, 'pages.sqlite')}`;
    database = await openDatabase(url);
    one = await siteOf(database);
    other = await openDatabase(url);
    two = await siteOf(other);
    contents = new Contents(database);
    const tags = new Tags(database);
    await tags.bulkCreateTags([
      { slug: 'town', name: 'Town' },
      { slug: 'streets', name: 'Streets', parent_slug: 'town' },
      { slug: 'hidden', name: 'Of a draft alone' },
    ]);
    await tags.addAlias('town', 'Stadt', 'de');
    await publish({ title: 'The oak', tags: ['streets'], authors: ['Ada'], body: '## Roots\n\nIt *stands*.', description: 'A tree.' });
    await publish({ title: 'Rules', type: 'document', slug: 'rules' });
    await publish({ title: 'In a section', slug: 'inner', context: '2026/05' });
    await publish({ title: 'Draft of a plan', slug: 'draft', status: 'draft', tags: ['hidden'] });
    await publish({ title: 'Tomorrow’s news', slug: 'tomorrow', publish_date: LATER });
    await publish({ title: 'Taken back', slug: 'taken-back' });
    await contents.find({ slug: 'taken-back' }).then((each) => each?.delete());
  });
  afterAll(async () => {
    await other.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const publish = (fields: Readonly<Record<string, unknown>>) =>
    contents.add({ type: 'article', status: 'published', publish_date: '2026-05-03T12:00:00.000Z', ...fields } as never);
  const get = (path: string, headers: Record<string, string> = {}, app = one) =>
    app.request(path, { headers: { Host: 'localhost:4000', Accept: 'text/html', ...headers } });
  const text = async (path: string, headers: Record<string, string> = {}, app = one): Promise<string> =>
    (await get(path, headers, app)).text();

  it.each([
    ['/', 200, 'The oak'],
    ['/articles/the-oak', 200, 'It <em>stands</em>.'],
    ['/documents/rules', 200, 'Rules'],
    ['/articles/2026/05/inner', 200, 'In a section'],
    ['/tags', 200, 'Streets'],
    ['/tags/town', 200, 'The oak'],
    ['/corrections', 200, 'No corrections yet.'],
    ['/search?q=oak', 200, 'The <mark>oak</mark>'],
    ['/search', 200, 'Enter words'],
    ['/articles/none', 404, 'Page not found'],
    ['/articles/', 404, 'Page not found'],
    ['/articles/%', 404, 'Page not found'],
    ['/articles/%00', 404, 'Page not found'],
    ['/tags/%E0%A4', 404, 'Page not found'],
    ['/tags/none', 404, 'Page not found'],
    ['/nowhere', 404, 'Page not found'],
    ['/articles/the-oak/how-this-was-made', 404, 'Page not found'],
    ['/articles/taken-back', 410, 'This piece was withdrawn'],
    ['/?after=nonsense', 400, 'This page of the list is not available'],
  ])('%s answers %i', async (path, status, words) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(words)]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('respond to programs with a problem document if there is no page', async () => {
    const response = await one.request('/nowhere', { headers: { Accept: 'application/json' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect((await get('/api/v1/nowhere')).headers.get('content-type')).toBe('application/problem+json');
  });

  it('are not served with a text that was changed in the database, and say so to people and to programs', async () => {
    const piece = await new Contents(database).add({
      title: 'Sealed',
      type: 'article',
      slug: 'sealed',
      body: 'True.',
      status: 'published',
    });
    const write = (body: string) =>
      database.run(database.dialect.builder.updateTable('contents').set({ body }).where('id', '=', piece.id).compile());
    expect(await (await get('/articles/sealed')).text()).toContain('True.');
    await write('Forged.');
    const page = await one.request('/articles/sealed', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([503, '1', 'no-store']);
    expect(await page.text()).toContain('This page is not available at the moment');
    const program = await one.request('/articles/sealed');
    expect(await program.json()).toMatchObject({ status: 503, code: 'not_as_published' });
    await write('True.');
    expect((await get('/articles/sealed')).status).toBe(200);
    await (await new Contents(database).require(piece.id)).delete();
  });

  it('lead from another section, and from an older name of a tag, to the one address', async () => {
    expect((await get('/documents/the-oak')).headers.get('location')).toBe('/articles/the-oak');
    await new Tags(database).bulkCreateTags([{ slug: 'old-streets', name: 'Old streets' }]);
    await new Tags(database).mergeTag('old-streets', 'streets');
    expect((await get('/tags/old-streets')).headers.get('location')).toBe('/tags/streets');
  });

  it('show no draft and no future piece: on no page, in no feed and in no sitemap', async () => {
    const paths = ['/', '/tags', '/tags/town', '/tags/hidden', '/search?q=plan', '/search?q=news', '/corrections', '/articles/draft'];
    const feeds = [
      '/feed.atom',
      '/feed.json',
      '/feeds/articles.rss',
      '/tags/hidden/feed.atom',
      '/sitemaps/pieces.xml',
      '/articles/tomorrow',
    ];
    const shown = (await Promise.all([...paths, ...feeds].map((path) => text(path)))).join('\n');
    for (const word of ['Draft of a plan', 'Tomorrow’s', '/tomorrow', '/draft"', 'Of a draft alone', 'Taken back'])
      expect([word, shown.includes(word)]).toEqual([word, false]);
    expect(shown).toContain('/articles/the-oak');
  });

  it('are the same for everybody, signed in or not, and so may be cached publicly', async () => {
    const [plain, signedIn] = await Promise.all([
      text('/articles/draft'),
      text('/articles/draft', { Cookie: `colophon_session=${'x'.repeat(43)}`, Authorization: 'Bearer nonsense', 'X-Tenant': 'none' }),
    ]);
    expect(signedIn).toBe(plain);
  });

  it('respond with 304 if unchanged, and to HEAD without a body', async () => {
    const tag = (await get('/articles/the-oak')).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    expect((await get('/articles/the-oak', { 'If-None-Match': tag })).status).toBe(304);
    const head = await one.request('/articles/the-oak', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
    const made = await one.request('/articles/the-oak', { method: 'POST' });
    expect([made.status, made.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('are compressed for clients that accept it', async () => {
    const response = await get('/articles/the-oak', { 'Accept-Encoding': 'gzip, br' });
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding']);
    const plain = await text('/articles/the-oak');
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(plain);
    expect((await get('/articles/the-oak', { 'Accept-Encoding': 'gzip;q=0' })).headers.get('content-encoding')).toBeNull();
  });

  it('show writes immediately, in the writing process and in every other one', async () => {
    const piece = await publish({ title: 'Before', slug: 'changing', tags: ['town'] });
    for (const app of [one, two, one, two]) expect(await text('/articles/changing', {}, app)).toContain('Before');
    await contents.update(piece.id, { title: 'After' });
    for (const app of [two, one]) {
      expect(await text('/articles/changing', {}, app)).toContain('After');
      expect(await text('/', {}, app)).toContain('After');
      expect(await text('/tags/town', {}, app)).toContain('After');
    }
    await piece.issueCorrectionAction({ type: 'correction', summary: 'It was an elm.' });
    for (const app of [two, one]) expect(await text('/articles/changing', {}, app)).toContain('It was an elm.');
    await contents.require(piece.id).then((each) => each.delete());
    for (const app of [two, one]) expect((await get('/articles/changing', {}, app)).status).toBe(410);
  });

  it('escape everything that users typed', async () => {
    const piece = await publish({
      title: HOSTILE,
      slug: 'hostile',
      description: HOSTILE,
      authors: [HOSTILE],
      category: `news/${HOSTILE.replaceAll('/', '')}`,
      source: HOSTILE,
      url: 'https://x.example/%%"><script>',
      body: HOSTILE,
      metadata: { generation: { aiAssisted: true, model: HOSTILE } },
    });
    // A text from before languages had to be tags.
    const old = database.dialect.builder.updateTable('contents').set({ language: 'en"><script>' }).where('id', '=', piece.id);
    await database.run(old.compile());
    const tag = await new Tags(database).getOrCreate('hostile-tag', 'global', HOSTILE.slice(0, 190));
    await contents.update(piece.id, { tags: [tag.slug] });
    await new Tags(database).addAlias(tag.slug, HOSTILE.slice(0, 190), 'de');
    await piece.issueCorrectionAction({ type: 'retraction', summary: HOSTILE, note: HOSTILE });
    const paths = ['/', '/articles/hostile', '/tags', `/tags/${tag.slug}`, '/corrections', `/search?q=${encodeURIComponent(HOSTILE)}`];
    for (const path of paths) {
      const page = await text(path);
      const markup = page.replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, '');
      // Quoted text is an attribute value: there it is harmless.
      expect([path, markup.replaceAll(/"[^"]*"/g, '""').match(/<script|<[^>]*\sonerror|<\/style/i)]).toEqual([path, null]);
      expect([path, (page.match(/<\/title>/g) ?? []).length]).toEqual([path, 1]);
      for (const [, data = ''] of page.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)) JSON.parse(data);
    }
    expect(await text('/articles/hostile')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    await contents.require(piece.id).then((each) => each.delete());
  });

  it('show a text that is too complex to be rendered as its source', async () => {
    await publish({ title: 'Deep', slug: 'deep', bodyFormat: 'html', body: `${'<div>'.repeat(20_000)} deep` });
    const response = await get('/articles/deep');
    expect([response.status, (await response.text()).includes('colo-markdown-plain')]).toEqual([200, true]);
  });

  it('lead to the same piece in other languages that readers may see, on the page and in the sitemap', async () => {
    const editor = makeCall({ caller: { kind: 'user', id: 'eve', name: 'Eve', tenantId: null, role: 'editor' } });
    const piece = await publish({ title: 'Bridge', slug: 'bridge', language: 'en' });
    const draft = await (await new Contents(database, editor).require(piece.id)).addTranslation({ language: 'de' }, editor);
    expect(await text('/articles/bridge')).not.toContain('hrefLang');
    await contents.update(draft.id, { title: 'Brücke', slug: 'bruecke', status: 'published' });
    const page = await text('/articles/bridge');
    expect(page).toMatch(/<link rel="alternate" hrefLang="de" href="http:\/\/localhost:4000\/articles\/bruecke"\/>/);
    expect(page).toMatch(/<a href="\/articles\/bruecke"[^>]*>Deutsch<\/a>/);
    expect(await text('/sitemaps/pieces.xml')).toContain('hreflang="de" href="http://localhost:4000/articles/bruecke"');
    const jsonLd = (html: string) => JSON.parse(/<script type="application\/ld\+json">([^<]*)</.exec(html)?.[1] ?? '{}') as object;
    const other = { '@id': 'http://localhost:4000/articles/bruecke', inLanguage: 'de', headline: 'Brücke' };
    expect(jsonLd(page)).toMatchObject({ workTranslation: [other] });
    expect(jsonLd(page)).not.toHaveProperty('translationOfWork');
    const original = { '@id': 'http://localhost:4000/articles/bridge', inLanguage: 'en' };
    expect(jsonLd(await text('/articles/bruecke'))).toMatchObject({ translationOfWork: original });
  });

  it('lead to a translation of another type where that is read, not to where it is redirected from', async () => {
    const editor = makeCall({ caller: { kind: 'user', id: 'eve', name: 'Eve', tenantId: null, role: 'editor' } });
    const piece = await publish({ title: 'Harbour', slug: 'harbour', type: 'document', language: 'en' });
    const other = await publish({ title: 'Hafen', slug: 'hafen', language: 'de' });
    await (await new Contents(database, editor).require(piece.id)).addTranslation({ language: 'de', contentId: other.id }, editor);
    expect(await text('/documents/harbour')).toContain('hrefLang="de" href="http://localhost:4000/articles/hafen"');
    const sitemap = await text('/sitemaps/pieces.xml');
    expect(sitemap).toContain('hreflang="de" href="http://localhost:4000/articles/hafen"');
    expect(sitemap).not.toContain('/documents/hafen"');
  });

  it('list documents on a page of their own, not among the latest, unless one is highlighted', async () => {
    const about = await publish({
      title: 'About us',
      slug: 'about-us',
      type: 'document',
      publish_date: new Date(Date.now() - 1000).toISOString(),
    });
    expect(await text('/')).not.toContain('/documents/about-us');
    expect(await text('/')).toContain('<a href="/documents">');
    expect(await text('/documents')).toContain('href="/documents/about-us"');
    expect(await text('/documents')).not.toContain('/articles/the-oak');
    await contents.update(about.id, { state: 'highlighted' });
    expect(await text('/')).toContain('href="/documents/about-us"');
    await contents.require(about.id).then((each) => each.delete());
    expect((await get('/documents?after=nonsense')).status).toBe(400);
  });

  it('are found by the address that a piece had before it was imported, and only by that of one', async () => {
    const imported = (path: string, id: string) => ({ import: { system: 'wordpress', site: 'Old', id, path } });
    await publish({ title: 'Caption', slug: 'caption', metadata: imported('/2010/08/07/post-format-image-caption', '612') });
    const moved = { path: '/new', paths: { [formerPathKey('/old.html')]: '/old.html', [formerPathKey('/à la carte')]: '/à la carte' } };
    await publish({ title: 'Moved', slug: 'moved', metadata: { import: { system: 'jekyll', id: '_posts/moved.md', ...moved } } });
    for (const path of ['/new/', '/old.html', '/%C3%A0%20la%20carte/'])
      expect((await get(path)).headers.get('location')).toBe('/articles/moved');
    await publish({ title: 'Twice', slug: 'twice-1', metadata: imported('/twice', '7') });
    await publish({ title: 'Twice', slug: 'twice-2', metadata: imported('/twice', '7') });
    await publish({ title: 'Hidden', slug: 'hidden-old', status: 'draft', metadata: imported('/hidden-old', '8') });
    for (const [path, accept] of [
      ['/2010/08/07/post-format-image-caption/', 'text/html'],
      ['/2010/08/07/post-format-image-caption?utm=1', '*/*'],
      ['/?p=612', 'text/html'],
    ] as const) {
      const response = await get(path, { Accept: accept });
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 301, '/articles/caption']);
    }
    for (const path of ['/twice/', '/hidden-old/', '//evil.example/2010', '/2010/08/07/', '/%00'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('/?p=7')).status).toBe(200);
    expect((await get('/api/v1/2010/08/07/post-format-image-caption')).status).toBe(404);
  });

  it('are those of the tenant of the requested host', async () => {
    const tenant = await createTenant({ database, slug: 'gazette', name: 'Gazette', hostnames: ['gazette.example'] });
    const call = makeCall({ caller: { kind: 'user', id: 'eve', name: 'Eve', tenantId: tenant.id, role: 'editor' } });
    await new Contents(database, call).add({ type: 'article', status: 'published', title: 'Theirs', slug: 'theirs' } as never);
    expect(await text('/', { Host: 'gazette.example' })).toContain('Theirs');
    expect(await text('/')).not.toContain('Theirs');
    expect((await get('/articles/theirs')).status).toBe(404);
    expect(await text('/sitemaps/pieces.xml', { Host: 'gazette.example' })).toContain('/articles/theirs');
    expect((await new Contents(database, makeCall({ caller: anonymous() })).list()).map(({ slug }) => slug)).not.toContain('theirs');
  });

  it('have one small stylesheet that may be cached forever', async () => {
    const path = /href="(\/styles\/[^"]+)"/.exec(await text('/'))?.[1] ?? '';
    const response = await get(path, { 'Accept-Encoding': 'gzip' });
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(10_000);
    expect((await get('/styles/readers.000000000000.css')).status).toBe(404);
  });
});
