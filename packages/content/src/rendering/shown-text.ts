import { textWorkers } from './text-workers.ts';

/**
 * Returns what readers of a text will see: for Markdown its words without markup and with character references resolved, followed by the
 * URLs of its links; plain text unchanged.
 *
 * @throws ValidationError `too_complex` for a text crafted to keep the parser busy
 * @example
 * await shownText('c&#97;s**i**no', 'markdown'); // 'casino'
 */
export async function shownText(text: string, format: 'text' | 'markdown'): Promise<string> {
  return format === 'markdown' ? textWorkers.run({ task: 'read-markdown', text }) : text;
}
