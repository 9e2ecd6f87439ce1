import type { ReactElement } from 'react';

/** The passage that a comment is about, limited to a few lines. */
export function Quote({ text }: { readonly text: string }): ReactElement {
  return (
    <blockquote className="colo-comments-quote" dir="auto">
      {text}
    </blockquote>
  );
}
