import { syntaxTree } from '@codemirror/language';
import type { Command, EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { writingEn } from '../../../messages/writing/en.ts';
import type { LiveOptions } from './live-options.ts';

/** Constructs whose marks stand around words. */
const AROUND: Readonly<Record<string, string>> = {
  StrongEmphasis: 'EmphasisMark',
  Emphasis: 'EmphasisMark',
  Strikethrough: 'StrikethroughMark',
  InlineCode: 'CodeMark',
};

/**
 * Where marks are shown in the source alone, deleting at a hidden one takes the format away and leaves the words: a half of it would be
 * out of sight.
 */
export function removeHiddenMark(side: 'before' | 'after', options: LiveOptions): Command {
  return (view) => {
    const { main } = view.state.selection;
    if (!main.empty || view.state.readOnly) return false;
    const marks = marksAt(view, main.head, side);
    if (marks.length === 0) return false;
    view.dispatch({ changes: marks.map(({ from, to }) => ({ from, to })), userEvent: 'delete', scrollIntoView: true });
    options.announce(options.wordsOf(writingEn)['live.format.removed']);
    return true;
  };
}

/** The marks of the construct that has one directly before or after a position. */
function marksAt(view: EditorView, at: number, side: 'before' | 'after'): readonly { readonly from: number; readonly to: number }[] {
  const { state } = view;
  for (const way of [-1, 1] as const)
    for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, way); node !== null; node = node.parent) {
      const around = AROUND[node.name];
      const marks = around === undefined ? [] : node.getChildren(around);
      if (marks.some(({ from, to }) => (side === 'before' ? to === at : from === at))) return marks;
      if (node.name.startsWith('ATXHeading') && side === 'before') {
        const mark = node.getChild('HeaderMark');
        if (mark === null) continue;
        const textFrom = mark.to + (/^[ \t]*/.exec(state.sliceDoc(mark.to, state.doc.lineAt(at).to))?.[0].length ?? 0);
        if (textFrom === at) return [{ from: mark.from, to: textFrom }];
      }
    }
  return [];
}
