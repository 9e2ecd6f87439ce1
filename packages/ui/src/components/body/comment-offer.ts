import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view';

interface CommentOfferOptions {
  /** Null if comments are not available. */
  readonly onComment: () => (() => void) | undefined;
  readonly label: () => string;
}

/** Hides the button until the selection changes. */
const taken = StateEffect.define();

/**
 * A button beside the selection that begins a comment on it. Tab moves from the text to it; it is removed when it
 * was pressed, or nothing is selected any more.
 */
export function commentOffer({ onComment, label }: CommentOfferOptions): Extension {
  const create: Tooltip['create'] = (view) => {
    const dom = document.createElement('div');
    dom.className = 'colo-comment-offer';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'colo-list-small';
    button.textContent = label();
    // The selection is kept: the text keeps the focus until the action is done.
    button.addEventListener('pointerdown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      view.dispatch({ effects: taken.of(null) });
      onComment()?.();
    });
    dom.append(button);
    return { dom };
  };
  const tooltipOf = (state: EditorState): Tooltip | null => {
    const { from, to, head, anchor } = state.selection.main;
    if (onComment() === undefined || state.sliceDoc(from, to).trim() === '') return null;
    return { pos: head, above: head < anchor, create };
  };
  const next = (before: Tooltip | null, { state, selection, docChanged, effects }: Transaction): Tooltip | null => {
    if (effects.some((effect) => effect.is(taken))) return null;
    return selection !== undefined || docChanged ? tooltipOf(state) : before;
  };
  return [
    StateField.define<Tooltip | null>({
      create: tooltipOf,
      update: next,
      provide: (field) => showTooltip.from(field),
    }),
    EditorView.baseTheme({
      '.cm-tooltip.colo-comment-offer': { border: '0', backgroundColor: 'transparent', padding: '4px 0', zIndex: '2' },
    }),
  ];
}
