import type { EditorView } from '@codemirror/view';
import { useEffect } from 'react';
import { ownHistory, sharing, undoing } from './body-extensions.ts';
import type { SharedText } from './shared/shared-text.ts';

/**
 * Binds a text to a shared draft. What binds it is loaded once there is one; until then the text is a value, which the host writes into the
 * draft.
 */
export function useSharedText(view: EditorView | null, shared: SharedText | undefined): void {
  useEffect(() => {
    if (view === null || shared === undefined) return undefined;
    let isOver = false;
    let stop: (() => void) | undefined;
    const bind = async (): Promise<void> => {
      const { bindText } = await import('./shared/bind-text.ts');
      if (!isOver) stop = bindText(view, shared);
    };
    void bind().catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
      if (stop) view.dispatch({ effects: [sharing.reconfigure([]), undoing.reconfigure(ownHistory())] });
    };
  }, [view, shared]);
}
