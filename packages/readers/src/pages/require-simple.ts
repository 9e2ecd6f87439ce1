import { Parser } from 'htmlparser2';
import { Unreadable } from '../errors/reader-error.ts';

const MAXIMUM_DEPTH = 300;
const MAXIMUM_ELEMENTS = 50_000;
const MAXIMUM_ATTRIBUTES = 1000;
const CHUNK = 65_536;

/**
 * Counts elements before a tree is built: with 2,000 nested elements, finding the article would exceed every deadline.
 *
 * @throws Unreadable `too_complex`
 */
export function requireSimple(html: string): void {
  let [depth, elements, attributes] = [0, 0, 0];
  const parser = new Parser({
    onopentagname: () => {
      attributes = 0;
      depth += 1;
      elements += 1;
      if (depth > MAXIMUM_DEPTH) throw tooComplex(`more than ${MAXIMUM_DEPTH} nested elements`);
      if (elements > MAXIMUM_ELEMENTS) throw tooComplex(`more than ${MAXIMUM_ELEMENTS} elements`);
    },
    onattribute: () => {
      attributes += 1;
      if (attributes > MAXIMUM_ATTRIBUTES) throw tooComplex(`an element with more than ${MAXIMUM_ATTRIBUTES} attributes`);
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  for (let start = 0; start < html.length; start += CHUNK) parser.write(html.slice(start, start + CHUNK));
  parser.end();
}

function tooComplex(fault: string): Unreadable {
  return new Unreadable('too_complex', `The page has ${fault}.`);
}
