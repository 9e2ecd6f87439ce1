import { Parser } from 'htmlparser2';
import { Unreadable } from '../reader-error.ts';

const MAXIMUM_DEPTH = 300;
const MAXIMUM_ELEMENTS = 50_000;
const MAXIMUM_ATTRIBUTES = 1000;
const CHUNK = 65_536;

/**
 * Counts while the page is read, before anything is built of it: 2,000 elements inside one another keep what finds the article
 * busy for longer than anyone waits.
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
      if (depth > MAXIMUM_DEPTH) throw tooComplex(`more than ${MAXIMUM_DEPTH} elements inside one another`);
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

function tooComplex(what: string): Unreadable {
  return new Unreadable('too_complex', `The page has ${what}.`);
}
