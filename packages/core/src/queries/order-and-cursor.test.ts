import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../fields/json.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { CursorSigner } from './cursor.ts';
import { parseOrder } from './order.ts';

const fields = { id: text({ required: true }), title: text(), count: integer(), secret: text({ private: true }), metadata: json() };

describe('an order', () => {
  it('ends with the key, in the direction of the first field, so that no two rows tie', () => {
    expect(parseOrder('-count,title', fields, 'id')).toEqual([
      { field: 'count', descending: true },
      { field: 'title', descending: false },
      { field: 'id', descending: true },
    ]);
  });

  it('needs nothing after the key', () => {
    expect(parseOrder('id,title', fields, 'id')).toEqual([{ field: 'id', descending: false }]);
  });

  it.each([
    ['colour', 'unknown_field'],
    ['-', 'unknown_field'],
    ['', 'unknown_field'],
    ['title,,count', 'unknown_field'],
    ['secret', 'unknown_field'],
    ['metadata', 'not_orderable'],
    ['metadata.a', 'not_orderable'],
    ['title; drop table notes', 'unknown_field'],
    ['__proto__', 'unknown_field'],
  ])('refuses %j', (order, code) => {
    expect(() => parseOrder(order, fields, 'id')).toThrowError(
      expect.objectContaining({ status: 400, errors: [expect.objectContaining({ pointer: '/orderBy', code })] }),
    );
  });
});

describe('a cursor', () => {
  const signer = new CursorSigner('a secret');

  it('gives back the place that was put into it', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))), (query, values) => {
        expect(signer.verify(query, signer.sign(query, values))).toEqual(values);
      }),
    );
  });

  it('is refused by another query', () => {
    const cursor = signer.sign('one', ['a']);
    expect(() => signer.verify('other', cursor)).toThrowError(
      expect.objectContaining({ status: 400, errors: [expect.objectContaining({ pointer: '/cursor', code: 'foreign_cursor' })] }),
    );
  });

  it('is refused when a character of it was changed', () => {
    const cursor = signer.sign('query', ['2026-11-21T10:00:00.000Z', 'key']);
    fc.assert(
      fc.property(fc.nat({ max: cursor.length - 1 }), fc.constantFrom('A', 'b', '-', '_', '0'), (at, character) => {
        fc.pre(cursor[at] !== character);
        const tampered = cursor.slice(0, at) + character + cursor.slice(at + 1);
        expect(() => signer.verify('query', tampered)).toThrowError(expect.objectContaining({ status: 400 }));
      }),
    );
  });

  it('is refused when it was made with another secret, or by hand', () => {
    for (const cursor of [new CursorSigner('another').sign('query', ['a']), '', 'x', 'null', '%%%', `${signer.sign('query', ['a'])}=`]) {
      expect(() => signer.verify('query', cursor)).toThrowError(
        expect.objectContaining({ errors: [expect.objectContaining({ code: 'bad_cursor' })] }),
      );
    }
  });
});
