import { expect, it } from 'vitest';
import { reachableBody } from './reachable-body.ts';

const row = (cells: number): string => `<tr>${'<th>a</th>'.repeat(cells)}</tr>`;

it.each([
  ['<img src="a.png">', '<img alt="" src="a.png">'],
  ['<img src="a.png" alt="An oak">', '<img src="a.png" alt="An oak">'],
  [`<table>${row(4)}</table>`, `<table>${row(4)}</table>`],
  [`<table>${row(5)}</table><table>${row(1)}</table>`, `<table tabindex="0">${row(5)}</table><table>${row(1)}</table>`],
  ['<table></table>', '<table></table>'],
])('%s becomes %s', (html, reachable) => {
  expect(reachableBody(html)).toBe(reachable);
});
