import type { ReactElement } from 'react';
import { diffWords } from '../../state/merge/word-diff.ts';

/** The context on each side of a change, in characters; other unchanged text is omitted. */
const AROUND = 120;

/** The difference between two texts, word by word: insertions underlined, deletions struck through, both announced by screen readers. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }): ReactElement {
  const parts = diffWords(before, after);
  return (
    <bdi className="colo-diff">
      {parts.map(({ change, text }, index) => {
        if (change === 'insert') return <ins key={index}>{text}</ins>;
        if (change === 'delete') return <del key={index}>{text}</del>;
        return <span key={index}>{shortened(text, index > 0, index < parts.length - 1)}</span>;
      })}
    </bdi>
  );
}

function shortened(text: string, hasBefore: boolean, hasAfter: boolean): string {
  const most = AROUND * (Number(hasBefore) + Number(hasAfter));
  if (text.length <= most + AROUND || most === 0) return text;
  return `${hasBefore ? text.slice(0, AROUND) : ''} … ${hasAfter ? text.slice(-AROUND) : ''}`;
}
