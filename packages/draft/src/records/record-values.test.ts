import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginDraft, changesOfRecord, EMPTY_VALUES, hasChanges, loadDraft, readValues, sameValues, valuesOfRecord } from '../index.ts';

const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((each) => each.isWellFormed() && !each.includes('\0'));
const odd = fc.constantFrom('\r\n', '\r', '\n', '\u2028', '\u0301', 'e\u0301', '🏳️‍🌈', '𝔘', '\u200f', '\ufffd', '\ufeff', ' ');
const prose = fc.array(fc.oneof(text, odd), { maxLength: 12 }).map((parts) => parts.join(''));
const json = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => !/"__proto__":|\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)))
  .map((value) => JSON.parse(JSON.stringify(value)) as never);
const key = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((each) => each !== '__proto__' && !each.includes('\0'));
const record = fc.record({
  title: prose,
  description: fc.option(prose),
  body: prose,
  tags: fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 8 }).filter((each) => !each.includes('\0'))),
  slug: fc.constantFrom('', 'budget'),
  category: fc.constantFrom(null, 'news/politics'),
  bodyFormat: fc.constantFrom('markdown', 'html'),
  metadata: fc.dictionary(key, json, { maxKeys: 5 }),
});
const lines = (given: string | null): string => (given ?? '').replaceAll(/\r\n?/g, '\n');

describe('a record as a draft', () => {
  it('keeps every text to the letter but for its line ends, through a stored state as well', () => {
    fc.assert(
      fc.property(record, (fields) => {
        const values = valuesOfRecord(fields, { references: { a: { targetVersion: 3 } }, assets: { 'body b': { sort_order: 1 } } });
        expect(values.body).toBe(lines(fields.body));
        expect(values.description).toBe(lines(fields.description));
        expect(values.title).not.toMatch(/[\r\n]/);
        const { states } = beginDraft([values], 7);
        const read = readValues(loadDraft(states[0]!, 8));
        expect(sameValues(read, values)).toBe(true);
        expect(read.body).toBe(values.body);
        expect(hasChanges(changesOfRecord(values, read))).toBe(false);
      }),
    );
  });

  it('writes back exactly what changed', () => {
    fc.assert(
      fc.property(record, record, (before, after) => {
        const [one, other] = [valuesOfRecord(before), valuesOfRecord(after)];
        const { fields } = changesOfRecord(one, other);
        expect(sameValues(valuesOfRecord({ ...before, ...fields } as never), other)).toBe(true);
        for (const [name, value] of Object.entries(fields)) expect(value).not.toEqual((one as never)[name] ?? Symbol('absent'));
      }),
    );
  });

  it('changes no byte of a record that nobody changed', () => {
    const values = valuesOfRecord({ title: 'Two\r\nlines', body: '\r\n\tTrailing  \r\n', description: '' });
    expect(values).toMatchObject({ title: 'Two lines', body: '\n\tTrailing  \n', description: '' });
    expect(changesOfRecord(values, values)).toEqual({
      fields: {},
      references: { set: {}, removed: [] },
      facts: { set: {}, removed: [] },
      assets: { set: {}, removed: [] },
    });
  });

  it('turns empty texts into null where a record has null, and removed values into defaults', () => {
    const values = valuesOfRecord({
      title: 'T',
      description: 'D',
      slug: 's',
      category: 'c',
      state: 'deprecated',
      metadata: { a: 1, b: 2 },
    });
    const emptied = { ...values, description: '', fields: { category: '', 'metadata/b': 2 } };
    expect(changesOfRecord(values, emptied).fields).toEqual({
      description: null,
      slug: '',
      category: null,
      state: 'active',
      metadata: { b: 2 },
    });
  });

  it('has the fields of its type, and tells null in metadata from nothing', () => {
    const values = valuesOfRecord({ rating: 5, other: 6, metadata: { note: null } }, {}, ['rating']);
    expect(values.fields).toEqual({ rating: 5, 'metadata/note': null });
    expect(changesOfRecord(values, { ...values, fields: {} }).fields).toEqual({ rating: null, metadata: {} });
    expect(changesOfRecord({ ...values, fields: {} }, values).fields).toEqual({ rating: 5, metadata: { note: null } });
  });

  it('lists links by what is new, changed and gone', () => {
    const before = { ...EMPTY_VALUES, references: { a: {}, b: { targetVersion: 1 }, c: {} } };
    const after = { ...EMPTY_VALUES, references: { a: {}, b: { targetVersion: 2 }, d: {} } };
    expect(changesOfRecord(before, after).references).toEqual({ set: { b: { targetVersion: 2 }, d: {} }, removed: ['c'] });
  });

  it.each([
    ['NUL', { title: 'a\0b' }],
    ['half a character', { body: 'a\ud83d' }],
    ['half a character in a tag', { tags: ['\udc00'] }],
    ['a nested prototype', { metadata: { a: JSON.parse('{"__proto__":{"x":1}}') } }],
    ['deep nesting', { metadata: { a: JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) } }],
  ])('does not begin with %s', (_what, fields) => {
    expect(() => beginDraft([valuesOfRecord(fields as never)], 1)).toThrow(expect.objectContaining({ code: 'invalid_values' }));
  });
});
