import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { FormFields } from '../../../state/editor/form.ts';
import { useSlice } from '../ContentEditor/use-slice.ts';

/** The text that was looked at, and the state of the draft that it is. */
interface LookedAt {
  readonly through: string | null;
  readonly text: string;
}

export interface Looking {
  /** Whether the text was changed since. */
  readonly isChanged: boolean;
  readonly lookAgain: () => Promise<void>;
  /** The state to publish: the text that was looked at, with what was filled in beside it since. */
  readonly through: () => Promise<string | undefined>;
}

/**
 * Holds the text that the checklist is read for: what is published is that, whoever writes on meanwhile.
 *
 * @param ready when what is typed here is saved
 */
export function useLookedAt(editor: ContentEditorState, ready: { readonly current: Promise<void> }): Looking {
  const [looked, setLooked] = useState<LookedAt | null>(null);
  const latest = useRef(looked);
  latest.current = looked;
  const text = useSlice(editor, ({ fields }) => textOf(fields));
  const hasDraft = useSlice(editor, ({ draft }) => draft?.phase === 'open');
  const lookAgain = useCallback(async (): Promise<void> => {
    await ready.current;
    const through = await editor.flushDraft().catch(() => null);
    setLooked({ through, text: textOf(editor.form) });
  }, [editor, ready]);
  useEffect(() => {
    if (hasDraft) void lookAgain();
  }, [hasDraft, lookAgain]);
  return {
    isChanged: hasDraft && looked !== null && looked.text !== text,
    lookAgain,
    async through() {
      const now = await editor.flushDraft();
      const known = latest.current;
      return (known === null || known.text === textOf(editor.form) ? now : known.through) ?? undefined;
    },
  };
}

function textOf({ title, description, body }: FormFields): string {
  return JSON.stringify([title, description, body]);
}
