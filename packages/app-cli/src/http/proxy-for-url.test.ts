import { expect, it } from 'vitest';
import { proxyForUrl } from './proxy-for-url.ts';

const proxies = { https_proxy: 'http://secure:1', http_proxy: 'http://plain:2' };

it.each<[string, Record<string, string>, string]>([
  ['https://news.example', proxies, 'http://secure:1'],
  ['http://news.example', proxies, 'http://plain:2'],
  ['https://news.example', { HTTPS_PROXY: 'proxy:3' }, 'http://proxy:3'],
  ['https://news.example', { https_proxy: 'http://a', HTTPS_PROXY: 'http://b' }, 'http://a'],
  ['https://news.example', { ALL_PROXY: 'http://all:4' }, 'http://all:4'],
  ['https://news.example', { http_proxy: 'http://plain:2' }, ''],
  ['https://news.example', {}, ''],
  ['https://localhost', proxies, ''],
  ['http://127.0.0.1:4000', proxies, ''],
  ['https://news.example', { ...proxies, no_proxy: '*' }, ''],
  ['https://news.example', { ...proxies, NO_PROXY: 'other, news.example' }, ''],
  ['https://a.news.example', { ...proxies, NO_PROXY: 'news.example' }, ''],
  ['https://a.news.example', { ...proxies, NO_PROXY: '.news.example' }, ''],
  ['https://a.news.example', { ...proxies, NO_PROXY: '*.news.example' }, ''],
  ['https://badnews.example', { ...proxies, NO_PROXY: 'news.example' }, 'http://secure:1'],
  ['https://news.example', { ...proxies, NO_PROXY: 'news.example:443' }, ''],
  ['https://news.example:8443', { ...proxies, NO_PROXY: 'news.example:443' }, 'http://secure:1'],
])('%s with %o goes through %j', (url, env, proxy) => {
  expect(proxyForUrl(new URL(url), env)).toBe(proxy);
});
