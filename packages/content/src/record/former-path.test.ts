import { expect, it } from 'vitest';
import { formerPath } from './former-path.ts';

it.each([
  ['https://old.example/2010/08/07/post-format/', '/2010/08/07/post-format'],
  ['http://old.example/caf%c3%a9', '/café'],
  ['https://old.example/about/index.html?utm=1#top', '/about'],
  ['https://old.example/100%/', '/100%'],
  ['https://old.example/', null],
  ['https://old.example/?p=12', null],
  ['https://old.example/a%00b', null],
  [`https://old.example/${'a'.repeat(300)}`, null],
  ['ftp://old.example/a', null],
  ['/a', null],
])('the former path of %s is %s', (address, path) => {
  expect(formerPath(address)).toBe(path);
});
