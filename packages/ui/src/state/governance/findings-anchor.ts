import type { Finding } from '../records.ts';

/** Where the words of a finding stand in a text. */
export interface FindingAnchor {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/**
 * Where the words of a finding stand: at the place that it names while they still stand there, else where they stand once and only once.
 * Null for a finding about no words, or whose words are gone or stand more than once.
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
