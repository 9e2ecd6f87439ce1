import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Where a slash was typed at the beginning of a word, outside of code and addresses; null if it was not. */
export function slashAt(state: EditorState): number | null {
  const { main } = state.selection;
  if (!main.empty || state.readOnly) return null;
  const line = state.doc.lineAt(main.head);
  const typed = /(?:^|\s)\/(?=[\p{L}\p{M}\p{N}]*$)/u.exec(state.sliceDoc(line.from, main.head));
  if (typed === null) return null;
  const at = line.from + typed.index + typed[0].length - 1;
  for (let node = syntaxTree(state).resolveInner(at, -1); ;) {
    if (/Code|URL|HTML|Comment|Table/.test(node.name)) return null;
    if (node.parent === null) return at;
    node = node.parent;
  }
}
