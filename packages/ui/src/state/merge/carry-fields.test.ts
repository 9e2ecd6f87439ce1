import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryFields } from './carry-fields.ts';
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

describe('carrying edits onto a newer state', () => {
  it('takes what only one side changed, merges lists as sets and objects key by key', () => {
    const base = { title: 'A', tags: ['x', 'y'], metadata: { a: 1, b: { c: 2 } }, category: null };
    const mine = { ...base, tags: ['x', 'y', 'mine'], metadata: { a: 1, b: { c: 3 } } };
    const theirs = { ...base, title: 'Theirs', tags: ['y', 'theirs'], metadata: { a: 5, b: { c: 2 }, d: true } };
    expect(carryFields(base, mine, theirs)).toEqual({
      fields: { title: 'Theirs', tags: ['y', 'theirs', 'mine'], metadata: { a: 5, b: { c: 3 }, d: true }, category: null },
      both: [],
    });
  });

  it('leaves both where both changed the same words, the newer state’s first', () => {
    const carried = carryFields(
      { body: 'the council met on Monday' },
      { body: 'the council sat on Monday' },
      { body: 'the council convened on Monday' },
    );
    expect(carried).toEqual({ fields: { body: 'the council convened sat on Monday' }, both: ['body'] });
    expect(carryFields({ title: 'A' }, { title: 'B' }, { title: 'C' })).toEqual({ fields: { title: 'C B' }, both: ['title'] });
  });

  it('says of another value that both changed it, and keeps the own one', () => {
    expect(carryFields({ category: null }, { category: 'mine' }, { category: 'theirs' })).toEqual({
      fields: { category: 'mine' },
      both: ['category'],
    });
  });

  it('removes a key that was removed, and no other', () => {
    expect(carryFields({ m: { a: 1, b: 1 } }, { m: { b: 1 } }, { m: { a: 1, b: 2 } })).toEqual({ fields: { m: { b: 2 } }, both: [] });
  });

  it('drops no word of either side, for any texts', () => {
    fc.assert(
      fc.property(prose, prose, prose, (base, mine, theirs) => {
        const { body } = carryFields({ body: base }, { body: mine }, { body: theirs }).fields as { body: string };
        const known = new Set(base.split(/\s+/));
        const added = [...mine.split(/\s+/), ...theirs.split(/\s+/)].filter((word) => !known.has(word));
        const there = new Set(body.split(/\s+/));
        expect(added.filter((word) => !there.has(word) && !body.includes(word))).toEqual([]);
      }),
    );
  });
});
