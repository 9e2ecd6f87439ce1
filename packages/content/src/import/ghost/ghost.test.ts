import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@colophon/core';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Newsroom, newsroomIn } from '../../../test/support.ts';
import { Assets, type Content, Contents, importSiteFile, type SiteImportReport } from '../../index.ts';
import { salvageJson } from './salvage-json.ts';

const folder = await mkdtemp(join(tmpdir(), 'colophon-ghost-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A post as in a Ghost export. */
const post = (id: string, overrides: object = {}): object => ({
  id,
  title: `Piece ${id}`,
  slug: `piece-${id}`,
  html: `<p>Text of <em>${id}</em></p>`,
  status: 'published',
  visibility: 'public',
  type: 'post',
  published_at: '2020-05-06T07:08:09.000Z',
  ...overrides,
});
const exportOf = (tables: object, version = '5.80.0'): string => JSON.stringify({ db: [{ meta: { version }, data: tables }] });

describe('importing a Ghost export', () => {
  let newsroom: Newsroom;
  let contents: Contents;
  beforeEach(async () => {
    newsroom = await newsroomIn(await openDatabase('sqlite::memory:'));
    contents = new Contents(newsroom.database);
  });
  afterEach(() => newsroom.database.close());

  const importing = async (text: string, options: object = {}): Promise<SiteImportReport> => {
    const file = join(folder, 'ghost.json');
    await writeFile(file, text);
    return importSiteFile({ database: newsroom.database, file, ...options });
  };
  const bySlug = (slug: string): Promise<Content> => contents.bySlug({ slug }) as Promise<Content>;

  const WHOLE = {
    posts: [
      post('a', {
        title: 'Budget & more',
        custom_excerpt: 'In short',
        feature_image: '__GHOST_URL__/content/images/town.jpg',
        feature_image_alt: 'Town hall',
        codeinjection_head: '<script>',
      }),
      post('b', { type: 'page', html: '<p><img src="__GHOST_URL__/content/images/b.png"><a href="__GHOST_URL__/piece-a/">a</a></p>' }),
    ],
    tags: [
      { id: 't1', name: 'News', slug: 'news', visibility: 'public' },
      { id: 't2', name: '#steer', slug: 'hash-steer', visibility: 'internal' },
      { id: 't3', name: 'Open data', slug: 'open-data', visibility: 'public' },
    ],
    posts_tags: [
      { post_id: 'a', tag_id: 't3', sort_order: 1 },
      { post_id: 'a', tag_id: 't1', sort_order: 0 },
      { post_id: 'a', tag_id: 't2', sort_order: 2 },
    ],
    users: [
      { id: 'u1', name: 'Ada Lovelace', email: 'ada@blog.example', password: '$2b$10$secret' },
      { id: 'u2', name: 'Grace Hopper', email: 'grace@blog.example' },
    ],
    posts_authors: [
      { post_id: 'a', author_id: 'u2', sort_order: 1 },
      { post_id: 'a', author_id: 'u1', sort_order: 0 },
    ],
    posts_meta: [{ post_id: 'b', meta_description: 'For search engines' }],
    settings: [{ key: 'codeinjection_head', value: '<script>alert(1)</script>' }],
  };

  it('creates articles and documents, with tags and authors in order', async () => {
    const report = await importing(exportOf(WHOLE), { site: 'https://blog.example/' });
    expect(report).toMatchObject({ system: 'ghost', version: '5.80.0', site: 'ghost', created: 3, failed: [], endedEarly: null });
    const piece = await bySlug('piece-a');
    expect(piece.toJSON()).toMatchObject({
      type: 'article',
      status: 'published',
      title: 'Budget & more',
      description: 'In short',
      body: 'Text of _a_\n',
      tags: ['news', 'open-data'],
      authors: ['Ada Lovelace', 'Grace Hopper'],
      publish_date: '2020-05-06T07:08:09.000Z',
      metadata: { import: { system: 'ghost', id: 'a' } },
    });
    expect(await new Assets(newsroom.database).require(String(piece.thumbnailAssetId))).toMatchObject({
      url: 'https://blog.example/content/images/town.jpg',
      altText: 'Town hall',
    });
    expect(await bySlug('piece-b')).toMatchObject({
      type: 'document',
      description: 'For search engines',
      body: '![](https://blog.example/content/images/b.png)[a](/articles/piece-a)\n',
      url: 'https://blog.example/piece-b/',
    });
    expect(report.notes).toEqual({
      'code injection of pieces left out': 1,
      'code injection of the site left out': 1,
      'internal tags left out': 1,
    });
    expect(JSON.stringify([await contents.list({}), report])).not.toMatch(/@blog\.example|secret|<script/);
  });

  it('changes nothing in a second run, and reports posts edited on both sides', async () => {
    await importing(exportOf(WHOLE), { site: 'https://blog.example' });
    expect(await importing(exportOf(WHOLE), { site: 'https://blog.example' })).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    const piece = await bySlug('piece-a');
    piece.title = 'Ours';
    await piece.save();
    const changed = exportOf({ ...WHOLE, posts: [post('a', { html: '<p>New</p>' }), post('b', { type: 'page' })] });
    expect(await importing(changed)).toMatchObject({ updated: 1, conflicts: [{ id: 'a', code: 'edited_here' }] });
  });

  it('publishes nothing that was not public, and names texts other than HTML', async () => {
    const lexical = '{"root":{"children":[{"children":[{"text":"Words","type":"text"}]}]}}';
    const report = await importing(
      exportOf({
        posts: [
          post('n1', { visibility: 'members' }),
          post('n2', { status: 'draft' }),
          post('n3', { status: 'scheduled', published_at: '2999-01-01T00:00:00.000Z' }),
          post('n4', { status: 'sent' }),
          post('n5', { html: null, lexical }),
          post('n6', { html: null, mobiledoc: '{"sections":[]}', status: 'draft', title: '' }),
          post('n1'),
        ],
      }),
    );
    const became = Object.fromEntries(
      (await contents.list({ limit: 10 })).map(({ slug, status, publishAt }) => [slug, [status, publishAt]]),
    );
    expect(became).toEqual({
      'piece-n1': ['draft', null],
      'piece-n2': ['draft', null],
      'piece-n3': ['draft', '2999-01-01T00:00:00.000Z'],
      'piece-n4': ['draft', null],
      'piece-n6': ['draft', null],
    });
    expect(report.failed).toMatchObject([
      { id: 'n5', title: 'Piece n5', code: 'body_not_html' },
      { id: 'n1', title: 'Piece n1', code: 'same_id_twice' },
    ]);
    expect(report.types['post']?.total).toBe(7);
  });

  it('reads versions 2 to 5, with `data` at the top or in `db`', async () => {
    expect(
      await importing(
        JSON.stringify({
          meta: { version: '2.38.0' },
          data: { posts: [{ ...post('x'), type: undefined, page: 1, author_id: 1 }], users: [{ id: 1, name: 'Ada' }] },
        }),
      ),
    ).toMatchObject({ created: 1, version: '2.38.0' });
    expect(await bySlug('piece-x')).toMatchObject({ type: 'document', authors: ['Ada'] });
    expect(await importing(exportOf({ posts: [post('y')] }, '3.42.0'))).toMatchObject({ created: 1, version: '3.42.0' });
  });

  it('requires the site if the URLs omit it, and rejects files that are not exports', async () => {
    await expect(importing(exportOf(WHOLE))).rejects.toMatchObject({ code: 'site_required', hint: expect.stringContaining('--site') });
    await expect(importing(exportOf(WHOLE), { site: 'javascript:alert(1)' })).rejects.toMatchObject({ code: 'bad_site' });
    for (const text of [
      '{}',
      '{"db":[]}',
      '{"data":{"posts":{}}}',
      '{"data":',
      '{"db":[{"data":{"posts":[]}}',
      `${'{"a":'.repeat(200_000)}`,
    ])
      await expect(importing(text)).rejects.toMatchObject({ code: 'not_an_export' });
  });

  it('counts characters that could not be read, and addresses that are not of the web', async () => {
    const text = exportOf({ posts: [post('u', { title: 'Größe', canonical_url: 'javascript:alert(1)' })] });
    const file = join(folder, 'latin1.json');
    await writeFile(file, Buffer.from(text, 'latin1'));
    const { created, notes } = await importSiteFile({ database: newsroom.database, file });
    expect(created).toBe(1);
    expect({ ...notes }).toMatchObject({
      'characters that could not be read (\uFFFD)': 2,
      'addresses left out: not http or https, or longer than 2000 characters': 1,
    });
  });

  it('imports the complete rows of a truncated file, wherever it was cut', async () => {
    const posts = Array.from({ length: 6 }, (_, index) => post(`n${index}`, { html: '<p>{"},[\\"</p>' }));
    const text = exportOf({ posts, tags: [{ id: 't', name: 'News', slug: 'news' }] });
    for (let end = 0; end < text.length; end += 7) {
      const salvaged = salvageJson(text.slice(0, end))?.value as { db: { data: { posts: unknown[] } }[] } | undefined;
      for (const [index, row] of (salvaged?.db[0]?.data.posts ?? []).entries()) expect(row).toEqual(posts[index]);
    }
    const report = await importing(text.slice(0, text.indexOf('"id":"n4"') + 20));
    expect(report).toMatchObject({ created: 4, endedEarly: { code: 'cut_short', line: 1 } });
    expect(await importing(text)).toMatchObject({ created: 2, unchanged: 4, endedEarly: null });
  });

  it('imports what is before damage, and says where it is', async () => {
    const text = exportOf({ posts: ['a', 'b', 'c'].map((id) => post(id)) }).replaceAll('},{', '},\n{');
    const report = await importing(text.replace('Piece b', 'Piece "b'));
    expect(report).toMatchObject({ created: 1, endedEarly: { code: 'not_well_formed', line: 2 } });
    expect(await importing(text)).toMatchObject({ created: 2, unchanged: 1, endedEarly: null });
  });

  it('names what is no row, what it does not contain, and tags of which something is left out', async () => {
    const report = await importing(
      JSON.stringify({
        db: [
          {
            data: {
              posts: [null, post('a'), 'x', post('b')],
              tags: [
                { id: 't', name: 'News', slug: 'news', description: 'All news' },
                { id: 'u', name: 'Unused', slug: 'unused' },
              ],
              posts_tags: [
                { post_id: 'a', tag_id: 't' },
                { post_id: 'b', tag_id: 'missing' },
              ],
              posts_authors: [{ post_id: 'a', author_id: 'nobody' }],
            },
          },
          { data: { posts: [post('z')] } },
        ],
      }),
    );
    expect(report).toMatchObject({
      created: 2,
      failed: [
        { id: 'db[1]', code: 'second_site' },
        { id: 'posts[0]', code: 'not_a_row' },
        { id: 'posts[2]', code: 'not_a_row' },
      ],
      termsLeftOut: {
        terms: 1,
        descriptions: 1,
        first: [
          { name: 'News', what: 'description' },
          { name: 'Unused', what: 'term' },
        ],
      },
      notes: { 'tags that the export names and does not contain': 1, 'authors that the export names and does not contain': 1 },
    });
  });

  it('never takes the posts of another site for its own', async () => {
    // A converter from another system numbers posts from 1.
    const numbered = (title: string) => exportOf({ posts: [post('1', { title, slug: title.toLowerCase() })] });
    await expect(importing(numbered('Ours'))).rejects.toMatchObject({ code: 'source_required', hint: expect.stringContaining('--source') });
    expect(await importing(numbered('Ours'), { source: 'ours' })).toMatchObject({ created: 1 });
    expect(await importing(numbered('Theirs'), { site: 'https://theirs.example' })).toMatchObject({ created: 1, updated: 0 });
    const made = (title: string, uuid: string) => exportOf({ posts: [post('1', { title, uuid })] });
    expect(await importing(made('One', 'aaaa'), { source: 'same' })).toMatchObject({ created: 1 });
    expect(await importing(made('Two', 'bbbb'), { source: 'same' })).toMatchObject({ updated: 0, conflicts: [{ code: 'another_item' }] });
    expect(await importing(made('One, edited', 'aaaa'), { source: 'same' })).toMatchObject({ updated: 1, conflicts: [] });
    expect((await contents.list({ orderBy: 'title' })).map(({ title }) => title)).toEqual(['One, edited', 'Ours', 'Theirs']);
  });

  it('never throws for arbitrary rows, but reports the fault', async () => {
    const row = fc.dictionary(
      fc.constantFrom(
        'id',
        'title',
        'slug',
        'html',
        'status',
        'published_at',
        'type',
        '__proto__',
        'feature_image',
        'locale',
        'visibility',
        'canonical_url',
      ),
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constant(null),
        fc.integer(),
        fc.constantFrom('published', 'en', 'https://x.example/a.png'),
        fc.array(fc.integer(), { maxLength: 2 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (posts) => {
        const report = await importing(exportOf({ posts, posts_tags: posts, tags: posts, users: [null, 7] }), {
          dryRun: true,
          source: 'any',
          site: 'https://x.example',
        });
        expect(report.types['post']?.total ?? 0).toBe(posts.filter(({ type, page }) => type !== 'page' && page !== 1).length);
      }),
      { numRuns: 12 },
    );
  });
});
