import type { FrontMatterText } from '../record/markdown-source.ts';
import { MarkdownError } from './markdown-error.ts';

/** The two parts of a Markdown file, character for character. */
export interface SplitMarkdown {
  readonly frontMatter: FrontMatterText | null;
  readonly body: string;
}

const OPENING = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r|$)/;
/** Front matter in other formats: TOML between lines of plus signs, JSON between lines of semicolons or in braces. */
const FOREIGN: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['TOML', /^\uFEFF?\+\+\+[ \t]*(?:\r\n|\n|\r)(?:[^]*?[\r\n])??\+\+\+[ \t]*(?:[\r\n]|$)/],
  // Never closed, but it begins with a value or a table.
  ['TOML', /^\uFEFF?\+\+\+[ \t]*(?:\r\n|\n|\r)\s*(?:[\w."-]+[ \t]*=|\[[\w."-]+\])/],
  ['JSON', /^\uFEFF?;;;[ \t]*(?:\r\n|\n|\r)(?:[^]*?[\r\n])??;;;[ \t]*(?:[\r\n]|$)/],
  ['JSON', /^\uFEFF?\{[ \t]*(?:\r\n|\n|\r)\s*"[^"\r\n]*"[ \t]*:[^]*?[\r\n]\}[ \t]*(?:[\r\n]|$)/],
  ['JSON', /^\uFEFF?\{[ \t]*"[^"\r\n]*"[ \t]*:[^\r\n]*\}[ \t]*(?:[\r\n]|$)/],
  ['JSON', /^\uFEFF?\{[ \t]*"[^"\r\n]*"[ \t]*:[^\r\n]*,[ \t]*(?:\r\n|\n|\r)[^]*?\}[ \t]*(?:[\r\n]|$)/],
];
const CLOSING = /(?<=^|[\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/;

/**
 * Splits a Markdown file into front matter and body. Front matter is at the very start, between two lines of three hyphens (three dots may
 * close it); a line of hyphens anywhere else is a horizontal rule.
 *
 * @throws MarkdownError if front matter is not closed, or is in another format than YAML
 */
export function splitFrontMatter(text: string): SplitMarkdown {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) {
    refuseForeign(text);
    return { frontMatter: null, body: text };
  }
  const remaining = text.slice(opening.length);
  const closing = CLOSING.exec(remaining);
  if (!closing) {
    throw new MarkdownError(
      'front_matter_unclosed',
      'the front matter opened here is never closed.',
      { line: 1, column: 1 },
      'Close it with a line of three hyphens; if the first line is meant as a horizontal rule, put an empty line before it.',
    );
  }
  const end = closing.index + closing[0].length;
  return { frontMatter: { opening, yaml: remaining.slice(0, closing.index), closing: closing[0] }, body: remaining.slice(end) };
}

/** Data for programs must never be treated as text for readers. */
function refuseForeign(text: string): void {
  const kind = FOREIGN.find(([, pattern]) => pattern.test(text))?.[0];
  if (kind === undefined) return;
  throw new MarkdownError(
    'front_matter_not_yaml',
    `the front matter is ${kind}.`,
    { line: 1, column: 1 },
    'Write it as YAML, between two lines of three hyphens; if it is meant as text, put an empty line before it.',
  );
}
