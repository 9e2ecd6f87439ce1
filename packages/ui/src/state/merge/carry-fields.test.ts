import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFields } from './field-merge.ts';
import { answeredText, mergeTexts } from './three-way.ts';
import { diffWords } from './word-diff.ts';

const words = fc.array(fc.constantFrom('rain', 'sun', 'council', 'met', '\n', '\n\n', 'on', 'Monday', '¶'), { maxLength: 40 });
const prose = words.map((list) => list.join(' '));

describe('comparing two texts', () => {
  it('returns deletions and insertions, word by word', () => {
    expect(diffWords('a red door', 'a blue door')).toEqual([
      { change: 'equal', text: 'a ' },
      { change: 'delete', text: 'red ' },
      { change: 'insert', text: 'blue ' },
      { change: 'equal', text: 'door' },
    ]);
  });

  it('reproduces both texts from its parts, for any texts', () => {
    fc.assert(
      fc.property(fc.oneof(prose, fc.string()), fc.oneof(prose, fc.string()), (before, after) => {
        const parts = diffWords(before, after);
        const side = (without: string): string =>
          parts
            .filter(({ change }) => change !== without)
            .map(({ text }) => text)
            .join('');
        expect(side('insert')).toBe(before);
        expect(side('delete')).toBe(after);
      }),
    );
  });

  it('compares a long text quickly', () => {
    const line = 'The council met on Monday and found the money for roads. ';
    const before = Array.from({ length: 2000 }, (_each, index) => `${line}${index}`).join('\n');
    const started = performance.now();
    const parts = diffWords(before, before.replace('1000', 'a thousand'));
    expect(parts.filter(({ change }) => change !== 'equal')).toHaveLength(2);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('merging two edits of a text', () => {
  it('applies changes of only one side, in different lines and in the same one', () => {
    expect(mergeTexts('It rained.\nIt ended.', 'It rained hard.\nIt ended.', 'It rained.\nIt ended late.')).toEqual([
      { kind: 'text', text: 'It rained hard.\nIt ended late.' },
    ]);
    expect(
      mergeTexts('the council met on Monday morning', 'our council met on Monday morning', 'the council met on Monday evening'),
    ).toEqual([{ kind: 'text', text: 'our council met on Monday evening' }]);
  });

  it('reports a conflict if both changed the same words', () => {
    const parts = mergeTexts('the council met on Monday', 'the council sat on Monday', 'the council convened on Monday');
    expect(parts).toEqual([
      { kind: 'text', text: 'the council ' },
      { kind: 'question', base: 'met ', mine: 'sat ', theirs: 'convened ' },
      { kind: 'text', text: 'on Monday' },
    ]);
    expect(answeredText(parts, [])).toBeUndefined();
    expect(answeredText(parts, ['theirs'])).toBe('the council convened on Monday');
    expect(answeredText(parts, [{ text: 'assembled ' }])).toBe('the council assembled on Monday');
  });

  it('is one side if the other changed nothing', () => {
    fc.assert(
      fc.property(prose, prose, (base, edit) => {
        expect(answeredText(mergeTexts(base, edit, base), [])).toBe(edit);
        expect(answeredText(mergeTexts(base, base, edit), [])).toBe(edit);
        expect(answeredText(mergeTexts(base, edit, edit), [])).toBe(edit);
      }),
    );
  });

  it('keeps every word that one side added, or reports a conflict', () => {
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (base, at, other) => {
        const insert = (index: number, word: string): string => (base as string[]).toSpliced(index % (base.length + 1), 0, word).join(' ');
        const parts = mergeTexts(base.join(' '), insert(at, 'MINE'), insert(other, 'THEIRS'));
        const shown = parts.map((part) => (part.kind === 'text' ? part.text : `${part.mine}${part.theirs}`)).join('');
        expect(shown).toContain('MINE');
        expect(shown).toContain('THEIRS');
      }),
      { numRuns: 500 },
    );
  });
});

describe('merging two edits of a record', () => {
  it('applies fields that one side changed, and combines sets', () => {
    const base = { title: 'A', description: null, tags: ['x', 'y'], authors: ['Ada'] };
    const merge = mergeFields(
      base,
      { ...base, title: 'B', tags: ['x', 'y', 'mine'] },
      { ...base, description: 'D', tags: ['y', 'theirs'] },
    );
    expect(merge.questions).toEqual([]);
    expect(merge.takenFromTheirs).toEqual(['description', 'tags']);
    expect(merge.resolve({})).toEqual({ title: 'B', description: 'D', tags: ['y', 'mine', 'theirs'], authors: ['Ada'] });
  });

  it('asks about conflicts, and returns no result before all are resolved', () => {
    const merge = mergeFields({ title: 'A', body: 'one two' }, { title: 'B', body: 'one deux' }, { title: 'C', body: 'one zwei' });
    expect(merge.questions.map(({ id, mine, theirs }) => ({ id, mine, theirs }))).toEqual([
      { id: 'title', mine: 'B', theirs: 'C' },
      { id: 'body.1', mine: 'deux', theirs: 'zwei' },
    ]);
    expect(merge.takenFromTheirs).toEqual(['body']);
    expect(merge.resolve({ title: 'mine' })).toBeUndefined();
    expect(merge.resolve({ title: { value: 'D' }, 'body.1': 'theirs' })).toEqual({ title: 'D', body: 'one zwei' });
  });

  it('merges metadata key by key, and omits a key that one side removed', () => {
    const base = { metadata: { generation: { model: 'a', aiAssisted: true }, note: 'n', old: 1 } };
    const merge = mergeFields(
      base,
      { metadata: { generation: { model: 'b', aiAssisted: true }, note: 'n' } },
      { metadata: { generation: { model: 'c', aiAssisted: true }, note: null, old: 1, added: [1] } },
    );
    expect(merge.questions.map(({ id }) => id)).toEqual(['metadata.generation.model']);
    expect(merge.resolve({ 'metadata.generation.model': 'mine' })).toEqual({
      metadata: { generation: { model: 'b', aiAssisted: true }, note: null, added: [1] },
    });
  });

  it('asks about a key that one side removed and the other changed', () => {
    const merge = mergeFields({ metadata: { a: 1 } }, { metadata: {} }, { metadata: { a: 2 } });
    expect(merge.questions).toEqual([{ id: 'metadata.a', field: 'metadata', base: 1, mine: null, theirs: 2 }]);
    expect(merge.resolve({ 'metadata.a': 'mine' })).toEqual({ metadata: {} });
  });

  it('asks about an object that one side removed and the other changed, as a whole', () => {
    const merge = mergeFields({ metadata: { g: { a: 1 } } }, { metadata: {} }, { metadata: { g: { a: 2 } } });
    expect(merge.questions).toEqual([{ id: 'metadata.g', field: 'metadata', base: { a: 1 }, mine: null, theirs: { a: 2 } }]);
    expect(merge.resolve({ 'metadata.g': 'theirs' })).toEqual({ metadata: { g: { a: 2 } } });
  });

  it('handles keys that are names of object members', () => {
    const mine = { metadata: JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as never };
    const merge = mergeFields({ metadata: {} }, mine, { metadata: { toString: 'x' } });
    expect(JSON.stringify(merge.resolve({}))).toBe('{"metadata":{"__proto__":{"polluted":true},"constructor":1,"toString":"x"}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
