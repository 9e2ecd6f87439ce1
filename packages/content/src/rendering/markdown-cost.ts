/** Above this, parsing takes more than about two seconds; a long book chapter stays below a hundredth of it. */
const MAXIMUM_COST = 60_000_000;
const MAXIMUM_LENGTH = 2_000_000;
const MAXIMUM_FOOTNOTES = 5000;

/** A pipe costs less than a sign of emphasis: the parser walks the rows of a table, not every pair of them. */
const PIPE_WEIGHT = 0.2;

const PREFIX = /^(?:[ \t]|>|[-*+](?=[ \t>]|$)|\d{1,9}[.)](?=[ \t>]|$))*/;
const EMPHASIS = /[*_~]+/g;

/**
 * Whether a Markdown text would keep the parser busy out of all proportion. Its time grows with the square of two things:
 * signs of emphasis (and pipes) in one paragraph, and how deep a line stands in lists and quotes.
 */
export function isTooComplex(markdown: string): boolean {
  if (markdown.length > MAXIMUM_LENGTH || countOf(markdown, /\[\^/g) > MAXIMUM_FOOTNOTES) return true;
  let cost = 0;
  let signs = 0;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    cost += (PREFIX.exec(line)?.[0].length ?? 0) ** 2;
    if (line.trim() === '') {
      cost += signs ** 2;
      signs = 0;
    } else signs += countOf(line, EMPHASIS) + countOf(line, /\|/g) * PIPE_WEIGHT;
    if (cost > MAXIMUM_COST) return true;
  }
  return cost + signs ** 2 > MAXIMUM_COST;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
