import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedError } from '../errors/errors.ts';
import { boolean } from '../fields/boolean.ts';
import { computed } from '../fields/computed.ts';
import { datetime } from '../fields/datetime.ts';
import type { Fields } from '../fields/field.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer, real } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { OPERATORS } from './filter.ts';
import { parseFilter } from './parse-filter.ts';

const fields: Fields = {
  title: text(),
  status: text({ values: ['draft', 'published'], default: 'draft' }),
  count: integer(),
  score: real(),
  done: boolean(),
  at: datetime(),
  tags: list(text()),
  metadata: json(),
  secret: text({ private: true }),
  words: computed(integer(), ['title'], () => 1),
  code: text({ fold: (given) => given.trim().toLowerCase() }),
  codes: list(text({ fold: (given) => given.trim().toLowerCase() })),
};

const condition = (field: string, operator: string, value: unknown) => ({ kind: 'condition', condition: { field, operator, value } });

/** The fault that a filter is refused with. */
function faultOf(where: unknown): { pointer: string; code: string; detail: string } {
  try {
    parseFilter(where, fields);
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedError);
    expect(error).toMatchObject({ status: 400, code: 'faulty_query' });
    return (error as MalformedError).errors[0]!;
  }
  throw new Error('The filter was taken.');
}

describe('a filter', () => {
  it('compares for equality unless an operator is given', () => {
    expect(parseFilter({ title: 'x' }, fields)).toEqual(condition('title', 'eq', 'x'));
    expect(parseFilter({ count: { gt: 3 } }, fields)).toEqual(condition('count', 'gt', 3));
  });

  it('folds a text as the field folds what it stores, but no pattern', () => {
    expect(parseFilter({ code: ' Ab ' }, fields)).toEqual(condition('code', 'eq', 'ab'));
    expect(parseFilter({ code: { nin: ['A', 'b'] } }, fields)).toEqual(condition('code', 'nin', ['a', 'b']));
    expect(parseFilter({ codes: 'A' }, fields)).toEqual(condition('codes', 'eq', 'a'));
    expect(parseFilter({ code: { like: '% A%' } }, fields)).toEqual(condition('code', 'like', '% A%'));
    expect(parseFilter({ code: null }, fields)).toEqual(condition('code', 'eq', null));
  });

  it('joins what stands side by side with and', () => {
    expect(parseFilter({ title: 'x', count: { gte: 1, lt: 9 } }, fields)).toEqual({
      kind: 'all',
      filters: [condition('title', 'eq', 'x'), { kind: 'all', filters: [condition('count', 'gte', 1), condition('count', 'lt', 9)] }],
    });
  });

  it('groups by all, any and not', () => {
    expect(parseFilter({ any: [{ title: 'x' }, { not: { done: true } }] }, fields)).toEqual({
      kind: 'any',
      filters: [condition('title', 'eq', 'x'), { kind: 'not', filter: condition('done', 'eq', true) }],
    });
  });

  it('reads numbers, booleans, times and lists of values from text, as a query string has them', () => {
    expect(parseFilter({ count: '7' }, fields)).toEqual(condition('count', 'eq', 7));
    expect(parseFilter({ done: 'true' }, fields)).toEqual(condition('done', 'eq', true));
    expect(parseFilter({ at: { lt: '2026-11-21' } }, fields)).toEqual(condition('at', 'lt', '2026-11-21T00:00:00.000Z'));
    expect(parseFilter({ count: { in: '1,2' } }, fields)).toEqual(condition('count', 'in', [1, 2]));
    expect(parseFilter({ title: { null: 'false' } }, fields)).toEqual(condition('title', 'null', false));
  });

  it('takes paths into JSON fields', () => {
    expect(parseFilter({ 'metadata.generation.model': 'm' }, fields)).toEqual(condition('metadata.generation.model', 'eq', 'm'));
  });

  it.each<[string, unknown, string, string]>([
    ['an unknown field', { colour: 'red' }, '/where/colour', 'unknown_field'],
    ['a private field, as if it were not there', { secret: 'x' }, '/where/secret', 'unknown_field'],
    ['a computed field', { words: 3 }, '/where/words', 'unknown_field'],
    ['__proto__', JSON.parse('{"__proto__":1}'), '/where/__proto__', 'unknown_field'],
    ['constructor', { constructor: 'x' }, '/where/constructor', 'unknown_field'],
    ['an unknown operator', { title: { regex: '.*' } }, '/where/title/regex', 'unknown_operator'],
    ['no operator', { title: {} }, '/where/title', 'no_operator'],
    ['a value that the field never holds', { status: 'lost' }, '/where/status', 'ill_typed'],
    ['one among several', { status: { in: ['draft', 'lost'] } }, '/where/status/in/1', 'ill_typed'],
    ['text for a number', { count: 'many' }, '/where/count', 'ill_typed'],
    ['a fraction for a whole number', { count: 1.5 }, '/where/count', 'ill_typed'],
    ['a number that no integer column holds', { count: 3_000_000_000 }, '/where/count', 'ill_typed'],
    ['infinity', { score: '1e999' }, '/where/score', 'ill_typed'],
    ['a day that there is not', { at: '2026-02-30' }, '/where/at', 'ill_typed'],
    ['NUL', { title: 'a\0' }, '/where/title', 'ill_typed'],
    ['a lone surrogate in a pattern', { title: { like: '\ud800' } }, '/where/title/like', 'not_storable'],
    ['a pattern on a number', { count: { like: '1%' } }, '/where/count/like', 'not_text'],
    ['a pattern that ends in its escape', { title: { like: 'x\\' } }, '/where/title/like', 'not_a_pattern'],
    ['a pattern without end', { title: { like: '%'.repeat(1001) } }, '/where/title/like', 'not_a_pattern'],
    ['a whole JSON field', { metadata: 'x' }, '/where/metadata', 'ill_typed'],
    ['a pattern on a whole JSON field', { metadata: { like: 'x' } }, '/where/metadata/like', 'not_text'],
    ['a path into what is no JSON', { 'title.x': 1 }, '/where/title.x', 'not_json'],
    ['an empty step of a path', { 'metadata..x': 1 }, '/where/metadata..x', 'bad_path'],
    ['more than null', { count: { gt: null } }, '/where/count/gt', 'null_value'],
    ['greater on a list', { tags: { gt: 'a' } }, '/where/tags/gt', 'list_operator'],
    ['a group that is no array', { any: { title: 'x' } }, '/where/any', 'not_an_array'],
    ['a condition that is no object', { any: ['x'] }, '/where/any/0', 'not_an_object'],
    ['an array', [], '/where', 'not_an_object'],
    ['neither yes nor no', { title: { null: 'perhaps' } }, '/where/title/null', 'not_a_boolean'],
  ])('refuses %s and names the part', (_, where, pointer, code) => {
    expect(faultOf(where)).toMatchObject({ pointer, code });
  });

  it('holds fifty conditions and groups, and not one more', () => {
    const many = (count: number) => ({ any: Array.from({ length: count }, () => ({ title: 'x' })) });
    expect(parseFilter(many(49), fields)).toBeDefined();
    expect(faultOf(many(50)).code).toBe('too_many_conditions');
    expect(faultOf({ any: Array.from({ length: 100_000 }, () => ({})) }).code).toBe('too_many_conditions');
  });

  it('is refused for its depth before it is followed down', () => {
    let deep: unknown = { title: 'x' };
    for (let level = 0; level < 10_000; level += 1) deep = { not: deep };
    expect(faultOf(deep).code).toBe('too_many_conditions');
  });

  it('chooses among a thousand values in all', () => {
    const values = (count: number) => ({ in: Array.from({ length: count }, (_, index) => index) });
    expect(parseFilter({ count: values(1000) }, fields)).toBeDefined();
    expect(faultOf({ count: values(1001) }).code).toBe('too_many_values');
    expect(faultOf({ count: values(600), score: values(600) }).code).toBe('too_many_values');
  });

  it('is parsed or refused with a 400, whatever it is made of', () => {
    const name = fc.oneof(fc.constantFrom(...Object.keys(fields), 'all', 'any', 'not', 'metadata.a', 'metadata.a.b'), fc.string());
    const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.integer());
    const { where } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(scalar, { maxLength: 3 }), tie('where'), fc.array(tie('where'), { maxLength: 3 })),
      where: fc.dictionary(fc.oneof(name, fc.constantFrom(...OPERATORS)), tie('value'), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(where, (input) => {
        try {
          parseFilter(input, fields);
        } catch (error) {
          expect(error).toMatchObject({ status: 400, errors: [{ pointer: expect.stringMatching(/^\/where/) }] });
        }
      }),
      { numRuns: 2000 },
    );
  });
});
