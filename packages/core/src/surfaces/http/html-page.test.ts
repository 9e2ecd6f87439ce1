import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { faultNote, html, htmlPage, seeOther } from './html-page.ts';

const hashesOf = (text: string): string[] =>
  [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`);

it('allows its own styles and nothing else, and is kept by nobody', async () => {
  const answer = await htmlPage({ title: 'Hello', appName: 'Newsroom', style: '.w { color: red }' }, html`<p>Body</p>`);
  const text = await answer.text();
  expect(hashesOf(text)).toHaveLength(2);
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src ${hashesOf(text).join(' ')}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  );
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('x-frame-options')]).toEqual([200, 'no-store', 'DENY']);
  expect(text).toContain('<title>Hello · Newsroom</title>');
});

it('runs the one script that it names, and has no application to name where there is none', async () => {
  const answer = await htmlPage({ title: 'Hello', script: 'https://news.example/a.js', status: 403, headers: { 'X-A': 'b' } }, html``);
  expect(answer.headers.get('content-security-policy')).toMatch(/; script-src https:\/\/news\.example\/a\.js; connect-src 'self'$/);
  expect([answer.status, answer.headers.get('x-a')]).toEqual([403, 'b']);
  expect(await answer.text()).toMatch(/<title>Hello<\/title>(?!.*class="app")/s);
});

it('escapes what is put into it', async () => {
  const answer = await htmlPage({ title: '<b>', appName: '<i>' }, html`${faultNote('<u>', '"')}`);
  const text = await answer.text();
  for (const tag of ['<b>', '<i>', '<u>']) expect(text).not.toContain(tag);
  expect(text).toContain('<p class="fault" role="alert">&lt;u&gt; &quot;</p>');
  expect(faultNote(undefined)).toBe('');
});

it('sends a browser on after a form', () => {
  const answer = seeOther('/account', [
    ['Set-Cookie', 'a=b'],
    ['Set-Cookie', 'c=d'],
  ]);
  expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([303, '/account', ['a=b', 'c=d']]);
});
