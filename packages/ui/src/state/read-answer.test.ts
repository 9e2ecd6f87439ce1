import { describe, expect, it } from 'vitest';
import { contentRecord } from '../testing/records.ts';
import { formOf } from './editor/form.ts';
import { readAnswer, readContent, readItems } from './read-answer.ts';

const notOurs = expect.objectContaining({ code: 'not_ours', retryable: true });

describe('a response', () => {
  it('is rejected if it is not an object, or lacks required members', () => {
    for (const value of [null, '<html>', [1], 5, {}, { items: 'many' }])
      expect(() => readAnswer(value, { items: 'records' }), JSON.stringify(value)).toThrow(notOurs);
  });

  it('keeps valid records of a list, and omits members of another type', () => {
    const value = { items: [null, 5, { id: 7 }, { id: 'a' }, {}], threads: 'x', names: ['a', 1] };
    expect(readAnswer(value, { items: 'records' }, { threads: 'records', names: 'texts' })).toEqual({
      items: [{ id: 'a' }, {}],
      names: ['a'],
    });
  });

  it('can be an empty list', () => {
    expect([readItems({}), readItems({ items: [] })]).toEqual([[], []]);
    expect(() => readItems({ items: 'many' })).toThrow(notOurs);
  });

  it('is a piece only if it has the members that a form requires', () => {
    expect(readContent(contentRecord({ id: '1' })).id).toBe('1');
    for (const changes of [{ id: 1 }, { rev: 'two' }, { title: null }, { body: undefined }])
      expect(() => readContent({ ...contentRecord({}), ...changes }), JSON.stringify(changes)).toThrow(notOurs);
  });

  it('of an older version fills a form with its members, except those of another type', () => {
    const { metadata: _metadata, tags: _tags, ...older } = contentRecord({ title: 'A' });
    expect(formOf({ ...older, authors: 'Ada' as never, category: 5 as never })).toMatchObject({
      title: 'A',
      tags: [],
      metadata: {},
      authors: [],
      category: null,
    });
  });
});
