import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { object } from '../objects/object.ts';
import { boolean } from './boolean.ts';
import { bytes } from './bytes.ts';
import { computed } from './computed.ts';
import { datetime, toTimestamp } from './datetime.ts';
import type { Field } from './field.ts';
import { findUnstorable, json } from './json.ts';
import { list } from './list.ts';
import { integer, real } from './numbers.ts';
import { reference } from './reference.ts';
import { text } from './text.ts';

const accepts = (field: Field, value: unknown): boolean => field.schema.safeParse(value).success;
const reads = (field: Field, value: unknown): unknown => field.schema.parse(value);

describe('what a field declaration says about types', () => {
  class Sample extends object(
    {
      title: text({ required: true }),
      body: text({ default: '' }),
      summary: text(),
      status: text({ values: ['draft', 'published'], default: 'draft' }),
      channel: text({ values: ['web', 'email'] }),
      count: integer({ default: 0 }),
      score: real(),
      done: boolean({ required: true }),
      at: datetime(),
      tags: list(text()),
      places: list(text({ values: ['front', 'back'] })),
      metadata: json<{ source?: string }>(),
      state: bytes({ required: true }),
      settings: json<{ size?: number }>({ default: {} }),
      snapshot: json<{ text: string }>({ required: true }),
      owner: reference('people'),
      words: computed(integer({ required: true }), ['body'], (values) => String(values['body']).split(' ').length),
    },
    { table: 'samples', tenant: true },
  ) {}

  it('leaves null out where a field is required or has a default', () => {
    expectTypeOf<Sample['title']>().toEqualTypeOf<string>();
    expectTypeOf<Sample['body']>().toEqualTypeOf<string>();
    expectTypeOf<Sample['summary']>().toEqualTypeOf<string | null>();
    expectTypeOf<Sample['status']>().toEqualTypeOf<'draft' | 'published'>();
    expectTypeOf<Sample['channel']>().toEqualTypeOf<'web' | 'email' | null>();
    expectTypeOf<Sample['count']>().toEqualTypeOf<number>();
    expectTypeOf<Sample['score']>().toEqualTypeOf<number | null>();
    expectTypeOf<Sample['at']>().toEqualTypeOf<string | null>();
    expectTypeOf<Sample['tags']>().toEqualTypeOf<string[]>();
    expectTypeOf<Sample['places']>().toEqualTypeOf<('front' | 'back')[]>();
    expectTypeOf<Sample['metadata']>().toEqualTypeOf<{ source?: string } | null>();
    expectTypeOf<Sample['settings']>().toEqualTypeOf<{ size?: number }>();
    expectTypeOf<Sample['snapshot']>().toEqualTypeOf<{ text: string }>();
    expectTypeOf<Sample['state']>().toEqualTypeOf<Uint8Array>();
    expectTypeOf<Sample['owner']>().toEqualTypeOf<string | null>();
    expectTypeOf<Sample['words']>().toEqualTypeOf<number>();
  });

  it('adds what the framework sets, the tenant only where there is one', () => {
    expectTypeOf<Sample['id']>().toEqualTypeOf<string>();
    expectTypeOf<Sample['tenantId']>().toEqualTypeOf<string | null>();
    expectTypeOf<Sample['rev']>().toEqualTypeOf<number>();
    expectTypeOf<Sample['updated_at']>().toEqualTypeOf<string>();
  });

  it('asks the constructor for required fields without a default, and for no other', () => {
    expectTypeOf(Sample).toBeConstructibleWith({ title: 'x', done: false, snapshot: { text: '' }, state: new Uint8Array() });
    // @ts-expect-error title must be given
    void (() => new Sample({ done: true, snapshot: { text: '' }, state: new Uint8Array() }));
    // @ts-expect-error status is one of two
    void (() => new Sample({ title: 'x', done: true, snapshot: { text: '' }, state: new Uint8Array(), status: 'lost' }));
    // @ts-expect-error there is no such field
    void (() => new Sample({ title: 'x', done: true, snapshot: { text: '' }, state: new Uint8Array(), colour: 'red' }));
  });
});

describe('text', () => {
  it('is not empty when required, unless it says so', () => {
    expect(accepts(text({ required: true }), '')).toBe(false);
    expect(accepts(text({ required: true, minLength: 0 }), '')).toBe(true);
    expect(accepts(text({ default: '' }), '')).toBe(true);
  });

  it('keeps to its values, lengths and pattern', () => {
    expect(accepts(text({ values: ['a', 'b'] }), 'c')).toBe(false);
    expect(accepts(text({ maxLength: 3 }), 'four')).toBe(false);
    expect(accepts(text({ pattern: /^\d+$/ }), '12a')).toBe(false);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['a lone high surrogate', 'a\ud800b'],
    ['a lone low surrogate', '\udc00'],
  ])('refuses %s, which not every database can hold', (_, value) => {
    expect(accepts(text(), value)).toBe(false);
    expect(accepts(list(text()), [value])).toBe(false);
    expect(accepts(reference('people'), value)).toBe(false);
    expect(accepts(json(), { deep: [value] })).toBe(false);
    expect(accepts(json(), { [value]: 1 })).toBe(false);
  });

  it('takes null only where nothing stands against it', () => {
    expect(accepts(text(), null)).toBe(true);
    expect(accepts(text({ default: '' }), null)).toBe(false);
    expect(accepts(text({ required: true }), null)).toBe(false);
  });
});

describe('numbers', () => {
  it('keeps integers to 32 bits, as every database does', () => {
    expect(accepts(integer(), 2_147_483_647)).toBe(true);
    expect(accepts(integer(), 2_147_483_648)).toBe(false);
    expect(accepts(integer(), 1.5)).toBe(false);
    expect(accepts(integer(), '1')).toBe(false);
    expect(accepts(integer({ minimum: 0 }), -1)).toBe(false);
  });

  it('keeps reals finite', () => {
    expect(accepts(real(), 0.5)).toBe(true);
    expect(accepts(real(), Number.NaN)).toBe(false);
    expect(accepts(real(), Number.POSITIVE_INFINITY)).toBe(false);
    expect(accepts(real({ minimum: 0, maximum: 1 }), 1.01)).toBe(false);
  });
});

describe('datetime', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00.5+02:00', '2026-11-21T08:00:00.500Z'],
    ['2026-11-21T10:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s', (given, stored) => {
    expect(reads(datetime(), given)).toBe(stored);
    expect(toTimestamp(given)).toBe(stored);
  });

  it('reads a Date in code', () => {
    expect(reads(datetime(), new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });

  it.each([
    'yesterday',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:00:00',
    '0000-01-01',
    '9999-12-31T23:59:59-12:00',
    '+012026-01-01',
    '1700000000',
    '',
    new Date(Number.NaN),
    1_700_000_000,
  ])('refuses %j: it names no moment that every database can hold', (given) => {
    expect(accepts(datetime(), given)).toBe(false);
  });

  it('sorts as text as it sorts as time', () => {
    const moment = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [a, b] = [reads(datetime(), one) as string, reads(datetime(), other) as string];
        expect(a < b).toBe(one < other);
      }),
    );
  });
});

describe('json', () => {
  it('takes any plain object, and no list, text or number', () => {
    expect(accepts(json(), { a: [1, { b: null }] })).toBe(true);
    expect(accepts(json(), [1])).toBe(false);
    expect(accepts(json(), 'text')).toBe(false);
  });

  it('refuses __proto__ at any depth instead of dropping it', () => {
    expect(accepts(json(), JSON.parse('{"__proto__":{"admin":true}}'))).toBe(false);
    expect(accepts(json(), JSON.parse('{"a":[{"__proto__":1}]}'))).toBe(false);
  });

  it('refuses what is nested too deep without running out of stack', () => {
    let deep: unknown = {};
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    expect(accepts(json(), deep)).toBe(false);
    expect(findUnstorable(deep)).toMatch(/nested deeper/);
  });

  it('with an index refuses more values than are indexed at once', () => {
    const values = (count: number): object => ({ list: Array.from({ length: count - 2 }, () => 1) });
    expect(accepts(json({ indexed: true }), values(10_000))).toBe(true);
    expect(accepts(json({ indexed: true }), values(10_001))).toBe(false);
    expect(accepts(json({ indexed: true }), { nested: Object.fromEntries(Array.from({ length: 10_000 }, (_, key) => [key, null])) })).toBe(
      false,
    );
    expect(accepts(json(), values(60_000))).toBe(true);
  });

  it('gives back what the database will: no undefined, no -0, dates as text', () => {
    expect(reads(json(), { a: undefined, b: -0, c: new Date(0) })).toEqual({ b: 0, c: '1970-01-01T00:00:00.000Z' });
  });
});

describe('list', () => {
  it('is empty by default, and keeps to what its item says', () => {
    expect(list(text()).default).toEqual([]);
    expect(accepts(list(text({ values: ['a'] })), ['a'])).toBe(true);
    expect(accepts(list(text({ values: ['a'] })), ['b'])).toBe(false);
    expect(accepts(list(text({ maxLength: 2 })), ['abc'])).toBe(false);
    expect(accepts(list(text(), { maxItems: 1 }), ['a', 'b'])).toBe(false);
  });

  it('holds no nulls, though a text field may', () => {
    expect(accepts(list(text()), [null])).toBe(false);
    expect(accepts(list(text()), null)).toBe(false);
  });

  it('refuses to be a list of anything but text', () => {
    expect(() => list(integer() as never)).toThrow(/contains texts/);
  });
});
