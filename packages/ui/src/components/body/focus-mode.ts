import { type EditorState, type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const dim = Decoration.line({ class: 'colo-dim' });

/** The paragraph around the caret: the lines with text above and below it. */
function paragraphOf({ doc, selection }: EditorState): { readonly first: number; readonly last: number } {
  let first = doc.lineAt(selection.main.from).number;
  let last = doc.lineAt(selection.main.to).number;
  const isText = (number: number): boolean => number >= 1 && number <= doc.lines && doc.line(number).text.trim() !== '';
  while (isText(first) && isText(first - 1)) first -= 1;
  while (isText(last) && isText(last + 1)) last += 1;
  return { first, last };
}

function dimmed(view: EditorView): DecorationSet {
  const { first, last } = paragraphOf(view.state);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      if (line.number < first || line.number > last) builder.add(line.from, line.from, dim);
      at = line.to + 1;
    }
  return builder.finish();
}

/** Quiets all but the paragraph that is being written, and keeps it in the middle of the surface. */
export const focusMode: Extension = [
  ViewPlugin.define(
    (view) => ({
      lines: dimmed(view),
      update(update: ViewUpdate) {
        if (update.docChanged || update.selectionSet || update.viewportChanged) this.lines = dimmed(update.view);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
  EditorView.editorAttributes.of({ class: 'colo-focused-writing' }),
];
