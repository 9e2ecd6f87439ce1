import { isolateHistory } from '@codemirror/commands';
import { Annotation, type ChangeSet, type Extension, Prec, Transaction } from '@codemirror/state';
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { draftText, piecesOf, UndoManager } from '@colophon/draft';
import { TYPED } from '../../../state/draft/sources.ts';
import { isShared, sharing, undoing } from '../body-extensions.ts';
import { textDifference } from '../use-body-view.ts';
import { caretsOf, othersInText, othersShown } from './carets.ts';
import type { SharedText } from './shared-text.ts';

/** Marks what the draft told, so that it is not written there again. */
const received = Annotation.define<true>();

interface TextEvent {
  readonly delta: readonly { readonly retain?: number; readonly delete?: number; readonly insert?: unknown }[];
  readonly transaction: { readonly origin: unknown };
}

/**
 * Binds a text to the body of a draft: each change is written there in the transaction in which it is made, and what others write is shown
 * without moving the caret. Undoing is that of the draft, which takes back the own changes alone.
 *
 * @returns a function that ends it
 */
export function bindText(view: EditorView, shared: SharedText): () => void {
  const { document, others } = shared;
  const text = draftText(document, 'body');
  const stands = text.toJSON();
  const shown = view.state.doc.toString();
  view.dispatch({
    ...(shown !== stands && { changes: textDifference(shown, stands) }),
    annotations: [received.of(true), Transaction.userEvent.of('given')],
    effects: [undoing.reconfigure([]), sharing.reconfigure(binding(shared))],
  });
  const receive = (event: TextEvent): void => {
    const { origin } = event.transaction;
    if (origin === TYPED) return;
    const changes: { from: number; to: number; insert: string }[] = [];
    let at = 0;
    let end = 0;
    for (const { retain = 0, delete: removed = 0, insert } of event.delta) {
      const added = typeof insert === 'string' ? insert : '';
      if (removed > 0 || added !== '') {
        changes.push({ from: at, to: at + removed, insert: added });
        end = at + removed;
      }
      at += retain + removed;
    }
    const set = view.state.changes(changes);
    view.dispatch({
      changes: set,
      annotations: received.of(true),
      // Where something is taken back, the caret follows it.
      ...(origin instanceof UndoManager && { selection: { anchor: set.mapPos(end, 1) }, scrollIntoView: true }),
    });
  };
  text.observe(receive as never);
  const show = (): void => view.dispatch({ effects: othersInText.of(caretsOf(document, others.getSnapshot())) });
  const stop = others.subscribe(show);
  show();
  return () => {
    text.unobserve(receive as never);
    stop();
  };
}

function binding({ document, undo, onCaret }: SharedText): Extension {
  const text = draftText(document, 'body');
  const write = (changes: ChangeSet): void => {
    let moved = 0;
    changes.iterChanges((from, to, _start, _end, inserted) => {
      const at = from + moved;
      const added = inserted.toString();
      // A long paste is several updates, since one is limited.
      const [first = '', ...rest] = piecesOf(added);
      document.transact(() => {
        if (to > from) text.delete(at, to - from);
        if (first !== '') text.insert(at, first);
      }, TYPED);
      let next = at + first.length;
      for (const piece of rest) {
        document.transact(() => text.insert(next, piece), TYPED);
        next += piece.length;
      }
      moved += added.length - (to - from);
    });
  };
  const take = (back: boolean) => (): boolean => {
    if (back) undo.undo();
    else undo.redo();
    return true;
  };
  return [
    isShared.of(true),
    othersShown(),
    ViewPlugin.define(() => ({
      update(update: ViewUpdate) {
        for (const transaction of update.transactions) {
          if (!transaction.docChanged || transaction.annotation(received) === true) continue;
          const isApart = transaction.annotation(isolateHistory) !== undefined;
          if (isApart) undo.stopCapturing();
          write(transaction.changes);
          if (isApart) undo.stopCapturing();
        }
        if (!update.view.hasFocus || !(update.selectionSet || update.docChanged || update.focusChanged)) return;
        const { anchor, head } = update.state.selection.main;
        onCaret(anchor, head);
      },
    })),
    Prec.high(
      keymap.of([
        { key: 'Mod-z', run: take(true), preventDefault: true },
        { key: 'Mod-y', mac: 'Mod-Shift-z', run: take(false), preventDefault: true },
        { linux: 'Ctrl-Shift-z', win: 'Ctrl-Shift-z', run: take(false), preventDefault: true },
      ]),
    ),
  ];
}
