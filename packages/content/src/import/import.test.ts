import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Caller, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Tags } from '@colophon/tags';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { contributor, editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import { Contents, exportMarkdownFolder, importMarkdownFolder, type ImportProgress } from '../index.ts';

describeOnEveryDatabase('importing folders of Markdown', (open) => {
  const folders: string[] = [];
  let newsroom: Newsroom;
  let contents: Contents;
  let dir: string;

  const folder = async (): Promise<string> => {
    const created = await mkdtemp(join(tmpdir(), 'colophon-posts-'));
    folders.push(created);
    return created;
  };
  const write = async (file: string, text: string | Buffer, into = dir): Promise<void> => {
    await mkdir(dirname(join(into, file)), { recursive: true });
    await writeFile(join(into, file), text);
  };
  const run = (options: { as?: Caller; tenantId?: string | null; onProgress?: (progress: ImportProgress) => void } = {}) =>
    importMarkdownFolder({
      database: newsroom.database,
      dir,
      ...(options.as ? { call: makeCall({ caller: options.as }) } : {}),
      ...(options.tenantId === undefined ? {} : { tenantId: options.tenantId }),
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    });

  beforeEach(async () => {
    newsroom = await newsroomIn(await open());
    contents = new Contents(newsroom.database);
    dir = await folder();
  });
  afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

  describe('importing', () => {
    it('writes nothing in a dry run, and returns the same report', async () => {
      await write('2014-03-12-one.md', '---\ntitle: One\ntags: [new]\n---\nBody\n');
      await write('2014-03-13-bad.md', '---\ntitle: [\n---\n');
      const dry = await importMarkdownFolder({ database: newsroom.database, dir, dryRun: true });
      expect([await contents.count({}), await new Tags(newsroom.database).get('new')]).toEqual([0, undefined]);
      expect(dry).toMatchObject({ created: 1, failed: [{ file: '2014-03-13-bad.md' }] });
      expect(await run()).toEqual(dry);
    });

    it('names each language that is not a language tag, with file and line', async () => {
      await write('a.md', '---\ntitle: A\nlanguage: English\n---\n');
      await write('b/c.md', '---\nlanguage: [de, fr]\ntitle: C\n---\n');
      await write('fine.md', '---\ntitle: D\nlanguage: pt_br\n---\n');
      await write('none.md', '---\ntitle: E\nlanguage:\nstate: California\n---\n');
      await write('failed.md', '---\ntitle: F\nlanguage: German\ndate: soon\n---\n');
      const leftOut = [
        { file: 'a.md', name: 'language', value: 'English', line: 3 },
        { file: 'b/c.md', name: 'language', value: '["de","fr"]', line: 2 },
      ];
      const dry = await importMarkdownFolder({ database: newsroom.database, dir, dryRun: true });
      expect(dry).toMatchObject({ created: 4, failed: [{ file: 'failed.md' }], leftOut });
      expect(await run()).toEqual(dry);
      expect(await contents.bySlug({ slug: 'a' })).toMatchObject({ language: null, metadata: { frontMatter: { language: 'English' } } });
      expect(await run()).toMatchObject({ unchanged: 4, leftOut: [] });
      await write('a.md', '---\ntitle: A\nlanguage: Deutsch\n---\n');
      expect(await run()).toMatchObject({ updated: 1, leftOut: [{ file: 'a.md', value: 'Deutsch' }] });
    });

    it('creates published articles, dated by front matter or file name', async () => {
      await write(
        '2014-03-12-coming-soon.md',
        '---\ntitle: Coming soon\nauthors: [ada]\nexcerpt: In short\ntags:\n- open source\nlayout: post\n---\nBody\n',
      );
      await write('2014-03-19-hello.md', '---\ntitle: >\n  Hello,\n  world\ndate: 2014-03-20 10:00:00 -4\n---\n\nBody');
      expect(await run()).toEqual({ created: 2, updated: 0, moved: 0, unchanged: 0, passedOver: [], failed: [], leftOut: [] });
      expect((await contents.bySlug({ slug: 'coming-soon' })).toJSON()).toMatchObject({
        type: 'article',
        status: 'published',
        title: 'Coming soon',
        authors: ['ada'],
        description: 'In short',
        tags: ['open-source'],
        publish_date: '2014-03-12T00:00:00.000Z',
        metadata: { frontMatter: { layout: 'post' } },
        body: 'Body\n',
        tenantId: null,
      });
      expect(await contents.bySlug({ slug: 'hello' })).toMatchObject({
        title: 'Hello, world',
        publish_date: '2014-03-20T14:00:00.000Z',
        body: '\nBody',
      });
      expect(await new Tags(newsroom.database).get('open-source')).toMatchObject({ name: 'open source', context: 'global' });
    });

    it('derives title, slug and date from the heading or the file name', async () => {
      await write('no-front-matter.md', 'Text\n\n# The heading #\n');
      await write('Some_Name.of-A-File.markdown', 'Text');
      await write('deep/down/essay/index.md', 'Text');
      await write('2024-12-5-short-day.md', '---\ntitle: x\n---\n');
      await write('2024-13-45-no-day.md', '---\ntitle: x\n---\n');
      await write('with spaces & more.md', '---\nslug:\ntitle:\n---\n');
      expect((await run()).failed).toEqual([]);
      const today = new Date().toISOString().slice(0, 10);
      const rows = (await contents.list({ orderBy: 'slug' })).map(({ slug, title, publish_date }) => [
        slug,
        title,
        publish_date?.slice(0, 10),
      ]);
      expect(rows).toEqual([
        ['2024-13-45-no-day', 'x', today],
        ['Some_Name.of-A-File', 'Some Name.of A File', today],
        ['essay', 'essay', today],
        ['no-front-matter', 'The heading', today],
        ['short-day', 'x', '2024-12-05'],
        ['with-spaces-and-more', 'with spaces & more', today],
      ]);
    });

    it('does not publish drafts', async () => {
      await write('a.md', '---\ntitle: a\npublished: false\n---\n');
      await write('b.md', '---\ntitle: b\ndraft: true\n---\n');
      await write('c.md', '---\ntitle: c\nstatus: review\n---\n');
      await run();
      expect((await contents.list({ orderBy: 'slug' })).map((each) => each.status)).toEqual(['draft', 'draft', 'review']);
    });

    it('gives a duplicate slug its date as context, and loses nothing', async () => {
      await write('2019-01-01-award.md', '---\ntitle: Award\n---\nSame');
      await write('2020-02-02-award.md', '---\ntitle: Award\n---\nSame');
      await write('more/2020-02-02-award.md', '---\ntitle: Award\n---\nSame');
      await write('more/award.md', '---\ntitle: Award\n---\nSame');
      await write('z/award.md', '---\ntitle: Award\n---\nSame');
      expect(await run()).toMatchObject({ created: 5, failed: [] });
      expect((await contents.list({ orderBy: 'context' })).map((each) => each.context)).toEqual([
        '',
        '2',
        '2020-02-02',
        '2020-02-02-2',
        '3',
      ]);
      expect(await run()).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
    });

    it('does not overwrite a record that was not imported', async () => {
      const about = await contents.add({ title: 'About', slug: 'about', body: 'By hand' });
      await write('2020-02-02-about.md', '---\ntitle: About\n---\nFrom a file');
      expect(await run()).toMatchObject({ created: 1 });
      expect(await contents.require(about.id)).toMatchObject({ body: 'By hand', rev: 1 });
      expect(await contents.bySlug({ slug: 'about', context: '2020-02-02' })).toMatchObject({ body: 'From a file' });
    });

    it('changes nothing in a second run', async () => {
      await write('2020-01-01-a.md', '---\ntitle: " A "\ntags: [One, two]\ndate: 2020-01-01\n---\nA');
      await write('b.md', 'B');
      await run();
      const before = JSON.stringify((await contents.rows({ orderBy: 'id', fields: ['rev', 'updated_at', 'title', 'tags'] })).items);
      const audits = (await newsroom.run('audit-entries.list', { as: { ...editor(), role: 'admin' } })).count;
      expect(await run()).toEqual({ created: 0, updated: 0, moved: 0, unchanged: 2, passedOver: [], failed: [], leftOut: [] });
      expect(JSON.stringify((await contents.rows({ orderBy: 'id', fields: ['rev', 'updated_at', 'title', 'tags'] })).items)).toBe(before);
      expect((await newsroom.run('audit-entries.list', { as: { ...editor(), role: 'admin' } })).count).toBe(audits);
    });

    it('updates the record of a changed file, and clears values removed from the file', async () => {
      await write('a.md', '---\ntitle: A\nexcerpt: short\ntags: [x, y]\n---\nA');
      await run();
      await write('a.md', '---\ntitle: B\ntags: [y]\n---\nB');
      expect(await run()).toMatchObject({ created: 0, updated: 1 });
      expect(await contents.bySlug({ slug: 'a' })).toMatchObject({ title: 'B', description: null, tags: ['y'], body: 'B', rev: 2 });
      await write('a.md', '---\ntitle: C\n---\nC');
      expect(await run()).toMatchObject({ updated: 1 });
    });

    it('keeps local edits, and reports a conflict if the file changed as well', async () => {
      await write('a.md', '---\ntitle: A\n---\nA');
      await run();
      const record = await contents.bySlug({ slug: 'a' });
      await contents.update(record.id, { title: 'Edited here' });
      expect(await run()).toMatchObject({ unchanged: 1, failed: [] });
      await write('a.md', '---\ntitle: Edited there\n---\nA');
      expect((await run()).failed).toMatchObject([{ file: 'a.md', line: 1, code: 'edited_here' }]);
      expect((await contents.require(record.id)).title).toBe('Edited here');
    });

    it('does not restore deleted records, and creates no duplicate of a moved file', async () => {
      await write('2020-01-01-a.md', '---\ntitle: A\n---\nA');
      await run();
      const record = await contents.bySlug({ slug: 'a' });
      await mkdir(join(dir, 'moved'));
      await rename(join(dir, '2020-01-01-a.md'), join(dir, 'moved/2020-01-01-a.md'));
      expect(await run()).toMatchObject({ created: 0, moved: 1, unchanged: 0 });
      await record.delete();
      expect(await run()).toMatchObject({ created: 0, unchanged: 1 });
      expect((await contents.require(record.id)).status).toBe('deleted');
      await write('moved/2020-01-01-a.md', '---\ntitle: A2\n---\nA');
      expect((await run()).failed).toMatchObject([{ code: 'edited_here' }]);
    });

    it('recognizes an imported post after a file with the same slug and an earlier name was added', async () => {
      await write('2020-01-01-a.md', '---\ntitle: Second\n---\nsecond');
      await run();
      await write('2019-01-01-a.md', '---\ntitle: First\n---\nfirst');
      expect(await run()).toMatchObject({ created: 1, unchanged: 1 });
      expect(await contents.bySlug({ slug: 'a' })).toMatchObject({ title: 'Second' });
      expect(await contents.bySlug({ slug: 'a', context: '2019-01-01' })).toMatchObject({ title: 'First' });
    });

    it('reports unreadable files with their line, and imports the others', async () => {
      for (let count = 0; count < 60; count += 1) await write(`good-${count}.md`, `---\ntitle: Good ${count}\n---\n`);
      await write('a-bad-date.md', '---\ntitle: x\n\ndate: someday\n---\n');
      await write('b-bad-yaml.md', '---\ntitle: x\na: b: c\n---\n');
      await write('c-open.md', '---\ntitle: x\n');
      await write('d-latin1.md', Buffer.from('---\ntitle: x\n---\n\nCaf\xe9', 'latin1'));
      await write('e-nul.md', 'a\nb\0');
      await write('f-title.md', `---\ntitle: ${'x'.repeat(2000)}\n---\n`);
      await write('g-replacement.md', '---\ntitle: "\uFFFD"\n---\n\uFFFD');
      const report = await run();
      expect(report).toMatchObject({ created: 61, updated: 0 });
      expect(report.failed.map(({ file, line, code }) => `${file} ${line} ${code}`).toSorted()).toEqual([
        'a-bad-date.md 4 bad_date',
        'b-bad-yaml.md 3 front_matter_syntax',
        'c-open.md 1 front_matter_unclosed',
        'd-latin1.md 5 not_text',
        'e-nul.md 2 not_text',
        'f-title.md 1 validation',
      ]);
      expect(report.failed.every((each) => each.message.length > 10)).toBe(true);
    });

    it('names the files that it skips: hidden ones and those that are not Markdown; follows no links, and rejects links that leave the folder', async () => {
      const outside = await folder();
      await write('secret.md', '---\ntitle: Secret\n---\n', outside);
      await write('a.md', 'A');
      await write('LICENSE', 'x');
      await write('image.png', 'x');
      await write('.draft.md', 'x');
      await write('notes/.draft.MD', 'x');
      await write('.DS_Store', 'x');
      await write('.git/config.md', 'x');
      await symlink(join(outside, 'secret.md'), join(dir, 'link.md'));
      await symlink(outside, join(dir, 'folder'));
      await symlink(join(dir, 'a.md'), join(dir, 'inside.md'));
      await symlink(join(dir, 'nowhere'), join(dir, 'dangling.md'));
      const report = await run();
      expect(report).toMatchObject({ created: 1, passedOver: ['.draft.md', 'LICENSE', 'image.png', 'inside.md', 'notes/.draft.MD'] });
      expect(report.failed.map(({ file, code }) => [file, code])).toEqual([
        ['dangling.md', 'link_out_of_folder'],
        ['folder', 'link_out_of_folder'],
        ['link.md', 'link_out_of_folder'],
      ]);
      expect(await contents.count()).toBe(1);
    });

    it('names a folder that is too deep to be read', async () => {
      const deep = Array.from({ length: 51 }, (_, level) => `l${level}`).join('/');
      await write(`${deep}/a.md`, 'A');
      await write('b.md', 'B');
      expect(await run()).toMatchObject({ created: 1, passedOver: [], failed: [{ file: deep, code: 'too_deep' }] });
    });

    it('reports its progress after each file', async () => {
      for (let count = 0; count < 3; count += 1) await write(`${count}.md`, `---\ntitle: ${count === 1 ? '[' : count}\n---\n`);
      const progress: ImportProgress[] = [];
      await run({ onProgress: (each) => progress.push(each) });
      expect(progress.map((each) => each.done)).toEqual([1, 2, 3]);
      expect(progress.every((each) => each.total === 3)).toBe(true);
      expect(progress.find((each) => each.file === '1.md')?.outcome).toBe('failed');
    });

    it('imports for a tenant if the caller may publish there', async () => {
      await write('a.md', 'A');
      await expect(run({ as: reader() })).rejects.toMatchObject({ status: 403 });
      await expect(run({ as: contributor() })).rejects.toMatchObject({ status: 403 });
      await expect(run({ as: editor('north'), tenantId: 'south' })).rejects.toMatchObject({ status: 403 });
      await expect(run({ as: editor('north'), tenantId: null })).rejects.toMatchObject({ status: 403 });
      expect(await run({ as: editor('north') })).toMatchObject({ created: 1 });
      expect(await run({ tenantId: 'south' })).toMatchObject({ created: 1 });
      expect(await run()).toMatchObject({ created: 1 });
      expect((await contents.list({ orderBy: 'tenantId' })).map((each) => each.tenantId)).toEqual([null, 'north', 'south']);
    });

    it('fails if the folder does not exist', async () => {
      await rm(dir, { recursive: true });
      await expect(run()).rejects.toMatchObject({ status: 400, code: 'no_such_folder' });
    });
  });

  describe('exporting', () => {
    const POSTS: Record<string, string> = {
      '2014-03-12-coming-soon.md':
        '\uFEFF---  \r\ntitle:   "Odd  spacing"   # a comment\r\ndate: 2014-03-12 10:00:00 -4\r\ntags: [open source, 18F]\r\nimage:\r\n---\r\n\r\nBody\r\n',
      '2015-01-01-by-name.md':
        '---\ntitle: >\n  Two\n  lines\nexcerpt: "It began\nand went on"\ndescription: Other\nauthors:\n- ada\nhero: false\n...\n---\n\nA rule',
      '2016-01-01-by-name.md': '---\ntitle: Again\n---\nThe same slug',
      'nested/plain.md': 'No front matter\n---\nat all',
    };

    it('exports unedited files byte for byte', async () => {
      for (const [file, text] of Object.entries(POSTS)) await write(file, text);
      await run();
      const out = await folder();
      expect(await exportMarkdownFolder({ database: newsroom.database, dir: out })).toEqual({
        written: 4,
        unchanged: 0,
        failed: [],
        leftOut: {},
      });
      for (const [file, text] of Object.entries(POSTS)) expect(await readFile(join(out, file), 'utf8')).toBe(text);
      expect(await exportMarkdownFolder({ database: newsroom.database, dir: out })).toEqual({
        written: 0,
        unchanged: 4,
        failed: [],
        leftOut: {},
      });
    });

    it('changes only the edited values in the front matter', async () => {
      for (const [file, text] of Object.entries(POSTS)) await write(file, text);
      await run();
      const record = await contents.bySlug({ slug: 'by-name' });
      await contents.update(record.id, {
        status: 'draft',
        description: null,
        tags: ['new'],
        authors: ['grace'],
        metadata: { frontMatter: { description: 'Other', hero: true }, own: 1 },
        body: 'New',
      });
      const out = await folder();
      await exportMarkdownFolder({ database: newsroom.database, dir: out });
      expect(await readFile(join(out, '2015-01-01-by-name.md'), 'utf8')).toBe(
        '---\ntitle: >\n  Two lines\nexcerpt: ""\ndescription: Other\nauthors:\n  - grace\nhero: true\nstatus: draft\ntags:\n  - new\nmetadata:\n  own: 1\n...\nNew',
      );
    });

    it('changes nothing if the edited records are exported into the folder and imported again, and then takes edits from the files', async () => {
      for (const [file, text] of Object.entries(POSTS)) await write(file, text);
      await run();
      const edits = {
        status: 'archived' as const,
        title: 'Edited: here',
        description: null,
        tags: ['new'],
        authors: ['grace'],
        body: 'New\n',
      };
      for (const { id, metadata } of await contents.list({})) await contents.update(id, { ...edits, metadata: { ...metadata, own: 1 } });
      const revisions = async () =>
        (await contents.list({ orderBy: 'id' })).map(({ id, rev, title, status }) => ({ id, rev, title, status }));
      const edited = await revisions();
      await exportMarkdownFolder({ database: newsroom.database, dir });
      for (let again = 0; again < 2; again += 1)
        expect(await run()).toMatchObject({ created: 0, updated: 0, moved: 0, unchanged: Object.keys(POSTS).length, failed: [] });
      expect(await revisions()).toEqual(edited);
      const plain = await readFile(join(dir, 'nested/plain.md'), 'utf8');
      await write('nested/plain.md', plain.replace('Edited: here', 'Edited there'));
      expect(await run()).toMatchObject({ updated: 1, failed: [] });
      expect((await contents.bySlug({ slug: 'plain' })).title).toBe('Edited there');
    });

    it('is imported into another database unchanged', async () => {
      await contents.add({
        title: 'A',
        type: 'document',
        slug: 'a',
        context: 'deep/down',
        status: 'draft',
        publish_date: '2020-02-02',
        body: '---\n',
      });
      await contents.add({
        title: 'B',
        type: 'mirror',
        url: 'https://example.org/',
        status: 'archived',
        tags: ['x y'],
        metadata: { a: { b: [1, null] } },
      });
      await contents.add({ title: 'C', type: 'article', bodyFormat: 'html', body: '<p>C</p>', status: 'published', description: '' });
      const out = await folder();
      await exportMarkdownFolder({ database: newsroom.database, dir: out });
      expect((await readdir(out, { recursive: true })).toSorted()).toEqual([
        'b.md',
        'c.md',
        'deep',
        'deep/down',
        'deep/down/2020-02-02-a.md',
      ]);
      const other = await newsroomIn(await open());
      expect(await importMarkdownFolder({ database: other.database, dir: out })).toMatchObject({ created: 3, failed: [] });
      const all = async (database: Newsroom['database']) =>
        (await new Contents(database).list({ orderBy: 'slug' })).map((each) => {
          const { id: _id, rev: _rev, created_at: _created, updated_at: _updated, ...fields } = each.toJSON();
          return fields;
        });
      expect(await all(other.database)).toEqual(await all(newsroom.database));
    });

    it('writes only what the caller can read: no drafts or scheduled posts for a reader', async () => {
      await contents.add({ title: 'Seen', status: 'published' });
      await contents.add({ title: 'Draft' });
      await contents.add({ title: 'Future', status: 'published', publish_date: '2999-01-01' });
      await contents.add({ title: 'Foreign', status: 'published', tenantId: 'south' });
      const out = await folder();
      const call = makeCall({ caller: reader() });
      expect(await exportMarkdownFolder({ database: newsroom.database, dir: out, call })).toMatchObject({ written: 1 });
      expect(await readdir(out)).toEqual(['seen.md']);
      await expect(exportMarkdownFolder({ database: newsroom.database, dir: out, call, tenantId: 'south' })).rejects.toMatchObject({
        status: 403,
      });
    });
  });

  describe('syncing articles to a folder', () => {
    it('writes each article under its context and slug, once', async () => {
      await contents.add({ title: 'A', type: 'article', context: 'news/local', tags: ['t'], body: 'A\n' });
      await contents.add({ title: 'B', type: 'article', bodyFormat: 'html', body: '<p><b>B</b></p>' });
      await contents.add({ title: 'No article', type: 'document' });
      const deleted = await contents.add({ title: 'Gone', type: 'article', status: 'published' });
      await deleted.delete();
      const out = join(await folder(), 'made/here');
      expect(await contents.syncContentDir({ contentDir: out })).toEqual({ written: 2, unchanged: 0, failed: [], leftOut: {} });
      expect(await readFile(join(out, 'news/local/a/index.md'), 'utf8')).toBe(
        '---\ntitle: A\nslug: a\ncontext: news/local\ntype: article\nstatus: draft\ntags:\n  - t\n---\nA\n',
      );
      expect(await readFile(join(out, 'b/index.md'), 'utf8')).toMatch(/---\n\*\*B\*\*\n$/);
      expect(await contents.syncContentDir({ contentDir: out })).toEqual({ written: 0, unchanged: 2, failed: [], leftOut: {} });
      const other = await newsroomIn(await open());
      await importMarkdownFolder({ database: other.database, dir: out });
      expect(await new Contents(other.database).bySlug({ slug: 'a', context: 'news/local' })).toMatchObject({
        status: 'draft',
        tags: ['t'],
      });
    });

    it.each(['..', '../..', 'a/../../b', '/etc', 'a//b', 'a\\..\\b', '.', 'a/./b', 'x'.repeat(300)])(
      'rejects the context %j and writes the other articles',
      async (context) => {
        await contents.add({ title: 'Good', type: 'article' });
        const { id } = await contents.add({ title: 'Evil', slug: 'evil', type: 'article' });
        // Older databases may contain such contexts, which are rejected now.
        const { database } = contents;
        await database.run(database.dialect.builder.updateTable('contents').set({ context }).where('id', '=', id).compile());
        const parent = await folder();
        const error: unknown = await contents.syncContentDir({ contentDir: join(parent, 'out') }).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ status: 422, code: 'path_leaves_folder', extensions: { written: 1, failed: [{ slug: 'evil' }] } });
        expect((await readdir(parent, { recursive: true })).toSorted()).toEqual(['out', 'out/good', 'out/good/index.md']);
      },
    );

    it('neither follows nor replaces links', async () => {
      await contents.add({ title: 'A', slug: 'a', type: 'article', context: 'linked' });
      await contents.add({ title: 'B', slug: 'b', type: 'article' });
      const [out, outside] = [await folder(), await folder()];
      await symlink(outside, join(out, 'linked'));
      await mkdir(join(out, 'b'));
      await write('target.md', 'untouched', outside);
      await symlink(join(outside, 'target.md'), join(out, 'b/index.md'));
      await expect(contents.syncContentDir({ contentDir: out })).rejects.toMatchObject({ extensions: { written: 0, failed: [{}, {}] } });
      expect(await readdir(outside)).toEqual(['target.md']);
      expect(await readFile(join(outside, 'target.md'), 'utf8')).toBe('untouched');
    });

    it('is available as a local command only', () => {
      const operation = newsroom.table.operation('contents.syncContentDir');
      expect(operation?.exposed).toEqual({ api: false, mcp: false, cli: false });
      expect(newsroom.table.localCommands.map((each) => `${each.slug} ${each.commandName}`)).toContain('contents sync-content-dir');
    });
  });
});
