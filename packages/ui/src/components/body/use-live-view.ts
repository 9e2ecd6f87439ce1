import type { EditorView } from '@codemirror/view';
import { useEffect } from 'react';
import { useColophon } from '../provider/colophon-context.ts';
import { wordsFor } from '../provider/use-words.ts';
import type { LiveActions } from './live/live-options.ts';
import { live } from './body-extensions.ts';

interface LiveUse {
  readonly isLive: boolean;
  readonly showsMarks: boolean;
  /** The same function every time. */
  readonly actions: () => LiveActions;
}

/**
 * Shows a text as a page or as its source. What draws the page is loaded when it is first shown; until then, and if it cannot be loaded, the
 * source is shown, and nothing of the text depends on it.
 */
export function useLiveView(view: EditorView | null, { isLive, showsMarks, actions }: LiveUse): void {
  const { announce, format, words } = useColophon();
  useEffect(() => {
    if (view === null || !isLive) return undefined;
    let isOver = false;
    const show = async (): Promise<void> => {
      const { liveView } = await import('./live/live-view.ts');
      if (!isOver)
        view.dispatch({
          effects: live.reconfigure(liveView({ wordsOf: (table) => wordsFor(words, table), format, showsMarks, actions, announce })),
        });
    };
    void show().catch(() => undefined);
    return () => {
      isOver = true;
      view.dispatch({ effects: live.reconfigure([]) });
    };
  }, [view, isLive, showsMarks, words, format, announce, actions]);
}
