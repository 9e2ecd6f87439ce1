import { isolateHistory } from '@codemirror/commands';
import { EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { attributes, bodyAttributes, bodyEditable, bodyExtensions, editable, isShared, pageNonce } from './body-extensions.ts';

/** A text and how it is edited. */
export interface BodyText {
  /** The text as Markdown; it is never reformatted, so unedited parts stay identical. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The accessible name. */
  readonly label: string;
  /** The language of the text, a BCP 47 tag. */
  readonly lang?: string | null;
  readonly readOnly?: boolean;
  readonly onSelection?: (selection: { readonly start: number; readonly end: number }) => void;
}

/** Creates the editing surface in an element, with its text, name and language. Null until it is mounted. */
export function useBodyView(place: RefObject<HTMLDivElement | null>, props: BodyText, more: () => Extension): EditorView | null {
  const { value, label, lang = null, readOnly = false } = props;
  const [view, setView] = useState<EditorView | null>(null);
  const shown = useRef(value);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const parent = place.current;
    if (parent === null) return undefined;
    shown.current = latest.current.value;
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          bodyExtensions(more()),
          pageNonce(),
          attributes.of(bodyAttributes(latest.current.label, latest.current.lang ?? null)),
          editable.of(bodyEditable(latest.current.readOnly ?? false)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              shown.current = update.state.doc.toString();
              // A text that is bound to a draft is written there.
              if (!update.state.facet(isShared) && !update.transactions.some((each) => each.annotation(Transaction.userEvent) === 'given'))
                latest.current.onChange(shown.current);
            }
            if (update.selectionSet || update.docChanged) {
              const { from, to } = update.state.selection.main;
              latest.current.onSelection?.({ start: from, end: to });
            }
          }),
        ],
      }),
    });
    setView(made);
    return () => {
      made.destroy();
      setView(null);
    };
    // The extensions never change; changing settings are applied below.
  }, [place, more]);
  useEffect(() => {
    if (view === null || value === shown.current || view.state.facet(isShared)) return;
    shown.current = value;
    view.dispatch({
      changes: textDifference(view.state.doc.toString(), value),
      annotations: [isolateHistory.of('full'), Transaction.userEvent.of('given')],
    });
  }, [view, value]);
  useEffect(() => {
    view?.dispatch({ effects: attributes.reconfigure(bodyAttributes(label, lang)) });
  }, [view, label, lang]);
  useEffect(() => {
    view?.dispatch({ effects: editable.reconfigure(bodyEditable(readOnly)) });
  }, [view, readOnly]);
  return view;
}

/** Returns the difference between two texts as one change, so that the caret and marks outside of it are kept. */
export function textDifference(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
