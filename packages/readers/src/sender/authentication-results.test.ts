import { describe, expect, it } from 'vitest';
import { readHeaderBlock } from '../mail/header-block.ts';
import { type MethodResult, relayResults } from './authentication-results.ts';

const relay = { authservId: 'mx.harbour.example', hosts: ['mx.harbour.example', 'in2.harbour.example'] };
const read = (...headers: string[]): MethodResult[] | null =>
  relayResults(readHeaderBlock(Buffer.from(headers.join('\r\n'), 'latin1'), 10_000)?.lines ?? [], relay);
const methodResult = (method: string, result: string, properties: Record<string, string> = {}): MethodResult => ({
  method,
  result,
  properties: new Map(Object.entries(properties)),
});

const trustedHeader = 'Authentication-Results: mx.harbour.example; dmarc=pass header.from=letters.example';
const pass = [methodResult('dmarc', 'pass', { 'header.from': 'letters.example' })];

describe('Authentication-Results', () => {
  it('of our relay are read, including comments, quotes and folds', () => {
    expect(
      read(
        'Received: from a by in2.harbour.example (mx.evil.example by mx.evil.example); x',
        'authentication-results: MX.Harbour.example;',
        '\tdkim=pass (2048-bit key; dkim=fail) reason="a; dmarc=fail" header.d=letters.example header.b="Ab+/=";',
        ' spf=pass (mx: x) smtp.mailfrom=ada@letters.example; dmarc=pass (p=none) header.from=letters.example',
        'Received: from b by mx.evil.example; x',
      ),
    ).toEqual([
      methodResult('dkim', 'pass', { reason: 'a; dmarc=fail', 'header.d': 'letters.example', 'header.b': 'Ab+/=' }),
      methodResult('spf', 'pass', { 'smtp.mailfrom': 'ada@letters.example' }),
      ...pass,
    ]);
    expect(read('Authentication-Results: mx.harbour.example; none')).toEqual([]);
    expect(read(trustedHeader)).toEqual(pass);
  });

  it('of two programs of our relay are read together', () => {
    const dkim = 'Authentication-Results: mx.harbour.example; dkim=pass header.d=letters.example';
    expect(read(trustedHeader, dkim)).toEqual([...pass, methodResult('dkim', 'pass', { 'header.d': 'letters.example' })]);
    expect(read(trustedHeader, trustedHeader)).toBeNull();
  });

  const RESULT = 'dmarc=pass header.from=letters.example';
  it.each([
    ['none', ['Subject: x']],
    ['of a foreign relay', [`Authentication-Results: mx.evil.example; ${RESULT}`]],
    ['of a foreign relay above those of ours', ['Authentication-Results: mx.evil.example; dmarc=pass', trustedHeader]],
    ['below a Received that another host wrote', ['Received: from x by mx.evil.example; y', trustedHeader]],
    [
      'below a second Received, from any host',
      ['Received: from x by mx.harbour.example; y', 'Received: from x by mx.harbour.example; y', trustedHeader],
    ],
    ['below a Received that says our host in a comment', ['Received: from x (by mx.harbour.example) by mx.evil.example; y', trustedHeader]],
    ['below a Received without a host', ['Received: from mx.harbour.example; y', trustedHeader]],
    ['with our name in a comment', [`Authentication-Results: (mx.harbour.example;) mx.evil.example; ${RESULT}`]],
    ['with our name in part', [`Authentication-Results: mx.harbour.example.evil.example; ${RESULT}`]],
    ['of a version', [`Authentication-Results: mx.harbour.example 1; ${RESULT}`]],
    ['that are empty', ['Authentication-Results:']],
    ['with blanks before the colon', [`Authentication-Results : mx.harbour.example; ${RESULT}`]],
    ['with a tab behind it', [`Authentication-Results:\tmx.harbour.example; ${RESULT}`]],
    ['with another space before the colon', [`Authentication-Results\xa0: mx.harbour.example; ${RESULT}`]],
    ['with a vertical tab before the colon', [`Authentication-Results\x0b: mx.harbour.example; ${RESULT}`]],
    ['with our name in quotes', [`Authentication-Results: "mx.harbour.example"; ${RESULT}`]],
    ['with our name in quotes with an escape', [`Authentication-Results: "mx.h\\arbour.example"; ${RESULT}`]],
    ['with a comment before our name', [`Authentication-Results: (a) mx.harbour.example; ${RESULT}`]],
    ['with a comment that never closes', [`Authentication-Results: (mx.harbour.example; ${RESULT}`]],
    ['with a comment in a comment', [`Authentication-Results: mx.harbour.example; dmarc=pass (a (b)) header.from=letters.example`]],
    ['with an escape', [`Authentication-Results: mx.harbour.example; dmarc=pass reason="\\"" header.from=letters.example`]],
    ['with blanks around a sign', ['Authentication-Results: mx.harbour.example; dmarc = pass header.from=letters.example']],
    ['with a property twice', [`Authentication-Results: mx.harbour.example; ${RESULT} header.from=evil.example`]],
    ['with a result that cannot be read', [`Authentication-Results: mx.harbour.example; dkim pass; ${RESULT}`]],
    ['with an empty result', [`Authentication-Results: mx.harbour.example; ; ${RESULT}`]],
    ['together with others that could be ours', [trustedHeader, `Authentication-Results : mx.harbour.example; ${RESULT}`]],
  ] as [string, string[]][])('%s are not trusted', (_, headers) => expect(read(...headers)).toBeNull());

  it('that could be ours below a Received header invalidate all of them', () => {
    expect(read(trustedHeader, 'Received: from x by mx.evil.example; y', trustedHeader)).toBeNull();
  });
});
