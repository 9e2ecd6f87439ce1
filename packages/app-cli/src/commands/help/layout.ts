import { sanitizeLine } from '../../io/sanitize.ts';
import { displayWidth } from '../../output/table.ts';
import type { Style } from '../../output/style.ts';

/** A term and what it means. */
export type HelpEntry = readonly [term: string, meaning: string];

const MAX_TERM = 34;
const MAX_LINE = 1000;

/** Returns a heading with entries in two columns; an empty string for no entries. */
export function helpSection(title: string, entries: readonly HelpEntry[], style: Style): string {
  if (entries.length === 0) return '';
  // Names and values in a catalog are the server's.
  const shown = entries.map(([term, meaning]): HelpEntry => [sanitizeLine(term, MAX_LINE), sanitizeLine(meaning, MAX_LINE)]);
  const width = Math.min(MAX_TERM, Math.max(...shown.map(([term]) => displayWidth(term))));
  const lines = shown.map(([term, meaning]) => {
    const own = displayWidth(term);
    const gap = own > width ? `\n  ${' '.repeat(width)}` : ' '.repeat(width - own);
    return meaning === '' ? `  ${term}` : `  ${term}${gap}  ${meaning}`;
  });
  return `\n${style.bold(title)}\n${lines.join('\n')}\n`;
}
