import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeUpdates } from 'yjs';
import {
  applyJudged,
  beginDraft,
  changesOfRecord,
  draftList,
  draftText,
  type DraftDocument,
  hasChanges,
  judgeUpdate,
  loadDraft,
  readValues,
  sameValues,
  stateOf,
  TEXT_NAMES,
  type TextRoot,
  UndoManager,
  valuesOfRecord,
  vectorOf,
  writeEntry,
} from '../index.ts';

/** Whole characters: an editor inserts no half. */
const typed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => text.replaceAll(/[\0\r\n]/g, ' '));

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('insert' as const), at: fc.nat(), text: typed, root: fc.constantFrom(...TEXT_NAMES) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(), length: fc.nat(20), root: fc.constantFrom(...TEXT_NAMES) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tag' as const), text: typed, at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('field' as const), text: typed, isGone: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), isGathered: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('receive' as const), count: fc.nat(5) }) },
);
const steps = fc.array(fc.record({ who: fc.nat(3), action }), { maxLength: 80 });

/** A person's editor: what it has not sent, and how much of what the server has it received. */
class Editor {
  readonly client: number;
  readonly document: DraftDocument;
  readonly undo: UndoManager;
  /** In groups: nothing was received while those of a group were written. */
  unsent: Uint8Array[][] = [[]];
  received = 0;

  constructor(state: Uint8Array, client: number) {
    this.client = client;
    this.document = loadDraft(state, client);
    this.undo = new UndoManager([draftText(this.document, 'body'), draftText(this.document, 'title')], { captureTimeout: 0 });
    this.document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'remote') this.unsent.at(-1)!.push(update);
    });
  }

  run(what: Action): void {
    if (what.do === 'insert') draftText(this.document, what.root).insert(this.#whole(what.root, what.at), what.text);
    if (what.do === 'delete') {
      const from = this.#whole(what.root, what.at);
      const to = this.#whole(what.root, from + what.length, from);
      draftText(this.document, what.root).delete(from, to - from);
    }
    if (what.do === 'tag') draftList(this.document, 'tags').insert(what.at % (draftList(this.document, 'tags').length + 1), [what.text]);
    if (what.do === 'field') writeEntry(this.document, 'fields', 'slug', what.isGone ? undefined : what.text);
    if (what.do === 'undo') this.undo.undo();
  }

  /** An offset between two characters. */
  #whole(root: TextRoot, at: number, least = 0): number {
    const text = draftText(this.document, root).toJSON();
    let offset = least === 0 ? at % (text.length + 1) : Math.min(at, text.length);
    while (offset > least && offset < text.length && /^[\uDC00-\uDFFF]/.test(text.slice(offset))) offset -= 1;
    return offset;
  }
}
type Action =
  | { do: 'insert'; at: number; text: string; root: TextRoot }
  | { do: 'delete'; at: number; length: number; root: TextRoot }
  | { do: 'tag'; at: number; text: string }
  | { do: 'field'; text: string; isGone: boolean }
  | { do: 'undo' }
  | { do: 'send'; isGathered: boolean }
  | { do: 'receive'; count: number };

describe('a draft that several write', () => {
  it('ends equal everywhere, in whatever order updates are sent, and equal to the record that is saved from it', () => {
    fc.assert(
      fc.property(steps, typed, (script, body) => {
        const record = valuesOfRecord({ title: 'Budget 🏛️', body: `${body}\r\nSecond line` });
        const { document: server, states } = beginDraft([record], 1);
        const rows: Uint8Array[] = [];
        const editors = [11, 12, 13, 14].map((client) => new Editor(states[0]!, client));
        const send = (editor: Editor, isGathered = false): void => {
          const gathered = editor.unsent.flatMap((group) => (isGathered && group.length > 0 ? [mergeUpdates(group)] : group));
          for (const update of gathered) {
            const judged = judgeUpdate(update, server, editor.client);
            // Known: what another has deleted as well.
            applyJudged(server, judged.update);
            rows.push(judged.update);
            // Sent again after a lost answer.
            expect(judgeUpdate(update, server, editor.client).isKnown).toBe(true);
          }
          editor.unsent = [[]];
        };
        const receive = (editor: Editor, count: number): void => {
          for (const row of rows.slice(editor.received, editor.received + count)) applyJudged(editor.document, row, 'remote');
          editor.unsent.push([]);
          editor.received = Math.min(rows.length, editor.received + count);
        };
        for (const { who, action: what } of script) {
          const editor = editors[who]!;
          if (what.do === 'send') send(editor, what.isGathered);
          else if (what.do === 'receive') receive(editor, what.count);
          else editor.run(what);
        }
        for (const editor of editors) send(editor);
        for (const editor of editors) receive(editor, rows.length);

        const values = readValues(server);
        for (const { document, client } of editors) {
          expect(readValues(document)).toEqual(values);
          expect(document.clientID).toBe(client);
        }
        // As another process, a later session, and a browser that lacks a part have it.
        const reopened = loadDraft(stateOf(server), 99);
        expect(readValues(reopened)).toEqual(values);
        const behind = loadDraft(states[0]!, 98);
        applyJudged(behind, stateOf(server, vectorOf(behind)));
        expect(readValues(behind)).toEqual(values);
        expect(values.title + values.description + values.body).toSatisfy((text: string) => text.isWellFormed());

        // A save writes what the draft says: afterwards it differs in nothing.
        const { fields } = changesOfRecord(record, values);
        const saved = valuesOfRecord({ title: record.title, body: record.body, ...record.fields, ...fields });
        expect(hasChanges(changesOfRecord(saved, values))).toBe(false);
        expect(sameValues(saved, values)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
