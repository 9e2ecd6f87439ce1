import { EditorSelection } from '@codemirror/state';
import type { Command } from '@codemirror/view';

/** Goes to the line above or below where the usual motion would skip it: a picture is higher than its line, an underline lower. */
export function goToNextLine(isForward: boolean, isSelecting = false): Command {
  return (view) => {
    const { state } = view;
    const { main } = state.selection;
    const line = state.doc.lineAt(main.head);
    const { number } = state.doc.lineAt(view.moveVertically(main, isForward).head);
    if (Math.abs(number - line.number) < 2) return false;
    const next = state.doc.line(line.number + (isForward ? 1 : -1));
    const head = isForward ? next.from : next.to;
    view.dispatch({
      selection: isSelecting ? EditorSelection.range(main.anchor, head) : EditorSelection.cursor(head),
      scrollIntoView: true,
      userEvent: 'select',
    });
    return true;
  };
}
