import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absorbValues,
  applyEdits,
  applyJudged,
  beginDraft,
  changeDraft,
  draftText,
  judgeUpdate,
  loadDraft,
  newClient,
  piecesOf,
  readValues,
  sameValues,
  stateOf,
  textEdits,
  valuesOfRecord,
  writeEdits,
} from '../index.ts';

const token = fc.constantFrom('rain', 'sun', 'council', '🏛️', '🏜️', 'e\u0301', '\n', '\n\n', '¶', 'الخبر');
const prose = fc.array(token, { maxLength: 40 }).map((words) => words.join(' '));
const text = fc.oneof(prose, fc.string({ unit: 'grapheme' }));

describe('the differences of two texts', () => {
  it('turn one into the other, in order, and part no character', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = textEdits(before, after);
        expect(applyEdits(before, edits)).toBe(after);
        let last = 0;
        for (const { at, remove, insert } of edits) {
          expect(at).toBeGreaterThanOrEqual(last);
          last = at + remove;
          expect(insert.isWellFormed() && before.slice(at, last).isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('are words', () => {
    expect(textEdits('a red door\nand a wall', 'a blue door\nand one wall')).toEqual([
      { at: 2, remove: 3, insert: 'blue' },
      { at: 15, remove: 1, insert: 'one' },
    ]);
    expect(textEdits('same', 'same')).toEqual([]);
    expect(textEdits('', 'new')).toEqual([{ at: 0, remove: 0, insert: 'new' }]);
  });

  it('of texts that have little in common are one replacement', () => {
    const lines = (word: string): string => Array.from({ length: 5000 }, (_each, index) => `${word} ${index}\n`).join('');
    const edits = textEdits(lines('one'), lines('other'));
    expect(edits.length).toBe(1);
    expect(applyEdits(lines('one'), edits)).toBe(lines('other'));
  });
});

describe('a change from outside', () => {
  it('is one update, made on a copy, that the draft accepts', () => {
    const { document } = beginDraft([valuesOfRecord({ title: 'T', body: 'One two three' })], 1);
    const change = changeDraft(stateOf(document), 50, (copy) =>
      writeEdits(copy, 'body', [{ at: 4, remove: 3, insert: 'a pasted passage' }]),
    );
    expect(readValues(document).body).toBe('One two three');
    expect(change).toMatchObject({ client: 50, start: 0, end: 16 });
    const judged = judgeUpdate(change.update!, document, 50);
    expect(judged.inserted).toEqual([{ root: 'body', clock: 0, text: 'a pasted passage' }]);
    applyJudged(document, judged.update);
    expect(readValues(document).body).toBe('One a pasted passage three');
    expect(changeDraft(stateOf(document), 51, () => undefined).update).toBe(null);
  });

  it('does not repeat what was deleted before', () => {
    const { document } = beginDraft([valuesOfRecord({ body: 'x'.repeat(4000) })], 1);
    const body = draftText(document, 'body');
    for (let at = 0; at < 1000; at += 1) body.delete(at, 1);
    const { update } = changeDraft(stateOf(document), 2, (copy) => draftText(copy, 'body').insert(0, 'y'));
    expect(update!.length).toBeLessThan(40);
  });

  it('leaves what people type meanwhile, and the saved state is always the record', () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('type' as const),
        who: fc.nat(2),
        at: fc.nat(),
        remove: fc.nat(4),
        insert: fc.constantFrom('word ', '🏛️', 'x'),
      }),
      fc.record({ do: fc.constant('patch' as const), body: prose, tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')) }),
      fc.record({ do: fc.constant('save' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), prose, (script, begun) => {
        const first = valuesOfRecord({ title: 'T', body: begun });
        const { document, states } = beginDraft([first], 1);
        let [saved, record] = [states[0]!, first];
        let next = 100;
        // What they read is kept apart from what they write with their numbers.
        const editors = [11, 12, 13].map((client) => ({ client, document: loadDraft(saved, client + 10) }));
        const land = (update: Uint8Array, client: number): void => {
          const judged = judgeUpdate(update, document, client);
          applyJudged(document, judged.update);
        };
        for (const each of script) {
          if (each.do === 'type') {
            const editor = editors[each.who]!;
            applyJudged(editor.document, stateOf(document));
            const change = changeDraft(stateOf(editor.document), editor.client, (copy) => {
              const length = draftText(copy, 'body').length;
              const at = length === 0 ? 0 : each.at % length;
              writeEdits(
                copy,
                'body',
                textEdits(draftText(copy, 'body').toJSON(), insertAt(draftText(copy, 'body').toJSON(), at, each.remove, each.insert)),
              );
            });
            if (change.update) land(change.update, editor.client);
            if (change.update) applyJudged(editor.document, change.update);
          } else if (each.do === 'patch') {
            const own = draftText(document, 'body').toJSON();
            const values = { ...record, body: each.body, tags: each.tags };
            const change = absorbValues(saved, values, (next += 1));
            if (change.update) land(change.update, change.client);
            // Words that only the draft had are still there.
            const typed = own.split(/\s+/).filter((word) => word === 'word').length;
            const had = record.body.split(/\s+/).filter((word) => word === 'word').length;
            if (typed > had) expect(draftText(document, 'body').toJSON()).toContain('word');
            [saved, record] = [change.saved, values];
          } else {
            saved = stateOf(document);
            record = readValues(document);
          }
          expect(sameValues(readValues(loadDraft(saved, 1)), record)).toBe(true);
        }
        for (const editor of editors) {
          applyJudged(editor.document, stateOf(document));
          expect(readValues(editor.document)).toEqual(readValues(document));
        }
        // With nothing unsaved, the draft is the record: an absorbed change doubles nothing.
        const last = absorbValues(stateOf(document), { ...readValues(document), body: 'only this' }, (next += 1));
        if (last.update) land(last.update, last.client);
        expect(readValues(document).body).toBe('only this');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a long paste', () => {
  it('is divided into pieces that part no character, and each is an update', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 9 }), (pasted, maximum) => {
        const pieces = piecesOf(pasted, maximum);
        expect(pieces.join('')).toBe(pasted);
        for (const piece of pieces) expect(piece.isWellFormed() && piece.length > 0 && piece.length <= maximum).toBe(true);
      }),
    );
    const { document } = beginDraft([valuesOfRecord({})], 1);
    const pasted = '議'.repeat(1_000_000);
    const mine = loadDraft(stateOf(document), 2);
    mine.on('update', (update: Uint8Array) => applyJudged(document, judgeUpdate(update, document, 2).update));
    for (const piece of piecesOf(pasted)) draftText(mine, 'body').insert(draftText(mine, 'body').length, piece);
    expect(draftText(document, 'body').toJSON()).toBe(pasted);
  });
});

describe('the numbers of clients', () => {
  it('are fresh', () => {
    const taken = new Set<number>();
    for (let count = 0; count < 100; count += 1) {
      const client = newClient((each) => taken.has(each));
      expect(Number.isInteger(client) && client > 0 && client < 2 ** 32 && !taken.has(client)).toBe(true);
      taken.add(client);
    }
  });
});

function insertAt(whole: string, at: number, remove: number, insert: string): string {
  const [before, after] = [whole.slice(0, at), whole.slice(at + remove)];
  return `${before}${insert}${after}`.toWellFormed();
}
