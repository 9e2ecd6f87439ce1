import { describe, expect, it } from 'vitest';
import { contentRecord } from '../testing/records.ts';
import { formOf } from './editor/form.ts';
import { readAnswer, readContent, readItems } from './read-answer.ts';

const notOurs = expect.objectContaining({ code: 'not_ours', retryable: true });

describe('an answer', () => {
  it('is refused where it is no object, or lacks what is needed', () => {
    for (const value of [null, '<html>', [1], 5, {}, { items: 'many' }])
      expect(() => readAnswer(value, { items: 'records' }), JSON.stringify(value)).toThrow(notOurs);
  });

  it('keeps of a list what is a record, and leaves out members of another type', () => {
    const value = { items: [null, 5, { id: 7 }, { id: 'a' }, {}], threads: 'x', names: ['a', 1] };
    expect(readAnswer(value, { items: 'records' }, { threads: 'records', names: 'texts' })).toEqual({
      items: [{ id: 'a' }, {}],
      names: ['a'],
    });
  });

  it('may be a list without anything', () => {
    expect([readItems({}), readItems({ items: [] })]).toEqual([[], []]);
    expect(() => readItems({ items: 'many' })).toThrow(notOurs);
  });

  it('is a piece only where a form can stand on it', () => {
    expect(readContent(contentRecord({ id: '1' })).id).toBe('1');
    for (const changes of [{ id: 1 }, { rev: 'two' }, { title: null }, { body: undefined }])
      expect(() => readContent({ ...contentRecord({}), ...changes }), JSON.stringify(changes)).toThrow(notOurs);
  });

  it('of an older version fills a form with what it has, and takes nothing of another type', () => {
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
