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

/** Returns the file as written after its record was changed. */
function edited(text: string, change: (content: Content) => void): string {
  const { frontMatter, ...parsed } = parseMarkdown(text);
  const { columns, metadata, body } = postOf({ ...parsed, frontMatter }, FILE);
  const markdownSource = { file: FILE, sha256: '', rev: 1, context: '', frontMatter };
  const tags = columns.tags.map((tag) => tag.replaceAll(' ', '-'));
  const content = new Content({ ...columns, tags, metadata, body, markdownSource } as never);
  change(content);
  return contentToString(content);
}

/** Returns the lines that differ between two texts: `-` removed, `+` added. */
function difference(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}

describe('the front matter of an edited piece', () => {
  const frontMatterOf = (content: Content) => (content.metadata as Record<string, Record<string, unknown>>)['frontMatter'] ?? {};
  const edits: [string, (content: Content) => void, string[]][] = [
    ['a new key', (content) => (content.category = 'news/city'), ['+ category: news/city']],
    [
      'a title followed by a comment',
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
    ['a removed key', (content) => delete frontMatterOf(content)['hero'], ['- hero:   false']],
    ['a key without a value', (content) => (frontMatterOf(content)['empty'] = 'full'), ['- empty:', '+ empty: full']],
  ];

  it.each(edits)('differs only in %s', (_what, change, lines) => {
    const result = edited(POST, change);
    expect(difference(POST, result)).toEqual(lines);
  });

  it.each(edits)('keeps the line ends of the file with %s', (_what, change) => {
    const result = edited(POST.replaceAll('\n', '\r\n'), change);
    expect(result.replaceAll('\r\n', '\n')).toBe(edited(POST, change));
    expect(result.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    ['a mapping in braces', '---\n{title: One, layout: wide}\n---\nText.\n'],
    ['a value that is referenced by its anchor', '---\ntitle: &t One\nlayout: *t\n---\nText.\n'],
    ['indented keys', '---\n  title: One\n  layout: wide\n---\nText.\n'],
    ['a key after a question mark', '---\n? title\n: One\nlayout: wide\n---\nText.\n'],
  ])('is rewritten if keys cannot be set individually: %s', (_what, text) => {
    const read = parseMarkdown(edited(text, (content) => (content.category = 'news')));
    expect(read.columns).toMatchObject({ title: 'One', category: 'news' });
    expect(read.unknown).toEqual({ layout: parseMarkdown(text).unknown['layout'] });
  });

  it('equals the record for arbitrary values', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 3 }), texts, (title, authors, note) => {
        const result = edited(POST, (content) => {
          content.title = title;
          content.authors = authors;
          content.description = note;
          frontMatterOf(content)['empty'] = note;
        });
        const { columns, unknown } = parseMarkdown(result);
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
