import { renderBody } from '@colophon/content';
import { expect, it } from 'vitest';
import type { OwnFiles, Picture } from '../data/pictures.ts';
import { withCaptions } from './with-captions.ts';

const oak: Picture = {
  original: '/api/v1/assets/oak/file',
  src: '/api/v1/assets/oak/file',
  srcSet: null,
  alt: '',
  caption: 'An <oak> & more',
  credit: 'Ada',
  width: null,
  height: null,
  focal: null,
  social: { src: '/api/v1/assets/oak/file', width: null, height: null },
};
const files: OwnFiles = { oak, plain: { ...oak, caption: null, credit: null }, gone: 'withheld', report: null };
const shown = async (body: string) => withCaptions(await renderBody({ body, bodyFormat: 'markdown' }), files);

it('shows what is told of a picture below it', async () => {
  expect(await shown('A.\n\n![x](/api/v1/assets/oak/file)\n\nB.')).toBe(
    '<p>A.</p>\n<figure><img src="/api/v1/assets/oak/file" alt="x"><figcaption dir="auto">An &lt;oak&gt; &amp; more <cite>Ada</cite></figcaption></figure>\n<p>B.</p>',
  );
});

it('prefers the caption that the text has, and does not say it twice', async () => {
  const html = await shown('![x](/api/v1/assets/oak/file "In <b>spring</b> & \\"autumn\\"")');
  expect(html).toContain(
    '<img src="/api/v1/assets/oak/file" alt="x"><figcaption dir="auto">In &lt;b&gt;spring&lt;/b&gt; &#x26; &#x22;autumn&#x22; <cite>',
  );
  expect(html).not.toContain('title=');
  expect(await shown('![x](https://elsewhere.example/a.png "Elsewhere")')).toContain('<figcaption dir="auto">Elsewhere</figcaption>');
});

it.each([
  'Before ![x](/api/v1/assets/oak/file) after.',
  '![x](/api/v1/assets/plain/file)',
  '![x](/api/v1/assets/gone/file)',
  '![x](/api/v1/assets/other/file)',
  '[![x](/api/v1/assets/oak/file)](https://elsewhere.example/)',
  '![x](/api/v1/assets/oak/file) ![y](/api/v1/assets/oak/file)',
])('leaves %s as it is', async (body) => {
  expect(await shown(body)).toBe(await renderBody({ body, bodyFormat: 'markdown' }));
});

it('changes nothing within a value, whatever it looks like', async () => {
  const inner = '<p><img src=/api/v1/assets/oak/file></p>';
  const body = `<p title="${inner}">x</p>`;
  const html = await renderBody({ bodyFormat: 'html', body });
  expect(withCaptions(html, files)).toBe(html);
});
