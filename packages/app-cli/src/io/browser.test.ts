import { expect, it } from 'vitest';
import { browserCommand, canShowBrowser, openBrowser } from './browser.ts';

const url = new URL('https://news.example/terminal-login?code=BCDF-GHJK&x=$(touch%20/tmp/x)');

it.each<[NodeJS.Platform, Record<string, string>, string[]]>([
  ['linux', {}, ['xdg-open']],
  ['darwin', {}, ['open']],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
  ['linux', { BROWSER: 'firefox --new-window' }, ['firefox', '--new-window']],
  ['linux', { BROWSER: ' ' }, ['xdg-open']],
])('on %s with %o the URL is a separate argument after %j', (platform, env, before) => {
  expect(browserCommand(url, env, platform)).toEqual([...before, url.href]);
});

it.each<[NodeJS.Platform, Record<string, string>, boolean]>([
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { BROWSER: 'firefox' }, true],
  ['linux', {}, false],
  ['darwin', {}, true],
  ['win32', {}, true],
  ['darwin', { SSH_CONNECTION: '1 2 3 4' }, false],
  ['linux', { DISPLAY: ':0', SSH_TTY: '/dev/pts/1' }, false],
  ['darwin', { CI: '1' }, false],
])('on %s with %o the browser is visible: %s', (platform, env, expected) => {
  expect(canShowBrowser(env, platform)).toBe(expected);
});

it('opens only web addresses, and reports if no program could be started', async () => {
  expect(await openBrowser(new URL('javascript:alert(1)'), { BROWSER: 'true' }, 'linux')).toBe(false);
  expect(await openBrowser(url, { BROWSER: '/no/such/browser' }, 'linux')).toBe(false);
  expect(await openBrowser(url, { BROWSER: 'true' }, 'linux')).toBe(true);
});
