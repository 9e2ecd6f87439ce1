import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isPlainObject, nearest, readRetryAfter } from './index.ts';

describe('nearest', () => {
  it.each([
    ['tilte', 'title', 'two neighbouring letters swapped'],
    ['STATUS', 'status', 'another case'],
    ['stat', 'state', 'a letter missing'],
    ['publish_daet', 'publish_date', 'a swap in a long word'],
    ['NEWSROOM_SEDE', 'NEWSROOM_SEED', 'a setting'],
    ['ls', undefined, 'half of a short word would differ'],
    ['id', undefined, 'no candidate is similar'],
    ['colour', undefined, 'too far from everything'],
    ['', undefined, 'nothing was written'],
    ['x'.repeat(101), undefined, 'no word at all'],
  ])('%s is meant to be %s: %s', (word, expected, _why) => {
    expect(nearest(word, ['title', 'status', 'state', 'publish_date', 'NEWSROOM_SEED', 'ps'])).toBe(expected);
  });

  it('prefers the closest, and the first of equals', () => {
    expect(nearest('artcle', ['articles', 'article', 'particle'])).toBe('article');
    expect(nearest('bat', ['cat', 'hat'])).toBe('cat');
  });

  it('finds every word with one letter replaced, unless it is too short', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,30}$/), fc.nat(), (word, at) => {
        const index = at % word.length;
        return nearest(`${word.slice(0, index)}0${word.slice(index + 1)}`, [word]) === word;
      }),
    );
  });
});

describe('isLoopbackHost', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', '127.0.0.1', '127.255.0.9', '::1', '[::1]', '0:0:0:0:0:0:0:1'])(
    'accepts %s',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  );
  it.each(['::ffff:127.0.0.1', '[::ffff:7f00:1]', '0000:0000:0000:0000:0000:0000:0000:0001'])('accepts %s', (host) =>
    expect(isLoopbackHost(host)).toBe(true),
  );
  it.each([
    '',
    'localhost.example',
    'notlocalhost',
    '127.0.0.1.example',
    '127.0.0.256',
    '127.1',
    '128.0.0.1',
    '0.0.0.0',
    '::',
    '::2',
    '1::1',
  ])('refuses %s', (host) => expect(isLoopbackHost(host)).toBe(false));
  it.each(['[::1', '::ffff:128.0.0.1', '::ffff:8000:1', '10.0.0.1', 'fe80::1'])('refuses %s', (host) =>
    expect(isLoopbackHost(host)).toBe(false),
  );

  it('says of every IPv4 address what its first number says', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => isIP(address) === 4 && isLoopbackHost(address) === address.startsWith('127.')));
    fc.assert(fc.property(fc.ipV6(), (address) => isLoopbackHost(address) === isLoopbackHost(`[${address}]`)));
  });
});

describe('readRetryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['9'.repeat(40), 10 ** 13],
    ['-1', undefined],
    ['1.5', undefined],
    ['20abc', undefined],
    ['2026-01-01', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %j as %s milliseconds', (value, expected) => expect(readRetryAfter(value, now)).toBe(expected));
});

describe('isPlainObject', () => {
  it.each([
    [{}, true],
    [Object.create(null), true],
    [null, false],
    [[], false],
    [new Date(0), false],
    ['text', false],
    [undefined, false],
  ])('of %j is %s', (value, expected) => expect(isPlainObject(value)).toBe(expected));
});
