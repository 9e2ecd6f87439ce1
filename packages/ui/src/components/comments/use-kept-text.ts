import { useState } from 'react';
import type { CommentSelector } from '../../state/comments/comment-records.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useCommentsView } from './comments-view.ts';

/** What is typed into a box and not sent, and the passage that it is about. */
export interface KeptText {
  readonly text: string;
  readonly selector: CommentSelector | null;
}

const NOTHING: KeptText = { text: '', selector: null };

/**
 * What is typed into a box, kept on the machine until it is sent.
 *
 * @param box tells the boxes of a piece apart
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
      // A machine that keeps nothing: the text stands in the box.
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
