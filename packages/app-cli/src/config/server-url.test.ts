import { describe, expect, it } from 'vitest';
import { parseServerUrl, requireSecure } from './server-url.ts';

describe('a server URL', () => {
  it.each([
    ['https://News.Example/', 'https://news.example'],
    ['https://news.example:443/app/', 'https://news.example/app'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://[::1]:4000//', 'http://[::1]:4000'],
    [' https://news.example ', 'https://news.example'],
  ])('%j is normalized to %s', (text, expected) => {
    expect(parseServerUrl(text, '--server')).toBe(expected);
  });

  it.each([
    '',
    'news.example',
    'ftp://news.example',
    'javascript:alert(1)',
    'https://user:pass@news.example',
    'https://news.example/?x=1',
    'https://news.example/#x',
    'https://news.example/?',
  ])('%j is rejected, without being echoed', (text) => {
    expect(() => parseServerUrl(text, '--server')).toThrow(/^--server /);
    expect(() => parseServerUrl(text, '--server')).not.toThrow(/pass@/);
  });

  it.each(['https://news.example', 'http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:1', 'http://127.1', 'http://0x7f.1'])(
    '%s is secure enough',
    (text) => {
      expect(() => requireSecure(parseServerUrl(text, 'x'), 'x')).not.toThrow();
    },
  );

  it.each([
    'http://news.example',
    'http://localhost.',
    'http://127.0.0.2',
    'http://0.0.0.0',
    'http://localhost.evil.com',
    'http://[::2]',
    'http://[::ffff:127.0.0.1]',
    'http://192.168.1.1',
  ])('%s is not, and the error names a remedy', (text) => {
    expect(() => requireSecure(parseServerUrl(text, 'NEWSROOM_SERVER_URL'), 'NEWSROOM_SERVER_URL')).toThrow(
      'which is neither HTTPS nor this machine',
    );
  });
});
