import type { ReactElement } from 'react';

/** The words that a comment is about, a few lines of them. */
export function Quote({ text }: { readonly text: string }): ReactElement {
  return (
    <blockquote className="colo-comments-quote" dir="auto">
      {text}
    </blockquote>
  );
}
