import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCall, openDatabase } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Tags } from '@colophon/tags';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contributor, editor, type Newsroom, newsroomIn } from '../../../test/support.ts';
import { Assets, assetFiles, type Content, Contents, importSiteFile, renderBody, type SiteImportReport } from '../../index.ts';
import { wxr, WXR_HEAD, type WxrFixture } from '../testing/make-wxr.ts';

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const folder = await mkdtemp(join(tmpdir(), 'colophon-wxr-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let newsroom: Newsroom;
let contents: Contents;

const importing = async (xml: string | Buffer, options: object = {}): Promise<SiteImportReport> => {
  const file = join(folder, 'export.xml');
  await writeFile(file, xml);
  return importSiteFile({ database: newsroom.database, file, ...options });
};
const bySlug = (slug: string): Promise<Content> => contents.bySlug({ slug }) as Promise<Content>;
const bodyOf = async (html: string): Promise<string> => {
  await importing(wxr([{ id: 77, body: html }]));
  return (await bySlug('piece-77')).body;
};

describeOnEveryDatabase('importing WordPress exports', (open) => {
  beforeEach(async () => {
    newsroom = await newsroomIn(await open());
    contents = new Contents(newsroom.database);
  });

  it('imports posts as articles and pages as documents, with authors, dates, terms and pictures', async () => {
    const report = await importing(
      wxr([
        {
          id: 10,
          title: 'Budget &amp;#8217;approved&amp;#8217;',
          body: '<!-- wp:paragraph --><p>The <b>council</b> …</p><!-- /wp:paragraph -->',
          excerpt: 'In <em>short</em>',
          name: 'budget',
          terms:
            '<category domain="category" nicename="town"><![CDATA[Town hall]]></category><category domain="category" nicename="politics"><![CDATA[Politics]]></category>' +
            '<category domain="post_tag" nicename="open-data"><![CDATA[Open data]]></category><category domain="genre" nicename="x"><![CDATA[Report]]></category>',
          meta: { _thumbnail_id: '12', _edit_last: '1' },
        },
        { id: 11, type: 'page', title: 'About' },
        {
          id: 12,
          type: 'attachment',
          title: 'town',
          status: 'inherit',
          meta: { _wp_attachment_image_alt: 'The town hall' },
          more: '<wp:attachment_url>https://blog.example/wp-content/uploads/town.jpg</wp:attachment_url>',
        },
      ]),
    );
    expect(report).toMatchObject({
      system: 'wordpress',
      version: '1.2',
      site: 'https://blog.example',
      created: 3,
      failed: [],
      endedEarly: null,
    });
    const budget = await bySlug('budget');
    expect(budget.toJSON()).toMatchObject({
      type: 'article',
      status: 'published',
      title: 'Budget ’approved’',
      description: 'In short',
      body: 'The **council** …\n',
      authors: ['Ada Lovelace'],
      category: 'news/politics/town',
      tags: ['open-data', 'politics'],
      language: 'en-GB',
      url: 'https://blog.example/budget/',
      publish_date: '2014-03-12T10:00:00.000Z',
      metadata: {
        import: { system: 'wordpress', site: 'https://blog.example', id: '10', path: '/budget', taxonomies: { genre: ['Report'] } },
      },
    });
    expect(await bySlug('piece-11')).toMatchObject({ type: 'document', title: 'About' });
    const picture = await new Assets(newsroom.database).require(String(budget.thumbnailAssetId));
    expect(picture).toMatchObject({
      name: 'town.jpg',
      altText: 'The town hall',
      url: 'https://blog.example/wp-content/uploads/town.jpg',
      fileKey: null,
    });
    const tags = new Tags(newsroom.database);
    expect(await tags.get('politics')).toMatchObject({ name: 'Politics', parent_slug: 'news' });
    expect(await tags.get('open-data')).toMatchObject({ name: 'Open data', parent_slug: null });
    // E-mail addresses of authors are not imported.
    expect(JSON.stringify([budget, report])).not.toContain('ada@blog.example');
  });

  it('changes nothing in a second run, and updates items that changed there', async () => {
    const items: WxrFixture[] = [
      { id: 1 },
      { id: 2, body: 'Two' },
      { id: 3, type: 'attachment', more: '<wp:attachment_url>https://blog.example/a.png</wp:attachment_url>' },
    ];
    await importing(wxr(items));
    const before = await bySlug('piece-2');
    expect(await importing(wxr(items))).toMatchObject({ created: 0, updated: 0, unchanged: 3, conflicts: [] });
    expect((await bySlug('piece-2')).rev).toBe(before.rev);
    const changed = await importing(wxr([{ id: 1 }, { id: 2, body: 'Two, changed', name: 'renamed-there' }]));
    expect(changed).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect((await bySlug('piece-2')).body).toBe('Two, changed\n');
    expect(await importing(wxr([{ id: 1 }, { id: 2, body: 'Two, changed', name: 'renamed-there' }]))).toMatchObject({
      updated: 0,
      unchanged: 2,
    });
  });

  it('never overwrites local edits', async () => {
    await importing(wxr([{ id: 1, body: 'Theirs' }]));
    const piece = await bySlug('piece-1');
    piece.body = 'Ours';
    await piece.save();
    expect(await importing(wxr([{ id: 1, body: 'Theirs' }]))).toMatchObject({ unchanged: 1, conflicts: [] });
    const report = await importing(wxr([{ id: 1, body: 'Theirs, again' }]));
    expect(report.conflicts).toEqual([expect.objectContaining({ id: '1', type: 'post', code: 'edited_here' })]);
    expect(report).toMatchObject({ updated: 0, types: { post: { total: 1, conflict: 1 } } });
    expect((await bySlug('piece-1')).body).toBe('Ours');
  });

  it('does not restore removed records while their items are unchanged', async () => {
    await importing(wxr([{ id: 1, status: 'draft' }]));
    await (await bySlug('piece-1')).delete();
    expect(await importing(wxr([{ id: 1, status: 'draft' }]))).toMatchObject({
      created: 0,
      skipped: [{ type: 'post', reason: 'removed_here', count: 1 }],
    });
    expect(await importing(wxr([{ id: 1, status: 'draft', body: 'New' }]))).toMatchObject({ created: 1 });
  });

  it('creates everything once if two imports run concurrently', async () => {
    const xml = wxr(
      Array.from({ length: 60 }, (_, index) => ({
        id: index + 1,
        terms: '<category domain="post_tag" nicename="same"><![CDATA[Same]]></category>',
      })),
    );
    const file = join(folder, 'concurrent.xml');
    await writeFile(file, xml);
    const run = (): Promise<SiteImportReport> => importSiteFile({ database: newsroom.database, file });
    const reports = await Promise.all([run(), run()]);
    expect(reports.map(({ failed }) => failed)).toEqual([[], []]);
    expect(await contents.count({})).toBe(60);
  });
});

describe('a WordPress export', () => {
  beforeEach(async () => {
    newsroom = await newsroomIn(await openDatabase('sqlite::memory:'));
    contents = new Contents(newsroom.database);
  });
  afterEach(() => newsroom.database.close());

  it('publishes nothing that was not public there', async () => {
    const statuses = ['publish', 'draft', 'pending', 'private', 'from-a-plugin'];
    const report = await importing(wxr(statuses.map((status, index) => ({ id: index + 1, name: status, status }))));
    const became = Object.fromEntries((await contents.list({ limit: 10 })).map(({ slug, status }) => [slug, status]));
    expect(became).toEqual({ publish: 'published', draft: 'draft', pending: 'review', private: 'draft', 'from-a-plugin': 'draft' });
    expect(report.notes).toEqual({ 'status from-a-plugin; a draft now': 1, 'status private; a draft now': 1 });
  });

  it('schedules publication for a future date, but not for a past one', async () => {
    const report = await importing(
      wxr([
        { id: 1, status: 'future', date: '2999-01-01 08:00:00' },
        { id: 2, status: 'future', date: '2001-01-01 08:00:00' },
      ]),
    );
    expect(await bySlug('piece-1')).toMatchObject({ status: 'draft', publishAt: '2999-01-01T08:00:00.000Z' });
    expect(await bySlug('piece-2')).toMatchObject({ status: 'draft', publishAt: null });
    expect(report.notes).toMatchObject({ 'scheduled for a date that has passed; a draft now': 1 });
  });

  it('reports every skipped item', async () => {
    const report = await importing(
      wxr([
        { id: 1 },
        { id: 2, status: 'trash' },
        { id: 3, status: 'auto-draft' },
        { id: 4, password: 'secret' },
        { id: 5, type: 'nav_menu_item' },
        { id: 6, type: 'revision' },
        { id: 7, type: 'book' },
        { id: 1 },
        { id: 8, type: 'attachment' },
      ]) /* the attachment has no address */,
    );
    const reasons = Object.fromEntries(report.skipped.map(({ type, reason, count }) => [`${type} ${reason}`, count]));
    expect(reasons).toEqual({
      'post in_trash': 1,
      'post auto_draft': 1,
      'post password_protected': 1,
      'nav_menu_item type_not_imported': 1,
      'revision type_not_imported': 1,
      'book type_not_imported': 1,
      'post same_id_twice': 1,
      'attachment no_address': 1,
    });
    expect(Object.values(report.types).reduce((sum, { total }) => sum + total, 0)).toBe(9);
    expect(await importing(wxr([{ id: 7, type: 'book' }]), { also: ['book'] })).toMatchObject({ created: 1 });
    expect(JSON.stringify(await contents.list({ limit: 10 }))).not.toContain('secret');
  });

  it('counts comments and custom fields, and imports neither', async () => {
    const comment =
      '<wp:comment><wp:comment_author_email>eve@example.com</wp:comment_author_email><wp:comment_content>Hi</wp:comment_content></wp:comment>';
    const report = await importing(wxr([{ more: comment.repeat(3), meta: { price: '7' } }]));
    expect(report.notes).toEqual({ 'comments left out': 3, 'custom fields left out': 1 });
    expect(JSON.stringify(await bySlug('piece-1'))).not.toContain('eve@example.com');
  });

  it('numbers duplicate slugs, and decodes slugs in other scripts', async () => {
    const report = await importing(
      wxr([
        { id: 1, name: 'same' },
        { id: 2, name: 'same' },
        { id: 3, name: '%e6%97%a5%e6%9c%ac' },
        { id: 4, name: '', title: 'No name yet', status: 'draft' },
        { id: 5, name: '..' },
      ]),
    );
    expect(report.renamed).toEqual([{ id: '2', wanted: 'same', slug: 'same-2' }]);
    const slugs = (await contents.list({ limit: 10 })).map(({ slug }) => slug).toSorted();
    expect(slugs).toEqual(['no-name-yet', 'same', 'same-2', 'u2e-2e', '日本'].toSorted());
  });

  it('reads versions 1.0 to 1.2, with http or https namespaces, and rejects others', async () => {
    for (const version of ['1.0', '1.1', '1.2']) {
      const xml = wxr([{ id: Number(version.at(-1)) + 1 }], { version, scheme: version === '1.1' ? 'https' : 'http' })
        .replaceAll('wp:', 'w:')
        .replaceAll(':wp=', ':w=');
      expect(await importing(xml)).toMatchObject({ created: 1, version: expect.stringMatching(/^1\./) });
    }
    await expect(importing(wxr([{}], { version: '2.0' }))).rejects.toMatchObject({ code: 'unknown_version' });
    await expect(importing(wxr([{}]).replaceAll('wordpress.org/export', 'wordpress.example/export'))).rejects.toMatchObject({
      code: 'not_an_export',
    });
    await expect(importing('<html><body>No</body></html>')).rejects.toMatchObject({ code: 'not_an_export' });
    await expect(importing('PK\u0003\u0004')).rejects.toMatchObject({ code: 'unknown_format' });
  });

  it('checks the role and tenant of the caller', async () => {
    await expect(importing(wxr([{}]), { call: makeCall({ caller: contributor() }) })).rejects.toMatchObject({ status: 403 });
    await expect(importing(wxr([{}]), { call: makeCall({ caller: editor('a') }), tenantId: 'b' })).rejects.toMatchObject({ status: 403 });
    await importing(wxr([{}]), { call: makeCall({ caller: editor() }) });
    expect(await contents.count({})).toBe(1);
  });

  it('distinguishes sites, and imports as drafts on request', async () => {
    await importing(wxr([{ id: 1 }]));
    expect(await importing(wxr([{ id: 1 }]), { source: 'the other one', draft: true })).toMatchObject({
      created: 1,
      site: 'the other one',
    });
    expect((await contents.list({ limit: 5 })).map(({ slug, status }) => `${slug} ${status}`).toSorted()).toEqual([
      'piece-1 published',
      'piece-1-2 draft',
    ]);
  });

  it('never takes the items of another site for its own', async () => {
    const nameless = (title: string, more = ''): string =>
      wxr([{ id: 1, title, name: title.toLowerCase(), more }], { head: '<title>A blog</title>' });
    await expect(importing(nameless('Ours'))).rejects.toMatchObject({ code: 'source_required', hint: expect.stringContaining('--source') });
    expect(await contents.count({})).toBe(0);
    expect(await importing(nameless('Ours'), { source: 'ours' })).toMatchObject({ created: 1, site: 'ours' });
    expect(await importing(nameless('Theirs'), { site: 'https://theirs.example' })).toMatchObject({
      created: 1,
      site: 'https://theirs.example',
    });
    expect(await importing(nameless('Ours, edited'), { source: 'ours' })).toMatchObject({ created: 0, updated: 1 });
    // Two sites under one name, by mistake.
    const guid = (address: string): string => `<guid>${address}</guid><wp:post_date_gmt/>`;
    const dated = (title: string, address: string, day: string): string => nameless(title, guid(address)).replaceAll('2014-03-12', day);
    await importing(dated('One', 'https://one.example/?p=1', '2014-03-12'), { source: 'same' });
    const other = await importing(dated('Two', 'https://two.example/?p=1', '2015-05-05'), { source: 'same' });
    expect(other).toMatchObject({ created: 0, updated: 0, conflicts: [{ id: '1', title: 'Two', code: 'another_item' }] });
    const moved = await importing(dated('One, moved', 'https://new.example/?p=1', '2014-03-12'), { source: 'same' });
    expect(moved).toMatchObject({ updated: 1, conflicts: [] });
    expect((await contents.list({ orderBy: 'title' })).map(({ title }) => title)).toEqual(['One, moved', 'Ours, edited', 'Theirs']);
  });

  it('names the terms that no piece has, and the descriptions that have no field', async () => {
    const described = WXR_HEAD.replace(
      '<wp:category_parent></wp:category_parent>',
      '<wp:category_parent></wp:category_parent><wp:category_description>All of it</wp:category_description>',
    );
    const terms = '<category domain="category" nicename="politics"><![CDATA[Politics]]></category>';
    const meta = '<wp:termmeta><wp:meta_key>color</wp:meta_key><wp:meta_value><![CDATA[red]]></wp:meta_value></wp:termmeta></wp:tag>';
    const { termsLeftOut, notes, failed } = await importing(wxr([{ id: 1, terms }], { head: described.replace('</wp:tag>', meta) }));
    expect([{ ...notes }, failed]).toEqual([{ 'custom fields of categories and tags left out': 1 }, []]);
    expect(termsLeftOut).toEqual({
      terms: 2,
      descriptions: 1,
      first: [
        { taxonomy: 'category', slug: 'news', name: 'News', what: 'description' },
        { taxonomy: 'category', slug: 'town', name: 'Town hall', what: 'term' },
        { taxonomy: 'post_tag', slug: 'open-data', name: 'Open data', what: 'term' },
      ],
    });
  });

  it('writes nothing in a dry run, and returns the same report', async () => {
    const xml = wxr([
      { id: 1, terms: '<category domain="post_tag" nicename="new"><![CDATA[New]]></category>' },
      { id: 2, type: 'attachment', more: '<wp:attachment_url>https://blog.example/a.png</wp:attachment_url>' },
    ]);
    const dry = await importing(xml, { dryRun: true });
    expect([await contents.count({}), await new Tags(newsroom.database).get('new'), await new Assets(newsroom.database).count({})]).toEqual(
      [0, undefined, 0],
    );
    expect({ ...dry, dryRun: false }).toEqual(await importing(xml));
  });

  describe('with files', () => {
    const requests: string[] = [];
    const fetcher = {
      async request({ url }: { url: string }) {
        requests.push(url);
        if (url.includes('gone'))
          throw Object.assign(new Error('The server responded with status 404.'), { name: 'OutboundError', code: 'fetch_failed' });
        return { bytes: url.includes('page') ? Buffer.from('<!doctype html><html><body>Gone</body></html>') : PIXEL };
      },
    };
    const attachment = (id: number, url: string): WxrFixture => ({
      id,
      type: 'attachment',
      more: `<wp:attachment_url>${url}</wp:attachment_url>`,
    });
    beforeEach(async () => {
      requests.length = 0;
      const directory = await mkdtemp(join(folder, 'files-'));
      newsroom.database.ports.provide(assetFiles, {
        store: await openFileStore(join(directory, 'files')),
        incoming: join(directory, 'incoming'),
      });
    });

    it('fetches nothing by default', async () => {
      await importing(wxr([attachment(2, 'https://blog.example/a.png')]));
      expect(requests).toEqual([]);
    });

    it('stores them, and rewrites their URLs in texts', async () => {
      const items = [
        attachment(2, 'https://blog.example/2014/town.png'),
        {
          id: 1,
          body: '<p><img src="http://blog.example/2014/town-300x200.png" alt="Town"> <a href="https://blog.example/2014/town.png">large</a></p>',
        },
      ];
      await importing(wxr(items));
      const report = await importing(wxr(items), { fetcher });
      expect(report).toMatchObject({ fetchedFiles: 1, filesElsewhere: 0, failedFiles: [], conflicts: [], updated: 2 });
      const [asset] = await new Assets(newsroom.database).list({});
      expect(asset).toMatchObject({ name: 'town.png', mimeType: 'image/png', url: null });
      const address = `/api/v1/assets/${asset?.id}/file`;
      expect((await bySlug('piece-1')).body).toBe(`![Town](${address}) [large](${address})\n`);
      expect(await importing(wxr(items), { fetcher })).toMatchObject({ created: 0, updated: 0, unchanged: 2, fetchedFiles: 0 });
      expect(await importing(wxr(items))).toMatchObject({ updated: 0, unchanged: 2 });
      expect(requests).toEqual(['https://blog.example/2014/town.png']);
    });

    it('keeps the URL of a file that cannot be fetched, reports why, and retries in the next run', async () => {
      const items = [
        attachment(1, 'https://blog.example/gone.png'),
        attachment(2, 'https://blog.example/page.png'),
        attachment(3, 'https://blog.example/%2e%2e%2f%2e%2e%2fetc%2fpasswd.png'),
      ];
      const report = await importing(wxr(items), { fetcher });
      expect(report.failedFiles.map(({ id, code }) => [id, code])).toEqual([
        ['1', 'fetch_failed'],
        ['2', 'not_the_file'],
      ]);
      expect(report.filesElsewhere).toBe(2);
      const names = (await new Assets(newsroom.database).list({ orderBy: 'created_at' })).map(({ name, url }) => [name, url]);
      expect(names).toEqual([
        ['gone.png', 'https://blog.example/gone.png'],
        ['page.png', 'https://blog.example/page.png'],
        ['passwd.png', null],
      ]);
      await importing(wxr(items), { fetcher });
      expect(requests).toHaveLength(5);
    });

    it('accepts only http and https URLs', async () => {
      const report = await importing(
        wxr(
          ['file:///etc/passwd', 'javascript:alert(1)', 'https://user:word@blog.example/a.png'].map((url, index) =>
            attachment(index + 1, url),
          ),
        ),
        { fetcher },
      );
      expect([requests, report.skipped]).toMatchObject([
        [],
        [{ type: 'attachment', reason: 'no_address', count: 3, first: [{ id: '1' }, { id: '2' }, { id: '3' }] }],
      ]);
    });
  });

  describe('the texts of a WordPress export', () => {
    it('get paragraphs at empty lines, and keep single line ends', async () => {
      expect(await bodyOf('One\ntwo\n\nThree <em>four </em>five\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nSix\n<pre>\nx\n\ny</pre>')).toBe(
        'One\\\ntwo\n\nThree _four_ five\n\n- a\n- b\n\nSix\n\n```\nx\n\ny\n```\n',
      );
    });

    it('lose block comments, and report dynamic blocks', async () => {
      const html =
        '<!-- wp:heading --><h2>Head</h2><!-- /wp:heading -->\n\n<!-- wp:latest-posts {"n":5} /-->\n\n<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->';
      const report = await importing(wxr([{ body: html }]));
      expect((await bySlug('piece-1')).body).toBe('## Head\n\nOne two\n');
      expect(report.removed).toEqual({ 'block latest-posts': 1 });
    });

    it('show captions, galleries and embeds of WordPress shortcodes', async () => {
      const picture = (id: number, more: WxrFixture = {}): WxrFixture => ({
        id,
        type: 'attachment',
        more: `<wp:attachment_url>https://blog.example/${id}.jpg</wp:attachment_url><wp:post_parent>1</wp:post_parent><wp:menu_order>${9 - id}</wp:menu_order>`,
        meta: { _wp_attachment_image_alt: `Picture ${id}` },
        ...more,
      });
      const body =
        'One\n\n[caption id="attachment_2" width="300"]<a href="https://blog.example/2.jpg"><img src="https://blog.example/2.jpg" alt="Bell"></a> A <em>bell</em>[/caption]\n\n' +
        '[caption caption="Old form"]<img src="https://blog.example/3.jpg" alt="">[/caption]Two\n\n[gallery ids="3,2" columns="2"]\n\n' +
        '[gallery]\n\n[embed width="9"]https://video.example/1[/embed]\n\n[video width="4" mp4="https://video.example/a.mp4"][/video]\n\n' +
        '[embed]javascript:alert(1)[/embed] [caption]no picture[/caption] [[gallery]] <code>[gallery]</code>';
      const report = await importing(wxr([{ id: 1, body }, picture(2), picture(3, { excerpt: 'The sea' })]));
      const piece = await bySlug('piece-1');
      const [two, three] = ['![Picture 2](https://blog.example/2.jpg)', '![Picture 3](https://blog.example/3.jpg)\n\nThe sea'];
      expect(piece.body.split('\n\n').slice(0, -1).join('\n\n')).toBe(
        'One\n\n[![Bell](https://blog.example/2.jpg)](https://blog.example/2.jpg)\n\nA _bell_\n\n' +
          `![](https://blog.example/3.jpg)\n\nOld form\n\nTwo\n\n${three}\n\n${two}\n\n${three}\n\n${two}\n\n` +
          '<https://video.example/1>\n\n<https://video.example/a.mp4>',
      );
      expect(await renderBody(piece)).toContain(
        '[embed]javascript:alert(1)[/embed] [caption]no picture[/caption] [[gallery]] <code>[gallery]</code>',
      );
      expect(report.shortcodes).toEqual({ caption: 1, embed: 1, gallery: 1 });
    });

    it('show them inside paragraphs too, and handle many unclosed ones', async () => {
      expect(await bodyOf('<!-- wp:p --><p>One [caption]<img src="https://x.example/a.png"> A[/caption] two</p>')).toBe(
        'One\n\n![](https://x.example/a.png)\n\nA\n\ntwo\n',
      );
      await importing(wxr([{ id: 5, body: '[caption]<b></b>[gallery ids='.repeat(300) }]));
      expect((await bySlug('piece-5')).body).toContain('caption');
    });

    it('link to the pieces of the same export, in either order', async () => {
      await importing(wxr([{ id: 1, name: 'taken' }]), { source: 'another site' });
      const link = (address: string): string => `<a href="${address}">a</a> `;
      const items: WxrFixture[] = [
        {
          id: 1,
          name: 'one',
          body: [
            'https://blog.example/two/',
            '/taken#part',
            'https://blog.example/gone/',
            'https://blog.example/',
            'https://else.example/two/',
          ]
            .map(link)
            .join(''),
        },
        {
          id: 2,
          name: 'two',
          type: 'page',
          body: ['http://www.blog.example/one?utm=1', '/?p=3&#038;x=1', '/?p=99', '#one'].map(link).join(''),
        },
        { id: 3, name: 'taken', body: 'https://blog.example/two/ <a href="https://blog.example/two/">https://blog.example/two/</a>' },
        { id: 4, name: 'gone', body: '<div>'.repeat(30_000) },
      ];
      const report = await importing(wxr(items));
      expect(report.failed.map(({ id }) => id)).toEqual(['4']);
      const linksOf = async (slug: string): Promise<string[]> =>
        [...(await bySlug(slug)).body.matchAll(/\]\(([^)]*)\)/g)].map(([, address = '']) => address);
      expect(await linksOf('one')).toEqual([
        '/documents/two',
        '/articles/taken-2#part',
        'https://blog.example/gone/',
        'https://blog.example/',
        'https://else.example/two/',
      ]);
      expect(await linksOf('two')).toEqual(['/articles/one', '/articles/taken-2', '/?p=99', '#one']);
      expect(await linksOf('taken-2')).toEqual(['/documents/two', '/documents/two']);
      expect(await importing(wxr(items))).toMatchObject({ created: 0, updated: 0, unchanged: 3, conflicts: [] });
      await importing(wxr([...items.slice(0, 3), { id: 4, name: 'gone' }]));
      expect((await linksOf('one'))[2]).toBe('/articles/gone');
    });

    it('show the pictures of a gallery block as figures, not as a list', async () => {
      const item = (name: string): string =>
        `<li class="blocks-gallery-item"><figure><img src="https://x.example/${name}.png"><figcaption>${name}</figcaption></figure></li>`;
      expect(
        await bodyOf(
          `<!-- wp:gallery --><figure class="wp-block-gallery"><ul class="blocks-gallery-grid">${item('a')}${item('b')}</ul></figure><!-- /wp:gallery -->`,
        ),
      ).toBe('![](https://x.example/a.png)\n\na\n\n![](https://x.example/b.png)\n\nb\n');
    });

    it('keep shortcodes as text, and report them by name', async () => {
      const report = await importing(
        wxr([
          {
            body: '[gallery ids="1,2"]\n\n[box color="red"]In [sic] it[/box]\n\n[contact-form-7 id="9"] [note]x[/note] [1]\n\n<code>[audio]</code>',
          },
        ]),
      );
      expect(report.shortcodes).toEqual({ box: 1, 'contact-form-7': 1, gallery: 1, note: 1 });
      const where = expect.objectContaining({ id: '1', type: 'post', title: 'Piece 1' });
      expect(report.shortcodesIn['box']).toEqual({ pieces: 1, first: [where] });
      expect(await renderBody(await bySlug('piece-1'))).toContain('[gallery ids="1,2"]');
    });

    it('name the first ten pieces of each shortcode', async () => {
      const report = await importing(wxr(Array.from({ length: 12 }, (_, index) => ({ id: index + 1, body: '[x-y] [x-y]' }))));
      expect(report.shortcodes).toEqual({ 'x-y': 24 });
      expect([report.shortcodesIn['x-y']?.pieces, report.shortcodesIn['x-y']?.first.length]).toEqual([12, 10]);
    });

    it('keep links to embedded resources, and drop active content', async () => {
      const html =
        '<p onclick="alert(1)">a</p><script>alert(2)</script><iframe src="https://video.example/1"></iframe><a href="javascript:alert(3)">b</a>' +
        '<a href=" java&#x0A;script:alert(4)">c</a><img src=x onerror=alert(5)><svg onload=alert(6)></svg><form action="/x"><input></form>\n\nhttps://video.example/2';
      const report = await importing(wxr([{ body: html }]));
      const piece = await bySlug('piece-1');
      expect(piece.body).not.toMatch(/alert|onclick|onerror|javascript/i);
      expect(piece.body).toContain('<https://video.example/1>');
      expect(await renderBody(piece)).toContain('<a href="https://video.example/2">');
      expect(report.removed).toMatchObject({ script: 1, form: 1, svg: 1, 'iframe (a link stays)': 1 });
    });

    it('keep escaped markup as text', async () => {
      const body = await bodyOf('&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(2)) &lt;img src=x onerror=alert(3)&gt;');
      const shown = await renderBody({ body, bodyFormat: 'markdown' });
      expect(shown).not.toMatch(/<script|<img|href="javascript/i);
      expect(shown).toContain('&#x3C;script>alert(1)');
    });

    it('are converted independently of other texts in the batch', async () => {
      const report = await importing(wxr([{ id: 1 }, { id: 2, body: '<div>'.repeat(30_000) }, { id: 3 }]));
      expect(report).toMatchObject({ created: 2, failed: [{ id: '2', code: 'too_complex', line: expect.any(Number) }] });
    });
  });

  it('removes bidirectional controls from titles, names and slugs', async () => {
    await importing(wxr([{ title: 'Road \u202eNot\u202c  taken\u0007', author: '\u2066eve', name: 'road-\u202enot' }]));
    const [piece] = await contents.list({});
    expect(piece).toMatchObject({ title: 'Road Not taken', authors: ['eve'], slug: 'road-not' });
  });

  it('repairs common XML errors in exports', async () => {
    const xml = `\n\n${wxr([
      { id: 1, title: 'A&nbsp;B', body: 'x <![CDATA[ y' },
      { id: 2, title: 'Bell \u0008 rings' },
    ])}\nPHP Notice: something`;
    const report = await importing(xml);
    expect(report).toMatchObject({ created: 2, endedEarly: null });
    expect(report.notes['XML errors repaired']).toBeGreaterThan(0);
  });

  const corpus = join(process.env['CORPORA'] ?? '/nowhere', 'wxr');
  it('reports every item of real exports, and changes nothing in a second run', async (context) => {
    const files = (await readdir(corpus).catch(() => [])).filter((name) => name.endsWith('.xml'));
    if (files.length === 0) context.skip('CORPORA names no folder with exports in wxr/.');
    for (const name of files) {
      const options = { database: newsroom.database, file: join(corpus, name), source: name };
      const first = await importSiteFile(options);
      const second = await importSiteFile(options);
      const { 'outside of items': _outside, ...types } = first.types;
      const items = (await readFile(join(corpus, name), 'utf8')).match(/<item(?=[\s/>])/g)?.length ?? 0;
      expect([name, Object.values(types).reduce((sum, { total }) => sum + total, 0), first.conflicts]).toEqual([name, items, []]);
      expect([name, second.created, second.updated, second.unchanged]).toEqual([name, 0, 0, first.created]);
    }
  });
});
