import { renderBody } from '@colophon/content';
import { expect, it } from 'vitest';
import type { Picture } from '../data/pictures.ts';
import { firstPictureIn, withOwnPictures } from './own-pictures.ts';
import { reachableBody } from './reachable-body.ts';

const oak: Picture = {
  original: '/api/v1/assets/oak/file',
  src: '/api/v1/assets/oak/file?width=160',
  srcSet: 'x 160w',
  alt: '',
  caption: null,
  credit: null,
  width: 160,
  height: 90,
  focal: null,
  social: { src: '/api/v1/assets/oak/file', width: 160, height: 90 },
};
const files = { oak, report: null };

it.each([
  // Its own files, at an earlier domain too.
  ['<a href="https://old.example/api/v1/assets/report/file">x</a>', '<a href="/api/v1/assets/report/file">x</a>'],
  // Not its own: another piece's, or another site's.
  ['<a href="https://old.example/api/v1/assets/other/file">x</a>', '<a href="https://old.example/api/v1/assets/other/file">x</a>'],
  ['<p>src="https://old.example/api/v1/assets/oak/file"</p>', '<p>src="https://old.example/api/v1/assets/oak/file"</p>'],
])('%s is shown as %s', (html, shown) => {
  expect(withOwnPictures(html, { files })).toBe(shown);
});

it('makes every address absolute where a text is read elsewhere, and nothing else', () => {
  const html = '<p title="/a"><a href="/b">x</a> <a href="//c">x</a> <img src="/api/v1/assets/oak/file" srcset="/d 2x"> href="/e"</p>';
  expect(withOwnPictures(html, { files, baseUrl: 'https://news.example' })).toBe(
    '<p title="/a"><a href="https://news.example/b">x</a> <a href="//c">x</a> <img src="https://news.example/api/v1/assets/oak/file?width=160" width="160" height="90"> href="/e"</p>',
  );
});

it('changes nothing within a value, whatever it looks like', async () => {
  const inner = '<table><th ><th ><th ><th ><th ></tr><img src=x onerror=alert(1)><a href>';
  const html = await renderBody({ bodyFormat: 'html', body: `<p title="${inner}">x</p>` });
  expect(html).toContain(`title="${inner}"`);
  expect(withOwnPictures(reachableBody(html), { files })).toBe(html);
  expect(firstPictureIn(html)).toBeUndefined();
});
