import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type JsonObject, openDatabase } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Newsroom, newsroomIn } from '../../../test/support.ts';
import { Assets, assetFiles, type Content, Contents, detectStaticSite, importStaticSite, MarkdownError } from '../../index.ts';
import { readSiteText } from './front-matter.ts';

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

describe('importing sites of static site generators', () => {
  let newsroom: Newsroom;
  let contents: Contents;
  let dir: string;
  beforeEach(async () => {
    newsroom = await newsroomIn(await openDatabase('sqlite::memory:'));
    contents = new Contents(newsroom.database);
    dir = await mkdtemp(join(tmpdir(), 'colophon-site-'));
    folders.push(dir);
  });
  afterEach(() => newsroom.database.close());

  const write = async (files: Readonly<Record<string, string | Buffer>>): Promise<void> => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, file)), { recursive: true });
      await writeFile(join(dir, file), text);
    }
  };
  const importing = (options: object = {}) => importStaticSite({ database: newsroom.database, dir, ...options });
  const pathsOf = ({ metadata }: Content): unknown[] => Object.values((metadata as { import: { paths?: object } }).import.paths ?? {});
  const bySlug = (slug: string): Promise<Content> => contents.bySlug({ slug }) as Promise<Content>;

  it('are detected by their settings and folders', async () => {
    expect(await detectStaticSite(dir)).toBeUndefined();
    await expect(importing()).rejects.toMatchObject({ code: 'no_site' });
    await write({ 'hugo.toml': 'baseURL = "https://hugo.example/"' });
    expect(await detectStaticSite(dir)).toBeUndefined();
    await write({ 'content/a.md': 'x' });
    expect(await detectStaticSite(dir)).toBe('hugo');
    await write({ '_config.yml': 'title: x' });
    expect(await detectStaticSite(dir)).toBe('jekyll');
  });

  it('of Jekyll: posts, drafts, collections and pages by their folders', async () => {
    await write({
      '_config.yml': 'url: https://blog.example\nbaseurl: /b\ncollections:\n  recipes:\n    output: true\nlang: de\n',
      '_posts/2014-03-12-budget.md':
        '---\ntitle: Budget\ncategories: news politics\ntags: open-data council\npermalink: /budget/\nredirect_from: /old/\n---\n{% include box.html %} {{ site.title }} {{ "x" | upcase }}\n',
      'travel/_posts/2015-01-02-sea.md': '---\ntitle: Sea\npermalink: /:year/:title/\n---\nText\n',
      '_posts/2016-01-01-page.html': '---\ntitle: Of HTML\n---\n<p>Some <b>text</b> {% raw %}</p><script>alert(1)</script>\n',
      '_drafts/idea.md': '---\ntitle: Idea\n---\nText\n',
      '_recipes/bread.md': '---\ntitle: Bread\n---\nText\n',
      'about.md': '---\ntitle: About\n---\nText\n',
      'README.md': 'No front matter\n',
      '_includes/part.md': '---\n---\nx\n',
      '_site/about.md': '---\ntitle: Built\n---\nx\n',
      'vendor/x/_posts/2014-01-01-theirs.md': '---\ntitle: Theirs\n---\nx\n',
      'style.css': '',
    });
    const report = await importing();
    expect(report).toMatchObject({
      system: 'jekyll',
      created: 6,
      failed: [],
      shortcodes: { include: 1, raw: 1, '{{ site.title }}': 1, '{{ … | upcase }}': 1 },
    });
    expect((await bySlug('budget')).toJSON()).toMatchObject({
      type: 'article',
      status: 'published',
      category: 'news',
      tags: ['open-data', 'council', 'politics'],
      publish_date: '2014-03-12T00:00:00.000Z',
      url: 'https://blog.example/b/budget/',
      language: 'de',
      body: '{% include box.html %} {{ site.title }} {{ "x" | upcase }}\n',
      metadata: {
        frontMatter: { redirect_from: '/old/' },
        import: { system: 'jekyll', id: '_posts/2014-03-12-budget.md', path: '/b/budget' },
      },
    });
    expect(pathsOf(await bySlug('budget'))).toEqual(['/b/old']);
    expect(await bySlug('sea')).toMatchObject({ category: 'travel', url: null });
    expect(await bySlug('page')).toMatchObject({ body: 'Some **text** {% raw %}\n' });
    expect(await bySlug('idea')).toMatchObject({ status: 'draft' });
    expect(await bySlug('bread')).toMatchObject({ category: 'recipes', type: 'article' });
    expect(await bySlug('about')).toMatchObject({ type: 'document' });
    expect(report.skipped.map(({ type, reason, count }) => [type, reason, count])).toEqual([
      ['other Markdown', 'not_a_page', 3],
      ['page', 'not_a_page', 1],
    ]);
    expect(JSON.stringify(await contents.list({}))).not.toContain(dir);
    expect(await importing()).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
  });

  it('of Hugo: sections, bundles with their files, languages, dates and front matter in three formats', async () => {
    const store = await mkdtemp(join(tmpdir(), 'colophon-site-files-'));
    folders.push(store);
    newsroom.database.ports.provide(assetFiles, { store: await openFileStore(join(store, 'files')), incoming: join(store, 'incoming') });
    await write({
      'hugo.toml': 'baseURL = "https://hugo.example/"\nlanguageCode = "en-gb"\n[languages.en]\n[languages.fr]\n',
      'content/posts/trip/index.md':
        '+++\ntitle = "A trip"\ndate = 2024-03-01T10:00:00+01:00\ntags = ["sea"]\naliases = ["/old/", "older", "https://before.example/trip.html?x#y", "", "javascript:alert(1)"]\nurl = "/trip/"\n[taxonomies]\ncategories = ["Travel", "Sun"]\n[cover]\nimage = "sea (1).png"\n+++\n![The sea](./pics/a.png) {{< figure src="pics/a.png" >}} {{% notice tip %}}x{{% /notice %}}\n',
      'content/posts/trip/sea (1).png': PIXEL,
      'content/posts/trip/pics/a.png': Buffer.concat([PIXEL, Buffer.from([0])]),
      'content/posts/trip/aside.md': 'A part of the bundle',
      'content/posts/json.md': '{\n "title": "Of JSON {",\n "draft": true\n}\nBody\n',
      'content/posts/gone.md': '---\ntitle: Gone\nexpiryDate: 2001-01-01\n---\nx\n',
      'content/posts/later.md': '---\ntitle: Later\ndate: 2020-01-01\npublishDate: 2999-01-01\nexpiryDate: 2999-06-01\n---\nx\n',
      'content/about.fr.md': '---\ntitle: Salut\n---\nx\n',
      'content/about.md': '---\ntitle: Hello\n---\nx\n',
      'content/posts/_index.md': '---\ntitle: All posts\n---\n',
      'themes/x/README.md': 'not content',
    });
    const report = await importing();
    expect(report).toMatchObject({ system: 'hugo', created: 9, failed: [], fetchedFiles: 2, shortcodes: { figure: 1, notice: 1 } });
    const trip = await bySlug('trip');
    const assets = new Map((await new Assets(newsroom.database).list({})).map(({ name, id }) => [name, id]));
    const address = `/api/v1/assets/${assets.get('a.png')}/file`;
    expect(trip.toJSON()).toMatchObject({
      type: 'article',
      category: 'Travel',
      tags: ['sea', 'sun'],
      publish_date: '2024-03-01T09:00:00.000Z',
      url: 'https://hugo.example/trip/',
      language: 'en-GB',
      thumbnailAssetId: assets.get('sea (1).png'),
      body: `![The sea](${address}) {{< figure src="${address}" >}} {{% notice tip %}}x{{% /notice %}}\n`,
    });
    expect(pathsOf(trip)).toEqual(['/old', '/posts/older', '/trip.html', '/posts/javascript:alert(1)']);
    expect(await bySlug('json')).toMatchObject({ title: 'Of JSON {', status: 'draft', body: 'Body\n', category: 'posts' });
    expect(await bySlug('gone')).toMatchObject({ status: 'archived' });
    expect(await bySlug('later')).toMatchObject({
      status: 'published',
      publish_date: '2999-01-01T00:00:00.000Z',
      unpublishAt: '2999-06-01T00:00:00.000Z',
    });
    expect(
      (await contents.list({ limit: 20 }))
        .filter(({ slug }) => slug.startsWith('about'))
        .map(({ language, type }) => `${language} ${type}`)
        .toSorted(),
    ).toEqual(['en-GB document', 'fr document']);
    expect(await bySlug('posts')).toMatchObject({ type: 'document', title: 'All posts' });
    expect(await importing()).toMatchObject({ created: 0, updated: 0, unchanged: 9, fetchedFiles: 0 });
  });

  it('get the former addresses of their pieces in a later import, if an earlier version did not store them', async () => {
    await write({
      '_config.yml': 'url: https://blog.example\n',
      '_posts/2014-03-12-rain.md': '---\ntitle: Rain\npermalink: /rain/\nredirect_from:\n  - /old-rain\n---\nText\n',
      '_posts/2014-03-13-snow.md': '---\ntitle: Snow\nredirect_from: old-snow\n---\nText\n',
      '_posts/2014-03-14-hail.md': '---\ntitle: Hail\nredirect_from: /old-hail\n---\nText\n',
    });
    await importing();
    const forget = async (slug: string): Promise<void> => {
      const { id, metadata } = await bySlug(slug);
      const { path: _path, paths: _paths, ...importData } = (metadata as JsonObject)['import'] as JsonObject;
      const encoded = newsroom.database.dialect.encode('json', { ...metadata, import: importData });
      const query = newsroom.database.dialect.builder.updateTable('contents').set({ metadata: encoded }).where('id', '=', id);
      await newsroom.database.run(query.compile());
    };
    await forget('rain');
    await forget('snow');
    const edited = await bySlug('snow');
    await Object.assign(edited, { title: 'Snow, edited here' }).save();
    const removed = await bySlug('hail');
    await Object.assign(removed, { metadata: {} }).save();

    expect(await importing({ dryRun: true })).toMatchObject({ updated: 2, unchanged: 1 });
    expect(await importing()).toMatchObject({ updated: 2, unchanged: 1, conflicts: [] });
    expect([((await bySlug('rain')).metadata as JsonObject)['import'], pathsOf(await bySlug('rain'))]).toMatchObject([
      { path: '/rain' },
      ['/old-rain'],
    ]);
    expect([(await bySlug('snow')).title, pathsOf(await bySlug('snow'))]).toEqual(['Snow, edited here', ['/old-snow']]);
    expect((await bySlug('hail')).metadata).toEqual({});
    expect(await importing()).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    await write({ '_posts/2014-03-12-rain.md': '---\ntitle: Rain\npermalink: /rain/\nredirect_from: /old-rain\n---\nMore\n' });
    expect(await importing()).toMatchObject({ updated: 1, unchanged: 2, conflicts: [] });
  });

  it.each(['jekyll', 'hugo'] as const)('of %s: a file named like a post is one, in any folder', async (generator) => {
    const root = generator === 'hugo' ? 'content/' : '';
    await write({
      [`${root}2014-03-12-budget.md`]: '---\ntitle: Budget\n---\nText\n',
      [`${root}2014-plans.md`]: '---\ntitle: Plans\n---\nText\n',
    });
    const report = await importing({ generator });
    expect(await bySlug('budget')).toMatchObject({ type: 'article', publish_date: '2014-03-12T00:00:00.000Z', category: null });
    expect(await bySlug('2014-plans')).toMatchObject({ type: 'document' });
    expect(report.notes).toEqual({
      [`files named like posts outside of ${generator === 'hugo' ? 'a section' : '_posts'}; articles now`]: 1,
    });
  });

  it('with languages that are no tags are imported without them, and report that', async () => {
    await write({
      '_config.yml': 'lang: English\n',
      '_posts/2014-03-12-one.md': '---\ntitle: One\n---\n1\n',
      '_posts/2014-03-13-two.md': '---\ntitle: Two\nlanguage: Deutsch\n---\n2\n',
      '_posts/2014-03-14-three.md': '---\ntitle: Three\nlanguage: de_AT\n---\n3\n',
    });
    const report = await importing();
    expect(report).toMatchObject({ created: 3, failed: [] });
    expect(report.notes).toMatchObject({ 'pieces whose language is not a language tag; it is left out': 2 });
    const stored = await Promise.all(['one', 'two', 'three'].map(bySlug));
    expect(stored.map(({ language }) => language)).toEqual([null, null, 'de-AT']);
    expect(await importing()).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  });

  it('do not overwrite local edits, keep the records of moved files, and write nothing in a dry run', async () => {
    await write({ '_posts/2014-03-12-one.md': '---\ntitle: One\n---\n1\n', '_posts/2014-03-13-two.md': '---\ntitle: Two\n---\n2\n' });
    expect(await importing({ dryRun: true })).toMatchObject({ created: 2, dryRun: true });
    expect(await contents.count({})).toBe(0);
    await importing();
    const one = await bySlug('one');
    one.body = 'Ours';
    await one.save();
    await write({ '_posts/2014-03-12-one.md': '---\ntitle: One\n---\nTheirs\n' });
    await rename(join(dir, '_posts/2014-03-13-two.md'), join(dir, '_posts/2014-03-13-second.md'));
    const report = await importing();
    expect(report).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 1,
      conflicts: [{ id: '_posts/2014-03-12-one.md', code: 'edited_here' }],
    });
    expect([await contents.count({}), (await bySlug('one')).body]).toEqual([2, 'Ours']);
  });

  it('name pieces in formats that are not read, pages of HTML, and folders that are too deep', async () => {
    const deep = `${Array.from({ length: 51 }, (_, level) => `l${level}`).join('/')}/a.md`;
    await write({
      '_config.yml': 'collections:\n  recipes:\n',
      '_posts/2014-01-01-ok.md': '---\ntitle: Fine\n---\n',
      '_posts/2014-01-02-old.textile': '---\ntitle: Old\n---\n',
      'news/_posts/2014-01-03-older.org': '---\ntitle: Older\n---\n',
      '_recipes/soup.rst': '---\ntitle: Soup\n---\n',
      'docs/guide.rst': 'Documentation of the theme',
      'about.html': '---\ntitle: About\n---\n',
      [deep]: 'Too deep',
    });
    const report = await importing();
    expect(report.failed.map(({ id, code }) => [id, code])).toEqual([
      [deep.replace('/a.md', ''), 'too_deep'],
      ['_posts/2014-01-02-old.textile', 'format_not_supported'],
      ['_recipes/soup.rst', 'format_not_supported'],
      ['news/_posts/2014-01-03-older.org', 'format_not_supported'],
    ]);
    expect({ created: report.created, notes: { ...report.notes } }).toMatchObject({
      created: 1,
      notes: { 'HTML pages outside of posts left out': 1 },
    });
    await rm(dir, { recursive: true });
    await write({
      'hugo.toml': 'title = "x"',
      'content/news/a.md': '---\ntitle: A\n---\n',
      'content/news/b.adoc': '= B\n',
      'static/c.adoc': '= C\n',
    });
    expect(await importing()).toMatchObject({ created: 1, failed: [{ id: 'news/b.adoc', code: 'format_not_supported' }] });
  });

  it('report faults with file and line, and import the other files', async () => {
    await symlink('/etc/hostname', join(dir, 'out.md'));
    await write({
      '_config.yml': 'title: x',
      '_posts/2014-01-01-ok.md': '---\ntitle: Fine\n---\n',
      '_posts/2014-01-02-yaml.md': '---\ntitle: [a\n---\n',
      '_posts/2014-01-03-toml.md': '+++\ntitle = "a"\nbad = \n+++\n',
      '_posts/2014-01-04-json.md': '{"title": "a", }\n',
      '_posts/2014-01-05-nul.md': Buffer.from('---\ntitle: a\n---\n\0'),
    });
    const report = await importing();
    expect(report.created).toBe(1);
    expect(report.failed.map(({ id, code, line }) => [id, code, line])).toEqual([
      ['out.md', 'link_out_of_folder', undefined],
      ['_posts/2014-01-02-yaml.md', 'front_matter_syntax', 3],
      ['_posts/2014-01-03-toml.md', 'front_matter_syntax', 3],
      ['_posts/2014-01-04-json.md', 'front_matter_syntax', 1],
      ['_posts/2014-01-05-nul.md', 'not_text', 4],
    ]);
    await write({ '_config.yml': 'a: [' });
    await expect(importing()).rejects.toMatchObject({ code: 'bad_settings' });
  });
});

describe('front matter of sites', () => {
  it.each([
    ['TOML', `+++\na = ${'['.repeat(50_000)}\n+++\n`],
    ['unclosed TOML', '+++\na = 1\n'],
    ['JSON', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}\n`],
    ['unclosed JSON', '{"a": "'],
    ['a forbidden name', '+++\n"__proto__" = {a = 1}\n+++\n'],
    ['a forbidden name, in JSON', '{"__proto__": {"a": 1}}'],
  ])('is rejected if it is hostile: %s', (_name, text) => {
    expect(() => readSiteText(text)).toThrow(MarkdownError);
  });

  it('never throws any other error', () => {
    const piece = fc.oneof(
      fc.constantFrom('+++\n', '{', '}', '"', '\n', 'a = ', '[', ']', '1979-05-27', '"""', "'", '\\u', ':', ',', '---\n'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.constantFrom('+++\n', '{"a":', '---\n'), fc.array(piece, { maxLength: 20 }), (start, pieces) => {
        try {
          readSiteText(start + pieces.join(''));
        } catch (error) {
          if (!(error instanceof MarkdownError)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});
