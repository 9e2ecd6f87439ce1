import { describe, expect, it } from 'vitest';
import { headerLinesOf } from '../mail/header-lines.ts';
import { type MethodResult, relayResults } from './authentication-results.ts';

const relay = { authservId: 'mx.harbour.example', hosts: ['mx.harbour.example', 'in2.harbour.example'] };
const read = (...headers: string[]): MethodResult[] | null => relayResults(headerLinesOf(Buffer.from(headers.join('\r\n'))), relay);
const found = (method: string, result: string, properties: Record<string, string> = {}): MethodResult => ({
  method,
  result,
  properties: new Map(Object.entries(properties)),
});

const ours = 'Authentication-Results: mx.harbour.example; dmarc=pass header.from=letters.example';
const pass = [found('dmarc', 'pass', { 'header.from': 'letters.example' })];

describe('Authentication-Results', () => {
  it('of our relay are read, whatever stands in their comments, quotes and folds', () => {
    expect(
      read(
        'Received: from a by in2.harbour.example (mx.evil.example by mx.evil.example); x',
        'Authentication-Results: (c (nested) ; dmarc=pass) MX.Harbour.example 1;',
        '\tdkim = pass (2048; dkim=fail) reason="a; dmarc=fail \\"x" header.d = letters.example header.b=Ab+/;',
        ' spf=pass smtp.mailfrom=ada@letters.example; dmarc=pass (p=none (d)) header.from=letters.example',
      ),
    ).toEqual([
      found('dkim', 'pass', { reason: 'a; dmarc=fail "x', 'header.d': 'letters.example', 'header.b': 'Ab+/' }),
      found('spf', 'pass', { 'smtp.mailfrom': 'ada@letters.example' }),
      ...pass,
    ]);
    expect(read('Authentication-Results: mx.harbour.example; none')).toEqual([]);
    expect(read(ours)).toEqual(pass);
  });

  it.each([
    ['none', ['Subject: x']],
    ['of a foreign relay', ['Authentication-Results: mx.evil.example; dmarc=pass header.from=letters.example']],
    ['of a foreign relay above those of ours', ['Authentication-Results: mx.evil.example; dmarc=pass', ours]],
    ['below a Received that another host wrote', ['Received: from x by mx.evil.example; y', ours]],
    ['below a Received that says our host in a comment', ['Received: from x (by mx.harbour.example) by mx.evil.example; y', ours]],
    ['below a Received that names nobody', ['Received: from mx.harbour.example; y', ours]],
    [
      'with our name in a comment',
      ['Authentication-Results: (mx.harbour.example;) mx.evil.example; dmarc=pass header.from=letters.example'],
    ],
    ['with our name in part', ['Authentication-Results: mx.harbour.example.evil.example; dmarc=pass header.from=letters.example']],
    ['of a version that nobody knows', ['Authentication-Results: mx.harbour.example 2; dmarc=pass header.from=letters.example']],
    ['with nothing', ['Authentication-Results:']],
    ['with a comment that never closes', ['Authentication-Results: (mx.harbour.example; dmarc=pass header.from=letters.example']],
  ] as [string, string[]][])('%s are not believed', (_, headers) => expect(read(...headers)).toBeNull());

  it('from outside below ours are not read', () => {
    expect(read('Authentication-Results: mx.harbour.example; dmarc=fail header.from=letters.example', ours)).toEqual([
      found('dmarc', 'fail', { 'header.from': 'letters.example' }),
    ]);
  });

  it('of which a result cannot be read lack that one', () => {
    expect(
      read('Authentication-Results: mx.harbour.example; dmarc pass; =; dkim=; dmarc=pass header.from letters.example; ; spf=pass'),
    ).toEqual([found('spf', 'pass')]);
  });
});
