import { syntaxTree } from '@codemirror/language';
import { Compartment, type EditorState, type Extension } from '@codemirror/state';
import { ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LiveOptions } from '../live-options.ts';

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

/** Loads the menu of blocks when a slash is typed at the beginning of a word for the first time; with an input method, when it is done. */
export function slashTrigger(options: LiveOptions): Extension {
  const place = new Compartment();
  let isAsked = false;
  const watch = ViewPlugin.define((view) => {
    let isGone = false;
    const load = async (): Promise<void> => {
      const { slashMenu } = await import('./slash-menu.ts');
      if (!isGone) view.dispatch({ effects: place.reconfigure(slashMenu(options, view.state)) });
    };
    return {
      update(update: ViewUpdate) {
        if (isAsked || update.view.composing || !update.docChanged) return;
        if (!update.transactions.some((each) => each.isUserEvent('input.type')) || slashAt(update.state) === null) return;
        isAsked = true;
        void load().catch(() => (isAsked = false));
      },
      destroy: () => (isGone = true),
    };
  });
  return [place.of([]), watch];
}
