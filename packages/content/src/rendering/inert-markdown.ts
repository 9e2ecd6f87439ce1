import { textWorkers } from './text-workers.ts';

/**
 * A text that a stranger sent, as Markdown in which nothing acts: plain text is escaped so that it reads as it was written;
 * Markdown keeps its headings, lists and links, and its HTML and pictures become text.
 *
 * @throws ValidationError `too_complex` for a text made to keep the parser busy
 * @example
 * await inertMarkdown('2 * 3 * 4 <b>', 'text'); // '2 \\* 3 \\* 4 \\<b>\n'
 */
export function inertMarkdown(text: string, format: 'text' | 'markdown'): Promise<string> {
  return textWorkers.run({ task: 'make-inert', text, format });
}
