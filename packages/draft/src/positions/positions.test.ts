import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginDraft,
  carryPassage,
  carryPosition,
  draftText,
  emptyDraft,
  findPassage,
  loadDraft,
  offsetOf,
  passageAt,
  positionAt,
  readPosition,
  readValues,
  stateOf,
  toBase64,
  valuesOfRecord,
} from '../index.ts';

const begin = (body: string) => beginDraft([valuesOfRecord({ body })], 3).document;
const edit = fc.record({
  at: fc.nat(),
  remove: fc.nat(6),
  insert: fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[\0\r]/g, '')),
});

describe('a position', () => {
  it('stays at its letter whatever is written around it, in the same draft and in a stored one', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const document = begin(letters);
        const text = draftText(document, 'body');
        const after = letters.split('').map((letter, index) => ({ letter, position: positionAt(document, 'body', index) }));
        const before = letters.split('').map((letter, index) => ({ letter, position: positionAt(document, 'body', index + 1, 'before') }));
        for (const { at, remove, insert } of edits) {
          const from = at % (text.length + 1);
          text.delete(from, Math.min(remove, text.length - from));
          text.insert(from, insert.toLowerCase());
        }
        const now = text.toJSON();
        const reopened = loadDraft(stateOf(document), 9);
        for (const [list, shift] of [
          [after, 0],
          [before, -1],
        ] as const) {
          let last = 0;
          for (const { letter, position } of list) {
            const found = offsetOf(document, position);
            expect(offsetOf(reopened, position)).toEqual(found);
            expect(found?.root).toBe('body');
            const offset = found?.offset ?? -1;
            if (now.includes(letter)) expect(now[offset + shift]).toBe(letter);
            // Where the letter was: still between its neighbours.
            expect(offset).toBeGreaterThanOrEqual(last);
            expect(offset).toBeLessThanOrEqual(now.length);
            last = offset;
          }
        }
      }),
    );
  });

  it('is carried into a new epoch by its offset, and not known there otherwise', () => {
    const document = begin('One two three');
    draftText(document, 'body').delete(0, 4);
    const position = positionAt(document, 'body', 4);
    const next = beginDraft([valuesOfRecord({ body: 'One two three' }), readValues(document)], 77).document;
    expect(offsetOf(next, position)).toBe(null);
    const carried = carryPosition(document, next, position);
    expect(offsetOf(next, carried!)).toEqual({ root: 'body', offset: 4 });
    expect(carryPosition(next, document, 'AAEA')).toBe(null);
    expect(offsetOf(next, carryPosition(document, next, positionAt(document, 'body', 9))!)).toEqual({ root: 'body', offset: 9 });
  });

  it('at the beginning or end of a text stays there', () => {
    const document = emptyDraft(1);
    const [start, end] = [positionAt(document, 'title', 0, 'before'), positionAt(document, 'title', 0)];
    draftText(document, 'title').insert(0, 'abc');
    expect([offsetOf(document, start)?.offset, offsetOf(document, end)?.offset]).toEqual([0, 3]);
  });

  it.each([
    ['nothing', ''],
    ['no base64', 'a b!'],
    ['too much', 'A'.repeat(68)],
    ['no text', 7],
    ['an unfinished one', 'AA=='],
    ['another kind', 'Bw=='],
    ['in a nested type', toBase64(new Uint8Array([2, 3, 0, 0]))],
  ])('is refused if it is %s', (_what, value) => {
    expect(() => readPosition(value)).toThrow(expect.objectContaining({ code: 'invalid_position' }));
  });

  it('is not known if it names another root, or a letter that is not there, and creates no root', () => {
    const document = begin('One');
    const roots = document.share.size;
    const named = (name: string): string => toBase64(new Uint8Array([1, name.length, ...new TextEncoder().encode(name), 0]));
    for (const position of [
      named('secret'),
      named('tags'),
      named('fields'),
      toBase64(new Uint8Array([0, 3, 99, 0])),
      toBase64(new Uint8Array([0, 3, 0, 5])),
    ])
      expect(offsetOf(document, position)).toBe(null);
    expect(document.share.size).toBe(roots);
    for (const offset of [-1, 4, 0.5, Number.NaN])
      expect(() => positionAt(document, 'body', offset)).toThrow(expect.objectContaining({ code: 'invalid_position' }));
  });

  it('is never anything but a place in a text, whatever bytes it is read from', () => {
    const document = begin('One two');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), (bytes) => {
        let position: string;
        try {
          position = readPosition(toBase64(bytes));
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_position' });
          return;
        }
        const found = offsetOf(document, position);
        if (found) expect(found.offset).toBeLessThanOrEqual(draftText(document, found.root).length);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a passage', () => {
  const sentence = 'The council met on Monday.';
  const body = `Before. ${sentence} After.`;

  it('moves with its text and tells whether it is unchanged', () => {
    const document = begin(body);
    const passage = passageAt(document, 'body', 8, 8 + sentence.length);
    expect(passage.quote).toBe(sentence);
    const text = draftText(document, 'body');
    text.insert(0, 'Long ');
    // At both edges: not part of it.
    text.insert(13, 'x');
    text.insert(14 + sentence.length, 'y');
    expect(findPassage(document, passage)).toEqual({ start: 14, end: 14 + sentence.length, text: sentence, isUnchanged: true, kept: 1 });
    text.delete(14, 'The council '.length);
    text.insert(14, 'It ');
    expect(findPassage(document, passage)).toMatchObject({ text: 'It met on Monday.', isUnchanged: false, kept: 0.6 });
    text.delete(0, text.length);
    expect(findPassage(document, passage)).toEqual({ start: 0, end: 0, text: '', isUnchanged: false, kept: 0 });
  });

  it('counts words of scripts without spaces', () => {
    const document = begin('議会は月曜日に開かれた。');
    const passage = passageAt(document, 'body', 0, 12);
    draftText(document, 'body').delete(3, 3);
    const kept = findPassage(document, passage)?.kept ?? 0;
    expect(kept).toBeGreaterThan(0.3);
    expect(kept).toBeLessThan(1);
  });

  it('is carried into a new epoch, and refused where there is none', () => {
    const document = begin(body);
    const passage = passageAt(document, 'body', 8, 8 + sentence.length);
    draftText(document, 'body').insert(0, 'x');
    const next = beginDraft([readValues(document)], 50).document;
    expect(findPassage(next, passage)).toBe(null);
    expect(findPassage(next, carryPassage(document, next, passage)!)).toMatchObject({ start: 9, isUnchanged: true });
    expect(carryPassage(next, document, passage)).toBe(null);
    expect(findPassage(document, { ...passage, root: 'title' })).toBe(null);
    expect(() => passageAt(document, 'body', 3, 3)).toThrow(expect.objectContaining({ code: 'invalid_position' }));
  });
});
