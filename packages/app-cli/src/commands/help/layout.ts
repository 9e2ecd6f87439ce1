import { displayWidth } from '../../output/table.ts';
import type { Style } from '../../output/style.ts';

/** A term and what it means. */
export type HelpEntry = readonly [term: string, meaning: string];

const MAX_TERM = 34;

/** Returns a heading with entries in two columns; an empty string for no entries. */
export function helpSection(title: string, entries: readonly HelpEntry[], style: Style): string {
  if (entries.length === 0) return '';
  const width = Math.min(MAX_TERM, Math.max(...entries.map(([term]) => displayWidth(term))));
  const lines = entries.map(([term, meaning]) => {
    const own = displayWidth(term);
    const gap = own > width ? `\n  ${' '.repeat(width)}` : ' '.repeat(width - own);
    return meaning === '' ? `  ${term}` : `  ${term}${gap}  ${meaning}`;
  });
  return `\n${style.bold(title)}\n${lines.join('\n')}\n`;
}
