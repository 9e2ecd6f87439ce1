import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRuns,
  applyEdits,
  applyJudged,
  beginDraft,
  carryOrigins,
  draftText,
  judgeUpdate,
  loadDraft,
  type OriginRuns,
  originsOf,
  readValues,
  runsOfTexts,
  textEdits,
  type TextRun,
  UNKNOWN_ORIGIN,
  valuesOfRecord,
} from '../index.ts';

const typed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => text.replaceAll(/[\0\r\n]/g, ' '));
const lengthOf = (runs: readonly TextRun[]): number => runs.reduce((sum, [length]) => sum + length, 0);
/** Each unit of a text with its origin. */
const units = (text: string, runs: readonly TextRun[]): [string, number][] =>
  runs.flatMap(([length, origin]) => Array<number>(length).fill(origin)).map((origin, index) => [text[index] ?? '', origin]);

describe('the origins of a draft', () => {
  it('cover its texts exactly and follow each letter, through merges and into a new epoch', () => {
    const write = fc.record({
      who: fc.nat(2),
      at: fc.nat(),
      remove: fc.nat(5),
      text: typed,
      origin: fc.integer({ min: 1, max: 5 }),
      sends: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
        const { document: server, states } = beginDraft([valuesOfRecord({ title: 'T', body: 'before' })], 1);
        let runs: OriginRuns = {};
        const editors = [11, 12, 13].map((client) => ({ client, document: loadDraft(states[0]!, client) }));
        for (const { who, at, remove, text, origin, sends } of writes) {
          const { client, document } = editors[who]!;
          const body = draftText(document, 'body');
          const updates: Uint8Array[] = [];
          const keep = (update: Uint8Array): void => void updates.push(update);
          document.on('update', keep);
          document.transact(() => {
            const from = whole(body.toJSON(), at);
            body.delete(from, whole(body.toJSON(), from + remove, from) - from);
            // Letters tell where they come from: private-use characters by origin.
            body.insert(from, String.fromCharCode(0xe000 + origin).repeat(text.length));
          });
          document.off('update', keep);
          for (const update of updates) {
            const judged = judgeUpdate(update, server, client);
            runs = addRuns(
              runs,
              client,
              judged.inserted.map(({ clock, text: inserted }) => [clock, inserted.length, origin] as const),
            );
            applyJudged(server, judged.update);
            if (sends) for (const other of editors) applyJudged(other.document, judged.update);
          }
        }
        const check = (document: typeof server, known: OriginRuns): void => {
          const origins = originsOf(document, known);
          const { title, body } = readValues(document);
          expect(origins.title).toEqual([[title.length, UNKNOWN_ORIGIN]]);
          expect(lengthOf(origins.body)).toBe(body.length);
          for (const [letter, origin] of units(body, origins.body)) expect(origin).toBe(Math.max(0, letter.charCodeAt(0) - 0xe000));
        };
        check(server, runs);
        const next = beginDraft([valuesOfRecord({ body: 'before' }), readValues(server)], 40).document;
        check(next, runsOfTexts(next, originsOf(server, runs)));
      }),
    );
  });

  it('are kept in few runs, by client', () => {
    const once = addRuns({}, 7, [
      [0, 3, 1],
      [3, 2, 1],
      [5, 1, 2],
    ]);
    expect(once).toEqual({
      7: [
        [0, 5, 1],
        [5, 1, 2],
      ],
    });
    expect(addRuns(once, 7, [[9, 1, 2]])).toEqual({
      7: [
        [0, 5, 1],
        [5, 1, 2],
        [9, 1, 2],
      ],
    });
    expect(addRuns(once, 8, [])).toBe(once);
    for (const [clock, length] of [
      [5, 1],
      [6, 0],
    ] as const)
      expect(() => addRuns(once, 7, [[clock, length, 3]])).toThrow(expect.objectContaining({ code: 'invalid_values' }));
  });

  it('of letters that no run names are not known', () => {
    const { document } = beginDraft([valuesOfRecord({ body: 'abcdef' })], 7);
    expect(
      originsOf(document, {
        7: [
          [1, 2, 4],
          [4, 1, 5],
        ],
      }).body,
    ).toEqual([
      [1, 0],
      [2, 4],
      [1, 0],
      [1, 5],
      [1, 0],
    ]);
    expect(originsOf(document, {}).body).toEqual([[6, 0]]);
    expect(originsOf(document, {}).title).toEqual([]);
  });
});

describe('carrying origins over an edit', () => {
  it('keeps those of words that stay, for any texts', () => {
    const words = fc
      .array(fc.constantFrom('rain', 'sun', 'council', '🏛️', 'e\u0301', '\n'), { maxLength: 30 })
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(words, words, fc.array(fc.nat(9), { minLength: 1 }), (before, after, cuts) => {
        const runs: TextRun[] = [];
        for (let at = 0, index = 0; at < before.length; index += 1) {
          const length = Math.min(before.length - at, 1 + (cuts[index % cuts.length] ?? 0));
          runs.push([length, 1 + (index % 3)]);
          at += length;
        }
        const edits = textEdits(before, after);
        expect(applyEdits(before, edits)).toBe(after);
        const carried = carryOrigins(runs, edits, 9);
        expect(lengthOf(carried)).toBe(after.length);
        const kept = units(after, carried).filter(([, origin]) => origin !== 9);
        const stood = units(before, runs).filter((_unit, index) => !edits.some(({ at, remove }) => index >= at && index < at + remove));
        expect(kept).toEqual(stood);
      }),
    );
  });
});

function whole(text: string, at: number, least = 0): number {
  let offset = least === 0 ? at % (text.length + 1) : Math.min(at, text.length);
  while (offset > least && /^[\uDC00-\uDFFF]/.test(text.slice(offset))) offset -= 1;
  return offset;
}
