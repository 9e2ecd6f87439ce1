import type { EditorView } from '@codemirror/view';
import { useEffect } from 'react';
import { focusing } from './body-extensions.ts';

/** Quiets all but the paragraph that is being written; what does so is loaded when it is first asked for. */
export function useFocusMode(view: EditorView | null, isFocused: boolean): void {
  useEffect(() => {
    if (view === null || !isFocused) return undefined;
    let isOver = false;
    const quiet = async (): Promise<void> => {
      const { focusMode } = await import('./focus-mode.ts');
      if (!isOver) view.dispatch({ effects: focusing.reconfigure(focusMode) });
    };
    void quiet().catch(() => undefined);
    return () => {
      isOver = true;
      view.dispatch({ effects: focusing.reconfigure([]) });
    };
  }, [view, isFocused]);
}
