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
    'COLOPHON_POSTS_DIR is not set: the tests over a whole folder of posts are skipped. Set it to a folder of Markdown posts to run them.',
  );
}

describe.skipIf(dir === undefined)('a whole folder of posts (COLOPHON_POSTS_DIR)', () => {
  const posts = dir ?? '';
  let files: string[] = [];
  beforeAll(async () => {
    files = (await readdir(posts)).filter((file) => file.endsWith('.md')).toSorted();
  });

  it('holds posts', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it('comes back from reading and writing with equal bodies and front matter', async () => {
    for (const file of files) {
      const text = await readFile(join(posts, file), 'utf8');
      const content = stringToContent(text);
      expect(text.endsWith(content.body), file).toBe(true);
      const again = stringToContent(contentToString(new Content(content as never)));
      expect({ ...again, ...STATED }, file).toEqual({ ...content, ...STATED });
    }
  });

  it('is rendered, every body', async () => {
    for (const file of files) {
      const { body } = stringToContent(await readFile(join(posts, file), 'utf8'));
      expect(await renderBody({ body, bodyFormat: 'markdown' }), file).toMatch(/<p>|<h\d|^$/);
    }
  });

  describeOnEveryDatabase('importing it', (open) => {
    const made: string[] = [];
    let newsroom: Newsroom;
    let report: ImportReport;
    let seconds = 0;
    beforeAll(async () => {
      newsroom = await newsroomIn(await open());
      const start = performance.now();
      report = await importMarkdownFolder({ database: newsroom.database, dir: posts });
      seconds = (performance.now() - start) / 1000;
    });
    afterAll(() => Promise.all(made.map((each) => rm(each, { recursive: true, force: true }))));

    it('brings in every post, within seconds', () => {
      console.log(`${files.length} posts in ${seconds.toFixed(1)} s`);
      expect(report).toMatchObject({ created: files.length, updated: 0, unchanged: 0, failed: [] });
      expect(seconds).toBeLessThan(20);
    });

    it('shows them all to readers who are not signed in, with title, date, authors and tags that exist', async () => {
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

    it('changes nothing at a second run, and says so', async () => {
      expect(await importMarkdownFolder({ database: newsroom.database, dir: posts })).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: files.length,
        failed: [],
      });
      expect(await new Contents(newsroom.database).count({ where: { rev: { gt: 1 } } })).toBe(0);
    });

    it('gives back every file, byte for byte', async () => {
      const out = await mkdtemp(join(tmpdir(), 'colophon-corpus-'));
      made.push(out);
      expect(await exportMarkdownFolder({ database: newsroom.database, dir: out })).toMatchObject({ written: files.length, failed: [] });
      for (const file of files) expect((await readFile(join(out, file))).equals(await readFile(join(posts, file))), file).toBe(true);
    });
  });
});

/** What every record states and these files leave to their names and to the import. */
const STATED = { status: undefined, type: undefined, slug: undefined };
