import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { openDatabase } from '@colophon/core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { Contents, exportMarkdownFolder, importMarkdownFolder, type ImportOptions } from '../index.ts';

describeOnEveryDatabase('importing folders again, also after moving or renaming them', (open) => {
  const folders: string[] = [];
  let newsroom: Newsroom;
  let contents: Contents;
  let dir: string;

  const folder = async (): Promise<string> => {
    const created = await mkdtemp(join(tmpdir(), 'colophon-lossless-'));
    folders.push(created);
    return created;
  };
  const write = async (file: string, text: string, into = dir): Promise<void> => {
    await mkdir(dirname(join(into, file)), { recursive: true });
    await writeFile(join(into, file), text);
  };
  const move = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(join(dir, to)), { recursive: true });
    await rename(join(dir, from), join(dir, to));
  };
  const run = (options: Partial<ImportOptions> = {}) => importMarkdownFolder({ database: newsroom.database, dir, ...options });
  /** The id of each record, by its text. */
  const idsByBody = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await contents.list({ limit: 1000 })).map(({ body, id }) => [body, id]));
  const exported = async (file: string): Promise<string> => {
    const out = await folder();
    expect((await exportMarkdownFolder({ database: newsroom.database, dir: out })).failed).toEqual([]);
    return readFile(join(out, file), 'utf8');
  };

  beforeEach(async () => {
    newsroom = await newsroomIn(await open());
    contents = new Contents(newsroom.database);
    dir = await folder();
  });
  afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

  it('keeps the records of another folder with the same file names', async () => {
    const [first, second] = [await folder(), await folder()];
    await write('about.md', '---\ntitle: First\n---\nfirst', first);
    await write('about.md', '---\ntitle: Second\n---\nsecond', second);
    await run({ dir: first });
    expect(await run({ dir: second })).toMatchObject({ created: 1, updated: 0, failed: [] });
    expect(Object.keys(await idsByBody()).toSorted()).toEqual(['first', 'second']);
    await write('about.md', '---\ntitle: Second\n---\nsecond, again', second);
    expect(await run({ dir: second })).toMatchObject({ updated: 1 });
    expect(await run({ dir: first })).toMatchObject({ unchanged: 1 });
    expect(Object.keys(await idsByBody()).toSorted()).toEqual(['first', 'second, again']);
  });

  it('recognizes a folder by its explicit name, and a moved folder by its content', async () => {
    await write('a.md', '---\ntitle: A\n---\nA');
    await run({ source: 'blog' });
    const copy = await folder();
    await write('a.md', '---\ntitle: A\n---\nA, edited', copy);
    expect(await run({ dir: copy, source: 'blog' })).toMatchObject({ created: 0, updated: 1 });
    await write('b.md', 'B', copy);
    await run({ dir: copy });
    const elsewhere = join(await folder(), 'moved');
    await rename(copy, elsewhere);
    const ids = await idsByBody();
    expect(await run({ dir: elsewhere })).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    await write('b.md', 'B, edited', elsewhere);
    expect(await run({ dir: elsewhere })).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect((await idsByBody())['B, edited']).toBe(ids['B']);
    for (const source of ['', ' ', '/etc', 'a/b', 'x'.repeat(300)])
      await expect(run({ source })).rejects.toMatchObject({ status: 400, code: 'bad_source' });
  });

  it('keeps the record and address of every file that was moved, renumbered or swapped', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `${String(index).padStart(2, '0')}-chapter.md`);
    // All titles and dates are equal, so only the text identifies a file.
    for (const [index, name] of names.entries()) await write(name, `---\ntitle: Chapter\ndate: 2020-01-01\n---\nText ${index}`);
    await write('swapped-a.md', '---\ntitle: A\n---\nA');
    await write('swapped-b.md', '---\ntitle: B\n---\nB');
    await run();
    const ids = await idsByBody();
    const slugs = Object.fromEntries((await contents.list({ limit: 1000 })).map(({ id, slug, context }) => [id, `${context}/${slug}`]));
    // Rename each file to its successor's name, and move half of them into a folder.
    for (const index of [...names.keys()].toReversed())
      await move(names[index] ?? '', `${index % 2 ? 'part/' : ''}${String(index + 1).padStart(2, '0')}-chapter.md`);
    await move('swapped-a.md', 'c.md');
    await move('swapped-b.md', 'swapped-a.md');
    await move('c.md', 'swapped-b.md');
    expect(await run()).toMatchObject({ created: 0, updated: 0, moved: 27, unchanged: 0, failed: [] });
    expect(await idsByBody()).toEqual(ids);
    expect(await contents.count({ where: { rev: { gt: 1 } } })).toBe(0);
    await write('swapped-a.md', '---\ntitle: B\n---\nB, edited');
    expect(await run()).toMatchObject({ updated: 1, unchanged: 26, failed: [] });
    const after = await contents.list({ limit: 1000 });
    expect(Object.fromEntries(after.map(({ id, slug, context }) => [id, `${context}/${slug}`]))).toEqual(slugs);
    expect(after.find(({ id }) => id === ids['B'])?.body).toBe('B, edited');
  });

  it('creates every post once, even if several imports run concurrently', async () => {
    for (let count = 0; count < 120; count += 1)
      await write(`2020-01-01-post-${count % 60}${count >= 60 ? '/index' : ''}.md`, `Text ${count}`);
    const other = await openDatabase(newsroom.database.url);
    try {
      const reports = await Promise.all([run(), run(), importMarkdownFolder({ database: other, dir })]);
      expect(reports.flatMap((each) => each.failed)).toEqual([]);
      expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(120);
      expect(await contents.count()).toBe(120);
      await write('2020-01-01-post-0.md', 'Changed');
      const again = await Promise.all([run(), importMarkdownFolder({ database: other, dir })]);
      expect(again.map(({ failed }) => failed)).toEqual([[], []]);
      expect(again.reduce((sum, { updated }) => sum + updated, 0)).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('does not restore a removed draft until its file changes', async () => {
    await write('a.md', '---\ntitle: A\ndraft: true\n---\nA');
    await write('b.md', '---\ntitle: B\ndraft: true\n---\nB');
    await run();
    const key = (await contents.bySlug({ slug: 'a' })).id;
    expect((await newsroom.run('contents.delete', { as: admin(), key })).status).toBe(200);
    expect(await contents.get(key)).toBeUndefined();
    expect(await run()).toMatchObject({ created: 0, unchanged: 2 });
    await move('a.md', 'moved/a.md');
    expect(await run()).toMatchObject({ created: 0, unchanged: 2 });
    await write('moved/a.md', '---\ntitle: A\ndraft: true\n---\nA, once more');
    expect(await run()).toMatchObject({ created: 1 });
  });

  it('imports published posts as drafts, and exports their files unchanged', async () => {
    const text = '---\ntitle: A\n---\nA';
    await write('a.md', text);
    await write('b.md', '---\ntitle: B\nstatus: archived\n---\nB');
    await run({ draft: true });
    expect((await contents.list({ orderBy: 'slug' })).map(({ status }) => status)).toEqual(['draft', 'archived']);
    expect(await exported('a.md')).toBe(text);
    await write('a.md', '---\ntitle: A2\n---\nA');
    expect(await run()).toMatchObject({ updated: 1 });
    const record = await contents.bySlug({ slug: 'a' });
    expect(record).toMatchObject({ title: 'A2', status: 'draft' });
    await contents.update(record.id, { status: 'published' });
    expect(await exported('a.md')).toBe('---\ntitle: A2\nstatus: published\n---\nA');
  });

  it('treats _index.md like index.md, with few queries for many of them', async () => {
    await write('essays/_index.md', 'Essays');
    await write('essays/one/index.md', 'One');
    await write('_index.md', 'Home');
    await run();
    expect((await contents.list({ orderBy: 'slug' })).map(({ slug }) => slug)).toEqual(['essays', 'index', 'one']);
    for (let count = 0; count < 300; count += 1) await write(`many/${count}/same/_index.md`, `Text ${count}`);
    let queries = 0;
    const watched = new Proxy(newsroom.database, {
      get(target, name) {
        if (name === 'first') queries += 1;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    expect(await run({ database: watched })).toMatchObject({ created: 300, failed: [] });
    expect(queries).toBeLessThan(300 * 8);
    expect(await contents.count({ where: { slug: 'same' } })).toBe(300);
  });

  it.each([
    ['toml.md', '+++\ntitle = "TOML"\n+++\nText'],
    ['empty-toml.md', '+++\n+++\nText'],
    ['json.md', ';;;\n"title": "JSON"\n;;;\nText'],
    ['braces.md', '{\n  "title": "JSON",\n  "draft": true\n}\n\nText'],
    ['one-line.md', '{"title": "JSON", "draft": true}\n\nText'],
    ['compact.md', '{ "title": "JSON",\n  "draft": true }\n\nText'],
  ])('reports front matter other than YAML (%s) and publishes none of it', async (file, text) => {
    await write(file, text);
    expect((await run()).failed).toMatchObject([{ file, line: 1, code: 'front_matter_not_yaml' }]);
    expect(await contents.count()).toBe(0);
  });

  it.each([
    '+++\nJust a line of plus signs',
    '{\n  "not closed": true\n',
    '{% raw %}\ntext',
    '+++ text +++\n',
    '{"a": 1} is an object.\n}\n',
  ])('treats %j as text', async (text) => {
    await write('text.md', text);
    expect(await run()).toMatchObject({ created: 1, failed: [] });
    expect(await exported('text.md')).toBe(text);
  });

  it('writes a body below the front matter of a file that had none', async () => {
    await write('a.md', '---\ntitle: A\n---');
    await write('b.md', '---\r\ntitle: B\r\n---');
    await run();
    expect(await exported('a.md')).toBe('---\ntitle: A\n---');
    await contents.update((await contents.bySlug({ slug: 'a' })).id, { body: 'Hello' });
    await contents.update((await contents.bySlug({ slug: 'b' })).id, { body: 'Hello', title: 'B2' });
    expect(await exported('a.md')).toBe('---\ntitle: A\n---\nHello');
    expect(await exported('b.md')).toBe('---\r\ntitle: B2\r\n---\r\nHello');
  });

  it('does not restore a cleared date from the name of the file', async () => {
    await write('2020-01-01-a.md', '---\ntitle: A\n---\nA');
    await write('2020-01-01-b.md', '---\ntitle: B\ndate: 2021-02-02 # then\nlayout: post\n---\nB');
    await write('2020-01-01-c.md', 'C');
    await write('d.md', '---\ntitle: D\ndate: 2021-02-02\n---\nD');
    await run();
    for (const slug of ['a', 'b', 'c', 'd']) await contents.update((await contents.bySlug({ slug })).id, { publish_date: null });
    expect(await exported('2020-01-01-a.md')).toBe('---\ntitle: A\npublish_date: null\n---\nA');
    expect(await exported('2020-01-01-b.md')).toBe('---\ntitle: B\nlayout: post\npublish_date: null\n---\nB');
    expect(await exported('d.md')).toBe('---\ntitle: D\n---\nD');
    const out = await folder();
    await exportMarkdownFolder({ database: newsroom.database, dir: out });
    const other = await newsroomIn(await open());
    expect(await importMarkdownFolder({ database: other.database, dir: out })).toMatchObject({ created: 4, failed: [] });
    // Published records always have a date, here the day of the import.
    const today = new Date().toISOString().slice(0, 10);
    const dates = (await new Contents(other.database).list()).map(({ publish_date }) => publish_date?.slice(0, 10));
    expect(dates).toEqual([today, today, today, today]);
  });

  it('keeps line ends of folded values', async () => {
    await write('a.md', '---\ntitle: A\nexcerpt: >\n  Folded\n  text\nsummary: |\n  Kept\n---\nA');
    await run();
    const record = await contents.bySlug({ slug: 'a' });
    expect(record).toMatchObject({ description: 'Folded text\n', metadata: { frontMatter: { summary: 'Kept\n' } } });
    await contents.add({ title: 'B', type: 'article', description: 'Two\nlines\n', body: 'B' });
    const out = await folder();
    await exportMarkdownFolder({ database: newsroom.database, dir: out });
    const other = await newsroomIn(await open());
    await importMarkdownFolder({ database: other.database, dir: out });
    const descriptions = (await new Contents(other.database).list({ orderBy: 'slug' })).map(({ description }) => description);
    expect(descriptions).toEqual(['Folded text\n', 'Two\nlines\n']);
  });

  it('keeps the id of a missing thumbnail, and exports it', async () => {
    const text = '---\ntitle: A\nthumbnailAssetId: of-another-place\n---\nA';
    await write('a.md', text);
    expect(await run()).toMatchObject({ created: 1, failed: [] });
    expect(await contents.bySlug({ slug: 'a' })).toMatchObject({ thumbnailAssetId: null });
    expect(await exported('a.md')).toBe(text);
    const as = editor();
    const markdown = await newsroom.run('contents.toMarkdown', { as, key: (await contents.bySlug({ slug: 'a' })).id });
    expect(String(markdown.value['markdown'])).toContain('thumbnailAssetId: of-another-place');
  });
});
