import type { ReactElement } from 'react';
import { diffWords } from '../../state/merge/word-diff.ts';

/** In characters on each side of a change: the rest of what stayed is left out. */
const AROUND = 120;

/** What differs between two texts, word by word: what came underlined, what went struck through, in both as such for those who hear it. */
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
