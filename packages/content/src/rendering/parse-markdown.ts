import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { editInLinearTime } from './linear-edits.ts';

editInLinearTime();

const parser = unified().use(remarkParse).use(remarkGfm).freeze();
const withoutEmphasis = unified().use(remarkParse).use(remarkGfm).use(ignoreEmphasis).freeze();

/** Asterisks and underscores in one paragraph, in runs. Matching them takes quadratic time, and nobody writes as many. */
const MOST_RUNS = 2000;
/** A line that ends a paragraph: an empty one, an item, a heading, a row of a table. */
const BOUNDARY = /^[ \t>]*(?:$|(?:[-+*]|\d{1,9}[.)])[ \t]|#{1,6}[ \t]|\|)/;

/** Parses GitHub-flavoured Markdown. In a text with thousands of emphasis marks in one paragraph, they are characters like any other. */
export function parseMarkdown(text: string): ReturnType<typeof parser.parse> {
  return (hasTooManyMarks(text) ? withoutEmphasis : parser).parse(text);
}

function hasTooManyMarks(text: string): boolean {
  let runs = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (BOUNDARY.test(line)) runs = 0;
    runs += line.match(/\*+|_+/g)?.length ?? 0;
    if (runs > MOST_RUNS) return true;
  }
  return false;
}

/** A plugin of the parser. */
function ignoreEmphasis(this: { data(): object }): void {
  const data = this.data() as { micromarkExtensions?: object[] };
  (data.micromarkExtensions ??= []).push({ disable: { null: ['attention'] } });
}
