import { expect, it } from 'vitest';
import { reachableBody } from './reachable-body.ts';

const row = (cells: number): string => `<tr>${'<th>a</th>'.repeat(cells)}</tr>`;

it.each([
  ['<img src="a.png">', '<img alt="" src="a.png">'],
  ['<img src="a.png" alt="An oak">', '<img src="a.png" alt="An oak">'],
  [`<table>${row(4)}</table>`, `<table>${row(4)}</table>`],
  [`<table>${row(5)}</table><table>${row(1)}</table>`, `<table tabindex="0">${row(5)}</table><table>${row(1)}</table>`],
  ['<table></table>', '<table></table>'],
  // What looks like a tag in a value is no tag: a change of it would end the value, and make the rest of it HTML.
  ['<p title="<img src=x onerror=alert(1)>">x</p>', '<p title="<img src=x onerror=alert(1)>">x</p>'],
  [`<p title="<table>${row(5)}">x</p>`, `<p title="<table>${row(5)}">x</p>`],
])('%s becomes %s', (html, reachable) => {
  expect(reachableBody(html)).toBe(reachable);
});
