import { useState } from 'react';
import type { CommentSelector } from '../../state/comments/comment-records.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useCommentsView } from './comments-view.ts';

/** The unsent text of a box, and the passage that it is about. */
export interface KeptText {
  readonly text: string;
  readonly selector: CommentSelector | null;
}

const NOTHING: KeptText = { text: '', selector: null };

/**
 * Keeps the text of a box on the device until it is sent.
 *
 * @param box identifies the box of a piece
 */
export function useKeptText(box: string, first = ''): readonly [KeptText, (next: KeptText) => void] {
  const { storage, user } = useColophon();
  const { contentId } = useCommentsView();
  const key = `colophon:comment:1:${[user?.id ?? '', contentId, box].map(encodeURIComponent).join(':')}`;
  const [kept, setKept] = useState<KeptText>(() => read(storage?.getItem(key) ?? null) ?? { ...NOTHING, text: first });
  const keep = (next: KeptText): void => {
    setKept(next);
    try {
      if (next.text === '' || next.text === first) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage, the text is only in the box.
    }
  };
  return [kept, keep];
}

function read(stored: string | null): KeptText | undefined {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<KeptText> | null;
    return typeof value?.text === 'string' ? { text: value.text, selector: value.selector ?? null } : undefined;
  } catch {
    return undefined;
  }
}
