import type { SearchTerm } from '@colophon/core/search';
import type { Passage } from './find-passages.ts';
import type { DiffPart } from './word-diff.ts';
import type { RenderableBody } from './renderable-body.ts';

/** Work on texts whose cost depends on untrusted input. */
export type TextTask =
  | ({ readonly task: 'render' } & RenderableBody)
  | { readonly task: 'write-markdown'; readonly html: string }
  | { readonly task: 'make-inert'; readonly text: string; readonly format: 'text' | 'markdown' }
  | { readonly task: 'read-markdown'; readonly text: string }
  | { readonly task: 'compare'; readonly before: string; readonly after: string }
  | { readonly task: 'find-dictated'; readonly answer: string; readonly text: string }
  | { readonly task: 'read-blocks'; readonly text: string; readonly format: string }
  // The terms are the JSON of `SearchTerm[]`.
  | { readonly task: 'find-passages'; readonly text: string; readonly format: string; readonly terms: string };

/** The results of the tasks. */
export interface TextResults {
  readonly render: string;
  readonly 'write-markdown': string;
  readonly 'make-inert': string;
  readonly 'read-markdown': string;
  readonly compare: readonly DiffPart[];
  readonly 'find-dictated': boolean;
  readonly 'read-blocks': readonly string[];
  readonly 'find-passages': readonly Passage[];
}

export type TextResult = TextResults[keyof TextResults];

/**
 * A result may have this many characters, and four for each of its input: a footnote with tens of thousands of references makes a
 * body of half a megabyte as long as a library, which then has to be copied, hashed and compressed in the event loop.
 */
const LONG_RESULT = 2_000_000;
const GROWTH = 4;

/**
 * Does the work in this thread; libraries are loaded on first use.
 *
 * @throws RangeError if the result is too long
 */
export async function doTextTask(input: TextTask): Promise<TextResult> {
  const result = await resultOf(input);
  if (typeof result === 'string' && result.length > LONG_RESULT + GROWTH * sizeOfTask(input))
    throw new RangeError('The result is too long.');
  return result;
}

async function resultOf(input: TextTask): Promise<TextResult> {
  switch (input.task) {
    case 'render':
      return (await import('./html-renderer.ts')).renderHtml(input);
    case 'write-markdown':
      return (await import('./markdown-writer.ts')).writeMarkdown(input.html);
    case 'make-inert':
      return (await import('./inert-writer.ts')).writeInert(input.text, input.format);
    case 'read-markdown':
      return (await import('./markdown-reader.ts')).readMarkdown(input.text);
    case 'compare':
      return (await import('./word-diff.ts')).diffWords(input.before, input.after);
    case 'find-dictated':
      return (await import('./dictated-text.ts')).isDictated(input.answer, input.text);
    case 'read-blocks':
      return (await import('./read-blocks.ts')).readBlocks(input.text, input.format);
    case 'find-passages': {
      const blocks = (await import('./read-blocks.ts')).readBlocks(input.text, input.format);
      return (await import('./find-passages.ts')).findPassages(blocks, JSON.parse(input.terms) as SearchTerm[]);
    }
  }
}

/** Returns the number of characters that a task processes. */
export function sizeOfTask(input: TextTask): number {
  switch (input.task) {
    case 'render':
      return input.body.length;
    case 'write-markdown':
      return input.html.length;
    case 'make-inert':
    case 'read-markdown':
    case 'read-blocks':
    case 'find-passages':
      return input.text.length;
    case 'compare':
      return input.before.length + input.after.length;
    case 'find-dictated':
      return input.answer.length + input.text.length;
  }
}
