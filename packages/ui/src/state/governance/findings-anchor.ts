import type { Finding } from '../records.ts';

/** The position of a finding's quote in a text. */
export interface FindingAnchor {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/**
 * Locates the quote of a finding: at its recorded position if it is still there, else at its only occurrence.
 * Null for a finding without a quote, or whose quote is gone or occurs more than once.
 *
 * @example
 * anchorFinding('It rained. Everybody says so.', { quote: 'Everybody says so.' }); // { start: 11, end: 29, quote: 'Everybody says so.' }
 */
export function anchorFinding(text: string, { start, end, quote }: Pick<Finding, 'start' | 'end' | 'quote'>): FindingAnchor | null {
  if (start !== undefined && end !== undefined && start < end && end <= text.length) {
    const words = text.slice(start, end);
    if (quote === undefined || words === quote) return { start, end, quote: words };
  }
  if (quote === undefined || quote === '') return null;
  const at = text.indexOf(quote);
  return at === -1 || text.includes(quote, at + 1) ? null : { start: at, end: at + quote.length, quote };
}
