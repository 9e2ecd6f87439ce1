import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { configureContentGovernance, Contents, ContentTrash, resetContentGovernance, type SiteImportReport } from '@colophon/content';
import { openDatabase } from '@colophon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../testing/run-command.ts';

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe('newsroom import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-import-'));
  let server: Server;
  let requests = 0;
  let host = '';
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, text: string): string => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = (args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<CommandResult> =>
    runCommand(['import', ...args], {
      DATABASE_URL: `sqlite:${join(folder, 'newsroom.sqlite')}`,
      FILES_URL: join(folder, 'files'),
      ...settings,
    });
  const reportOf = ({ stdout }: CommandResult): SiteImportReport => JSON.parse(stdout) as SiteImportReport;
  const item = (id: number, type: string, more = ''): string =>
    `<item><title>Piece ${id}</title><content:encoded><![CDATA[<p>[gallery ids="1"]</p>]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status>${more}</item>`;
  const wxr = (items: string): string =>
    `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:base_blog_url>https://blog.example</wp:base_blog_url>${items}</channel></rss>`;

  it('previews an export, imports it, and changes nothing the second time', async () => {
    const file = write(
      'wordpress.xml',
      wxr(item(1, 'post') + item(2, 'page') + item(3, 'nav_menu_item') + item(4, 'revision') + item(5, 'book')),
    );
    const dry = await run([file, '--dry-run', '--json']);
    expect([dry.status, reportOf(dry)]).toEqual([0, expect.objectContaining({ dryRun: true, created: 2 })]);
    const first = await run([file]);
    expect(first.status).toBe(0);
    expect(first.stdout.trim().split('\n').at(-1)).toBe('2 created, 0 updated, 0 unchanged, 0 edited on both sides, 0 failed.');
    expect(first.stdout).toMatch(/^ {2}1 × nav_menu_item left out: this type is not imported$/m);
    expect(first.stdout).toMatch(/^ {2}1 × revision left out: this type is not imported$/m);
    expect(first.stdout).toContain('1 × book left out: this type is not imported; --also book imports it as articles');
    expect(first.stdout).toContain('Shortcodes and tags that stay in texts: gallery (2)');
    expect(first.stdout).toContain('gallery in 2 pieces: post 1 "Piece 1", page 2 "Piece 2"');
    expect(first.stdout).toContain('page: 1 (1 created, 0 updated, 0 unchanged, 0 left out)');
    expect((await run([file])).stdout).toContain('0 created, 0 updated, 2 unchanged, 0 edited on both sides, 0 failed. Nothing changed.');
  });

  it('reports where a truncated file ends, with 1', async () => {
    const file = write('cut.xml', wxr(item(11, 'post') + item(12, 'post')).slice(0, -100));
    const { status, stdout, stderr } = await run([file, '--source', 'cut']);
    expect([status, stdout.includes('1 created')]).toEqual([1, true]);
    expect(stderr).toMatch(
      /The file ends early, at line 1: .* Everything before was imported\. Not imported: the item that begins at line 1\./,
    );
  });

  it('loses nothing of an export with ampersands that are not escaped, and names every damaged piece, with 1', async () => {
    const five = [1, 2, 3, 4, 5].map((id) => item(100 + id, 'post')).join('');
    const ampersands = wxr(five.replace('Piece 101', 'R&D at sea').replace('Piece 104', 'Sand; and water'));
    const whole = await run([write('ampersands.xml', ampersands), '--source', 'ampersands']);
    expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining('5 created')]);
    const damaged = await run([
      write('damaged.xml', wxr(five.replace('Piece 102</title>', 'Piece 102</titel>'))),
      '--source',
      'damaged',
      '--json',
    ]);
    expect([damaged.status, damaged.stderr]).toEqual([
      1,
      expect.stringMatching(/^post 102 \(line 1\) "Piece 102": Unexpected close tag\./m),
    ]);
    expect(reportOf(damaged)).toMatchObject({ created: 4, problems: { failed: 1 }, failed: [{ id: '102', code: 'not_well_formed' }] });
    const latin = await run([write('latin.xml', ''), '--source', 'latin']);
    expect(latin.status).toBe(1);
    writeFileSync(join(folder, 'latin.xml'), Buffer.from(wxr(item(111, 'post').replace('Piece', 'Größe')), 'latin1'));
    const unreadable = await run([join(folder, 'latin.xml'), '--source', 'latin']);
    expect([unreadable.status, unreadable.stderr]).toEqual([
      1,
      expect.stringContaining('2 characters are not in the encoding of the file'),
    ]);
  });

  it('requires a name for an export that does not state its site', async () => {
    const file = write('nameless.xml', wxr(item(121, 'post')).replace('<wp:base_blog_url>https://blog.example</wp:base_blog_url>', ''));
    const refused = await run([file]);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('--source blog')]);
    expect((await run([file, '--site', 'https://nameless.example'])).stdout).toContain('1 created');
    expect((await run([file, '--site', 'https://nameless.example'])).stdout).toContain('1 unchanged');
  });

  it('names the terms of an export that no piece has', async () => {
    const term = '<wp:category><wp:category_nicename>alone</wp:category_nicename><wp:cat_name>Alone</wp:cat_name></wp:category>';
    const { stdout } = await run([write('terms.xml', wxr(term + item(131, 'post'))), '--source', 'terms']);
    expect(stdout).toContain('1 × category or tag left out, because no imported piece has it: Alone (category)');
  });

  it('fetches files if requested, through the guarded fetch', async () => {
    const attachment = item(21, 'attachment', `<wp:attachment_url>http://${host}/town.png</wp:attachment_url>`);
    const file = write('files.xml', wxr(attachment));
    const stays = '1 picture or other file stays at the other site; --fetch-files stores them here.\n';
    expect((await run([file, '--source', 'files'])).stdout).toContain(stays);
    expect(requests).toBe(0);
    const refused = await run([file, '--source', 'files', '--fetch-files']);
    expect([refused.status, requests]).toEqual([1, 0]);
    expect(refused.stderr).toContain('It keeps its original address.');
    const fetched = await run([file, '--source', 'files', '--fetch-files', '--json'], { OUTBOUND_HOSTS: host });
    expect([fetched.status, reportOf(fetched).fetchedFiles, requests]).toEqual([0, 1, 1]);
    expect((await run([file, '--source', 'files'])).stdout).not.toContain('at the other site');
  });

  it('reports in one line what the rules of the newsroom reject, and the remedy', async () => {
    configureContentGovernance({
      policies: [{ key: 'desk', label: 'The desk', kind: 'human' }],
      profiles: [{ key: 'strict', requirements: [{ policyKey: 'desk', blocking: true }] }],
      assignments: [{ contentType: 'article', publicationProfileKey: 'strict', enforcePublishReadiness: true }],
    });
    try {
      const file = write('archive.xml', wxr(item(31, 'post') + item(32, 'post')));
      const { status, stderr } = await run([file, '--source', 'archive']);
      expect([status, stderr.match(/Not ready to be published/g)?.length]).toEqual([1, 1]);
      expect(stderr).toMatch(/^2 pieces are refused by the rules of this newsroom: .*The desk: .*--draft imports them as drafts\./m);
      expect((await run([file, '--source', 'archive', '--draft'])).stdout).toContain('2 created');
    } finally {
      resetContentGovernance();
    }
  });

  it('undoes an import, except for later changes, and imports it again', async () => {
    const attachment = item(45, 'attachment', '<wp:attachment_url>https://blog.example/town.png</wp:attachment_url>');
    const draft = item(44, 'post').replace('>publish<', '>draft<');
    const file = write('undo.xml', wxr(item(41, 'post') + item(42, 'page') + item(43, 'post') + draft + attachment));
    expect((await run([file, '--source', 'undo'])).stdout).toContain('5 created');
    const database = await openDatabase(`sqlite:${join(folder, 'newsroom.sqlite')}`);
    try {
      const contents = new Contents(database);
      const statuses = async (): Promise<string[]> =>
        (
          await contents.list({
            where: { slug: { in: ['piece-41', 'piece-42', 'piece-43', 'piece-44'] }, status: { in: ['draft', 'published', 'deleted'] } },
            orderBy: 'slug',
          })
        ).map(({ slug, status }) => `${slug} ${status}`);
      const edited = await contents.find({ slug: 'piece-43' });
      if (edited) await Object.assign(edited, { title: 'Edited here' }).save();
      const dry = await run(['undo', 'undo', '--dry-run']);
      expect(dry.stdout.split('\n').filter((line) => line.includes('would be removed'))).toHaveLength(4);
      expect(dry.stdout).toContain('"Edited here" (published): was changed here since, and is kept');
      expect(dry.stdout).toContain('3 would be removed, 1 changed here since and kept, 0 failed.\nThis was a dry run');
      expect(await statuses()).toEqual(['piece-41 published', 'piece-42 published', 'piece-43 published', 'piece-44 draft']);

      const undone = await run(['undo', 'undo']);
      expect([undone.status, undone.stdout]).toEqual([0, expect.stringContaining('3 removed, 1 changed here since and kept')]);
      expect(undone.stdout).toContain('1 file stays as assets');
      expect(await statuses()).toEqual(['piece-41 deleted', 'piece-42 deleted', 'piece-43 published']);
      expect((await new ContentTrash(database).list({ where: { title: 'Piece 44' } })).length).toBe(1);
      expect((await run(['undo', 'undo'])).stdout).toContain('0 removed, 1 changed here since and kept, 0 failed. Nothing changed.');

      expect((await run([file, '--source', 'undo', '--json'])).status).toBe(0);
      expect(await statuses()).toEqual(['piece-41 published', 'piece-42 published', 'piece-43 published', 'piece-44 draft']);
      expect((await run([file, '--source', 'undo'])).stdout).toContain('Nothing changed.');
    } finally {
      await database.close();
    }
  });

  it('undoes the import of a Markdown folder, and lists the sources of imports', async () => {
    write('undone/_posts/2014-03-12-a.md', '---\ntitle: A\n---\nText\n');
    write('undone/_posts/2014-03-13-b.md', '---\ntitle: B\nstatus: draft\n---\nText\n');
    const posts = join(folder, 'undone');
    expect((await run([posts, '--as', 'markdown'])).stdout).toContain('2 created');
    expect((await run(['undo', posts])).stdout).toContain('2 removed');
    expect((await run(['undo', posts])).stdout).toContain('0 removed');
    expect((await run([posts, '--as', 'markdown'])).stdout).toContain('1 created, 1 updated');
    expect((await run([posts, '--as', 'markdown'])).stdout).toContain('2 unchanged');
    const other = await run(['undo', 'https://nobody.example']);
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('Nothing was imported from "https://nobody.example".')]);
    expect(other.stderr).toContain('"https://blog.example"');
  });

  it('names each language of a Markdown folder that is not a language tag', async () => {
    write('languages/a.md', '---\ntitle: A\nlanguage: English\n---\nText\n');
    const { stdout, stderr, status } = await run([join(folder, 'languages')]);
    expect([stdout, status]).toEqual(['1 created, 0 updated, 0 unchanged, 0 failed. Values left out: 1.\n', 0]);
    expect(stderr).toContain('a.md:3: language is left out: "English" is not a language tag such as en, pt-BR or zh-Hant.');
  });

  it('imports an export of Ghost, and requires its site', async () => {
    const posts = [{ id: 'g', title: 'G', slug: 'g', html: '<a href="__GHOST_URL__/x/">x</a>', status: 'published', visibility: 'public' }];
    const file = write('ghost.json', JSON.stringify({ db: [{ meta: { version: '5.1.0' }, data: { posts } }] }));
    const refused = await run([file]);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Specify the address of the site: --site')]);
    expect(reportOf(await run([file, '--site', 'https://blog.example', '--json']))).toMatchObject({ system: 'ghost', created: 1 });
  });

  it('distinguishes a Jekyll site from a Markdown folder, and remembers how a folder was imported', async () => {
    write('site/_config.yml', 'title: Site');
    write('site/_posts/2014-03-12-one.md', '---\ntitle: One\n---\n{% include x %}\n');
    write('site/_layouts/README.md', 'A part');
    const site = join(folder, 'site');
    expect(reportOf(await run([site, '--json']))).toMatchObject({ system: 'jekyll', created: 1, shortcodes: { include: 1 } });
    write('plain/_posts/2014-03-13-two.md', '---\ntitle: Two\n---\nText\n');
    const plain = join(folder, 'plain');
    expect((await run([plain, '--as', 'markdown'])).stdout).toContain('1 created');
    expect((await run([plain])).stdout).toBe('0 created, 0 updated, 1 unchanged, 0 failed. Nothing changed.\n');
    const dry = await run([plain, '--as', 'jekyll', '--dry-run']);
    expect(dry.stdout).toContain('This was a dry run: nothing was written.');
  });

  it.each<[string[], string]>([
    [['--as', 'hugo'], '--as is for folders'],
    [['--as', 'rails'], '--as must be one of markdown, hugo, jekyll.'],
  ])('refuses %j for a file, with 2', async (options, message) => {
    const { status, stderr } = await run([write('again.xml', wxr('')), ...options]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('rejects file options for a folder, and files that are not an export', async () => {
    write('folder/a.md', 'x');
    const folderOptions = await run([join(folder, 'folder'), '--fetch-files']);
    expect([folderOptions.status, folderOptions.stderr]).toEqual([2, expect.stringContaining('--fetch-files is for export files')]);
    const other = await run([write('notes.txt', 'Notes')]);
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('is neither XML nor JSON.')]);
  });
});
