import { textWorkers } from './text-workers.ts';

/**
 * Converts an untrusted text to Markdown without active content: plain text is escaped so that it reads as written; Markdown keeps its
 * headings, lists and links, and its HTML and images become text.
 *
 * @throws ValidationError `too_complex` for a text crafted to keep the parser busy
 * @example
 * await inertMarkdown('2 * 3 * 4 <b>', 'text'); // '2 \\* 3 \\* 4 \\<b>\n'
 */
export function inertMarkdown(text: string, format: 'text' | 'markdown'): Promise<string> {
  return textWorkers.run({ task: 'make-inert', text, format });
}
