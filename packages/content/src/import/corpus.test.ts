import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { Tags } from '@colophon/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import {
  Content,
  Contents,
  contentToString,
  exportMarkdownFolder,
  importMarkdownFolder,
  type ImportReport,
  renderBody,
  stringToContent,
} from '../index.ts';

const dir = process.env['COLOPHON_POSTS_DIR'];

if (dir === undefined) {
  console.log(
    'COLOPHON_POSTS_DIR is not set: the tests of a folder of posts are skipped. Set it to a folder of Markdown posts to run them.',
  );
}

describe.skipIf(dir === undefined)('a folder of real posts (COLOPHON_POSTS_DIR)', () => {
  const posts = dir ?? '';
  let files: string[] = [];
  beforeAll(async () => {
    files = (await readdir(posts)).filter((file) => file.endsWith('.md')).toSorted();
  });

  it('contains posts', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it('has equal bodies and front matter after reading and writing', async () => {
    for (const file of files) {
      const text = await readFile(join(posts, file), 'utf8');
      const content = stringToContent(text);
      expect(text.endsWith(content.body), file).toBe(true);
      const again = stringToContent(contentToString(new Content(content as never)));
      expect({ ...again, ...STATED }, file).toEqual({ ...content, ...STATED });
    }
  });

  it('renders every body', async () => {
    for (const file of files) {
      const { body } = stringToContent(await readFile(join(posts, file), 'utf8'));
      expect(await renderBody({ body, bodyFormat: 'markdown' }), file).toMatch(/<p>|<h\d|^$/);
    }
  });

  describeOnEveryDatabase('imported', (open) => {
    const outputDirs: string[] = [];
    let newsroom: Newsroom;
    let report: ImportReport;
    let seconds = 0;
    beforeAll(async () => {
      newsroom = await newsroomIn(await open());
      const start = performance.now();
      report = await importMarkdownFolder({ database: newsroom.database, dir: posts });
      seconds = (performance.now() - start) / 1000;
    });
    afterAll(() => Promise.all(outputDirs.map((each) => rm(each, { recursive: true, force: true }))));

    it('imports every post within 20 seconds', () => {
      console.log(`${files.length} posts in ${seconds.toFixed(1)} s`);
      expect(report).toMatchObject({ created: files.length, updated: 0, unchanged: 0, failed: [] });
      expect(seconds).toBeLessThan(20);
    });

    it('shows all posts to anonymous readers, with title, date, authors and existing tags', async () => {
      const page = await newsroom.run('contents.list', { as: reader(), input: { limit: 1000 } });
      expect(page.count).toBe(files.length);
      const slugs = new Set((await new Tags(newsroom.database).listTags()).map((tag) => tag.slug));
      for (const item of page.items) {
        expect(item).toMatchObject({
          type: 'article',
          status: 'published',
          title: expect.stringMatching(/^\S.*\S$/),
          publish_date: expect.stringMatching(/^\d{4}-/),
        });
        for (const tag of item['tags'] as string[]) expect(slugs).toContain(tag);
      }
    });

    it('changes nothing in a second run, and reports that', async () => {
      expect(await importMarkdownFolder({ database: newsroom.database, dir: posts })).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: files.length,
        failed: [],
      });
      expect(await new Contents(newsroom.database).count({ where: { rev: { gt: 1 } } })).toBe(0);
    });

    it('exports every file byte for byte', async () => {
      const out = await mkdtemp(join(tmpdir(), 'colophon-corpus-'));
      outputDirs.push(out);
      expect(await exportMarkdownFolder({ database: newsroom.database, dir: out })).toMatchObject({ written: files.length, failed: [] });
      for (const file of files) expect((await readFile(join(out, file))).equals(await readFile(join(posts, file))), file).toBe(true);
    });
  });
});

/** The columns that these files omit, because their names or the import imply them. */
const STATED = { status: undefined, type: undefined, slug: undefined };
