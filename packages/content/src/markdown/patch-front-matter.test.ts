import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Content } from '../content/content.ts';
import { contentToString } from './content-to-string.ts';
import { postOf } from './post.ts';
import { parseMarkdown } from './string-to-content.ts';

const FILE = '2015-09-04-debt.md';

const POST = `---
# about this piece
title: "What is 'technical' debt?"   # quoted so
date: 2015-09-04
layout: post
authors:
- chrisc
- sarah

# the tags
tags: [best practices,  technical debt]
excerpt: >
  In part two of our series on technical debt, we define
  what it is.

empty:
hero:   false
---
The text.
`;

/** The file as it is written after the record that was read from it was changed. */
function edited(text: string, change: (content: Content) => void): string {
  const { frontMatter, ...parsed } = parseMarkdown(text);
  const { columns, metadata, body } = postOf({ ...parsed, frontMatter }, FILE);
  const markdownSource = { file: FILE, sha256: '', rev: 1, context: '', frontMatter };
  const tags = columns.tags.map((tag) => tag.replaceAll(' ', '-'));
  const content = new Content({ ...columns, tags, metadata, body, markdownSource } as never);
  change(content);
  return contentToString(content);
}

/** The lines that only one of two texts has: `-` gone, `+` new. */
function difference(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}

describe('the front matter of a piece that was edited', () => {
  const frontMatterOf = (content: Content) => (content.metadata as Record<string, Record<string, unknown>>)['frontMatter'] ?? {};
  const edits: [string, (content: Content) => void, string[]][] = [
    ['a name that is new', (content) => (content.category = 'news/city'), ['+ category: news/city']],
    [
      'a title with a comment behind it',
      (content) => (content.title = 'New: title'),
      [`- title: "What is 'technical' debt?"   # quoted so`, '+ title: "New: title"   # quoted so'],
    ],
    ['a list of lines', (content) => (content.authors = ['ada', 'sarah']), ['- - chrisc', '+ - ada']],
    [
      'a list in brackets',
      (content) => (content.tags = ['best-practices', 'new']),
      ['- tags: [best practices,  technical debt]', '+ tags: [best practices, new]'],
    ],
    [
      'a folded text',
      (content) => (content.description = 'Short.'),
      ['- excerpt: >', '-   In part two of our series on technical debt, we define', '-   what it is.', '+ excerpt: Short.'],
    ],
    [
      'a date',
      (content) => (content.publish_date = '2016-01-01T00:00:00.000Z'),
      ['- date: 2015-09-04', '+ date: 2016-01-01T00:00:00.000Z'],
    ],
    ['a name that goes', (content) => delete frontMatterOf(content)['hero'], ['- hero:   false']],
    ['a name without a value', (content) => (frontMatterOf(content)['empty'] = 'full'), ['- empty:', '+ empty: full']],
  ];

  it.each(edits)('differs in %s, and in nothing else', (_what, change, lines) => {
    const written = edited(POST, change);
    expect(difference(POST, written)).toEqual(lines);
  });

  it.each(edits)('keeps the line ends of the file with %s', (_what, change) => {
    const written = edited(POST.replaceAll('\n', '\r\n'), change);
    expect(written.replaceAll('\r\n', '\n')).toBe(edited(POST, change));
    expect(written.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    ['a mapping in braces', '---\n{title: One, layout: wide}\n---\nText.\n'],
    ['a value that is repeated by its anchor', '---\ntitle: &t One\nlayout: *t\n---\nText.\n'],
    ['names that stand further in', '---\n  title: One\n  layout: wide\n---\nText.\n'],
    ['a name after a question mark', '---\n? title\n: One\nlayout: wide\n---\nText.\n'],
  ])('is written anew where it cannot be set line by line: %s', (_what, text) => {
    const read = parseMarkdown(edited(text, (content) => (content.category = 'news')));
    expect(read.columns).toMatchObject({ title: 'One', category: 'news' });
    expect(read.unknown).toEqual({ layout: parseMarkdown(text).unknown['layout'] });
  });

  it('says what the record says, whatever is written into it', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 3 }), texts, (title, authors, note) => {
        const written = edited(POST, (content) => {
          content.title = title;
          content.authors = authors;
          content.description = note;
          frontMatterOf(content)['empty'] = note;
        });
        const { columns, unknown } = parseMarkdown(written);
        const tidy = (text: string): string => text.trim().replaceAll(/\s*[\r\n]\s*/g, ' ');
        expect(tidy(columns.title ?? '')).toBe(tidy(title));
        expect([columns.authors, columns.publish_date, unknown['layout'], unknown['empty']]).toEqual([
          authors,
          '2015-09-04T00:00:00.000Z',
          'post',
          note,
        ]);
      }),
    );
  });
});
