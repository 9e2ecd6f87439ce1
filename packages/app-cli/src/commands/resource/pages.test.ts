import { expect, it } from 'vitest';
import { nextLink } from './pages.ts';

it.each([
  ['', undefined],
  ['</a?offset=1>; rel="next"', '/a?offset=1'],
  ['</a>; rel=next', '/a'],
  ['</p>; rel="prev", </n>; rel="next"', '/n'],
  ['</n>; title="x"; rel="last next"', '/n'],
  ['</n>; REL="NEXT"', '/n'],
  ['</n>; rel="nextish"', undefined],
  ['garbage <', undefined],
  ['<>; rel="next"', ''],
])('the next page in the Link header %j is %j', (header, target) => {
  expect(nextLink(header)).toBe(target);
});
