import { expect, it } from 'vitest';
import { safeLinkAddress, safePictureAddress, safePictureSet } from './safe-address.ts';

it.each(['https://news.example/a?b=c#d', 'http://news.example', '/articles/a', 'a/b', '#part', '?q=1', 'mailto:a@b.example', 'tel:+4930'])(
  'makes a link of %s',
  (address) => {
    expect(safeLinkAddress(address)).toBe(address);
  },
);

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\u200bscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://news.example/1',
  '',
  '   ',
  null,
  undefined,
])('makes no link of %j', (address) => {
  expect(safeLinkAddress(address)).toBeNull();
});

it.each([
  'https://news.example/a.png',
  '/api/v1/assets/1/file',
  'blob:https://news.example/1',
  'data:image/png;base64,AAAA',
  'data:image/webp,x',
])('shows %s as a picture', (address) => {
  expect(safePictureAddress(address)).toBe(address);
});

it.each([
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'data:text/html,x',
  'javascript:1',
  'file:///a.png',
  'data:image/pngx,1',
  '',
  null,
])('shows no picture of %j', (address) => {
  expect(safePictureAddress(address)).toBeNull();
});

it('accepts a set of pictures completely or not at all', () => {
  expect(safePictureSet('/a.png 160w, /b.png 320w')).toBe('/a.png 160w, /b.png 320w');
  expect(safePictureSet('/a.png 160w, javascript:1 320w')).toBeNull();
  expect(safePictureSet('data:image/png;base64,AA 1x')).toBeNull();
  expect(safePictureSet(undefined)).toBeNull();
});
