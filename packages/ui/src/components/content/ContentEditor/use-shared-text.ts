import { useMemo } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { createStore } from '../../../state/store.ts';
import type { SharedText } from '../../body/shared/shared-text.ts';
import { useSlice } from './use-slice.ts';

/** The body of the draft, for the surface that binds to it; undefined while there is none. */
export function useSharedText(editor: ContentEditorState): SharedText | undefined {
  const life = useSlice(editor, ({ draft }) => (draft?.phase === 'open' && draft.may === 'write' ? draft.life : 0));
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  return useMemo((): SharedText | undefined => {
    const { draft } = editor;
    const [document, undo] = [draft?.shared ?? null, draft?.undo ?? null];
    if (life === 0 || contentId === null || draft === null || document === null || undo === null) return undefined;
    return {
      document,
      undo,
      others: othersOf(draft),
      onCaret: (anchor, head) => draft.tellCaret('body', anchor, head),
    };
  }, [editor, life, contentId]);
}

/** Who else is in a draft, told when it changes. */
function othersOf(draft: NonNullable<ContentEditorState['draft']>): SharedText['others'] {
  const store = createStore(draft.getSnapshot().others);
  return {
    getSnapshot: () => draft.getSnapshot().others,
    subscribe(listener) {
      const stop = [store.subscribe(listener), draft.subscribe(() => store.set(draft.getSnapshot().others))];
      return () => stop.forEach((each) => each());
    },
  };
}
