import { describe, expect, it } from 'vitest';
import { actionOf, type Approval, argumentsOf, isOfPiece } from './approval.ts';

const call = (more: Partial<Approval>): Approval => ({ origin: 'mcp', operation: 'article_update', ...more }) as Approval;

describe('a call that waits for a person', () => {
  it('is named for people', () => {
    expect(actionOf(call({}))).toBe('Update article');
    expect(actionOf(call({ operation: 'content-trash_purge-action' }))).toBe('Purge content trash');
    expect(actionOf(call({ origin: 'assistant', operation: 'propose_changes' }))).toBe('Change the text');
  });

  it('leads to its piece, if it is about one', () => {
    expect(isOfPiece(call({ collection: 'articles', targetKey: 'x' }))).toBe(true);
    expect(isOfPiece(call({ collection: 'articles', targetKey: null }))).toBe(false);
    expect(isOfPiece(call({ collection: 'assets', targetKey: 'x' }))).toBe(false);
    expect(isOfPiece(call({ origin: 'assistant', collection: null, targetKey: 'x' }))).toBe(true);
  });

  it('shows its arguments in words, with what the record says now where that differs', () => {
    const sent = { id: 'x', _expectedRev: 3, status: 'published', tags: ['a', 'b'], title: 'Same', local: true, body: '' };
    expect(argumentsOf(sent, { status: 'draft', title: 'Same', tags: [] })).toEqual([
      { name: 'status', value: 'published', now: 'draft' },
      { name: 'tags', value: 'a, b', now: '–' },
      { name: 'title', value: 'Same' },
      { name: 'local', value: 'yes' },
      { name: 'body', value: '–' },
    ]);
  });
});
