import { describe, expect, it } from 'vitest';
import { inOneDirection } from './index-direction.ts';

const index = (...fields: string[]) =>
  fields.map((field) => (field.startsWith('-') ? { name: field.slice(1), descending: true } : { name: field }));

describe('an index with descending columns', () => {
  it.each([
    [['-created_at', '-id']],
    [['status', '-created_at', '-id']],
    [['status', '-created_at', '-id', 'tenantId', 'due']],
    [['contentId', '-created_at']],
  ])('ascends if it can be read backwards: %j', (fields) => {
    expect(inOneDirection(index(...fields), ['id'])).toEqual(index(...fields.map((field) => field.replace('-', ''))));
  });

  it.each([[['-created_at', 'title']], [['-created_at', 'title', '-id']], [['-created_at', 'id']]])(
    'stays as it is if its columns decide an order in both directions: %j',
    (fields) => {
      expect(inOneDirection(index(...fields), ['id'])).toEqual(index(...fields));
    },
  );

  it('keeps everything else about its columns', () => {
    expect(inOneDirection([{ name: 'due', descending: true, nullsFirst: true }], ['id'])).toEqual([{ name: 'due', nullsFirst: true }]);
  });
});
