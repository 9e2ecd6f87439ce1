import { textWorkers } from './text-workers.ts';

/**
 * What readers of a text see of it once it is promoted: of Markdown its words without marks and with character references
 * resolved, and the addresses of its links behind them; plain text is shown as it was written.
 *
 * @throws ValidationError `too_complex` for a text made to keep the parser busy
 * @example
 * await shownText('c&#97;s**i**no', 'markdown'); // 'casino'
 */
export async function shownText(text: string, format: 'text' | 'markdown'): Promise<string> {
  return format === 'markdown' ? textWorkers.run({ task: 'read-markdown', text }) : text;
}
