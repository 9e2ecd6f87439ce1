import { parseSearch } from '@colophon/core/search';
import { expect, it } from 'vitest';
import { findPassages } from './find-passages.ts';
import { readBlocks } from './read-blocks.ts';

const find = (text: string, query: string, format = 'markdown') => findPassages(readBlocks(text, format), parseSearch(query));
const marked = (text: string, query: string, format?: string): string[] =>
  find(text, query, format).flatMap((passage) => passage.marks.map(([from, to]) => passage.text.slice(from, to)));

it.each([
  ['ß', 'Die Straße ist lang.', 'strasse', ['Straße']],
  ['a dotted I', 'İstanbul und Ankara', 'istanbul', ['İstanbul']],
  ['a ligature', 'The ﬁnance office', 'finance', ['ﬁnance']],
  ['emoji', '👩🏽‍🚀 forms 👩🏽‍🚀 forms', 'forms', ['forms', 'forms']],
  ['Arabic marks', 'قرأتُ كِتَابًا', 'كتابا', ['كِتَابًا']],
  ['a script without spaces', '東京都の図書館', '東京都', ['東京都']],
  ['emphasis', 'It is **very** *plain*.', 'plain', ['plain']],
  ['a phrase', 'plain words, plain language', '"plain language"', ['plain language']],
  ['a beginning', 'designers design', 'desi*', ['designers', 'design']],
  ['a list', '- one form\n- two', 'form', ['form']],
])('covers what is marked: %s', (_, text, query, expected) => {
  expect(marked(text, query)).toEqual(expected);
});

it.each([
  ['a script', 'Text <script>secret()</script> here', 'secret'],
  ['a block of script', '<script>\nsecret()\n</script>', 'secret'],
  ['a comment', 'Text <!-- secret --> here', 'secret'],
  ['the address of a link', '[Text](https://example.org/secret)', 'secret'],
  ['an excluded word', 'secret text', 'text -secret'],
])('shows nothing of %s', (_, text, query) => {
  expect(marked(text, query)).not.toContain('secret');
  expect(find(text, query.includes('-') ? 'nothing -secret' : query)).toEqual([]);
});

it('reads HTML as readers see it', () => {
  expect(marked('<p>A <b>plain</b> text<script>plain</script></p>', 'plain', 'html')).toEqual(['plain']);
});

it('is short, of whole words, and where most of them are', () => {
  const filler = 'Nothing of interest is said here at all. '.repeat(30);
  const text = `${filler}plain ${filler}\n\n${filler}plain language for forms. ${filler}\n\nforms`;
  const found = find(text, 'plain language forms');
  expect(found.some((passage) => /^… \w.*plain language for forms.* …$/s.test(passage.text))).toBe(true);
  expect(found.every((passage) => passage.text.length <= 244)).toBe(true);
  expect(found.length).toBe(2);
});

it('survives a text of a megabyte without a space, and one of a word of ten thousand letters', () => {
  expect(find('x'.repeat(1_000_000), 'plain')).toEqual([]);
  expect(find(`${'x'.repeat(10_000)} plain`, 'plain').map(({ marks }) => marks.length)).toEqual([1]);
});
