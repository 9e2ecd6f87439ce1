import { Busy, ProblemNotice, TextDiff } from '@colophon/ui/controls';
import type { Json } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import { useAnswer } from '../../api/use-answer.ts';

/** The response of `GET /contents/{id}/versions/diff`. */
export interface Difference {
  readonly fields: readonly { readonly field: string; readonly before: Json; readonly after: Json }[];
  readonly body: readonly { readonly change: string; readonly text: string }[];
}

interface VersionDifferenceProps {
  readonly id: string;
  /** The number of a version, or `now`. */
  readonly from: string;
  readonly to: string;
}

/** The differences between two versions of a piece, field by field and word by word. */
export function VersionDifference({ id, from, to }: VersionDifferenceProps): ReactElement {
  // The server compares a version with another one or with the current state; the reverse is computed here.
  const isBackwards = from === 'now';
  const [first, second] = isBackwards ? [to, from] : [from, to];
  const query = { from: first, ...(second !== 'now' && { to: second }) };
  const isSame = first === second || first === '';
  const { value, problem, refresh } = useAnswer<Difference>(isSame ? null : '/contents/{id}/versions/diff', { path: { id }, query });
  if (problem) return <ProblemNotice problem={problem} onRetry={refresh} />;
  if (!isSame && value === undefined) return <Busy lines={3} />;
  const { fields = [], body = [] } = value ?? {};
  if (fields.length === 0 && body.length === 0) return <p className="colo-quiet">No differences.</p>;
  const side = (kept: string): string =>
    body
      .filter(({ change }) => change === 'equal' || change === kept)
      .map(({ text }) => text)
      .join('');
  const shown = (before: string, after: string): ReactElement =>
    isBackwards ? <TextDiff before={after} after={before} /> : <TextDiff before={before} after={after} />;
  return (
    <dl className="desk-difference">
      {fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>{shown(textOf(before), textOf(after))}</dd>
        </div>
      ))}
      {body.length > 0 && (
        <div>
          <dt>text</dt>
          <dd className="desk-difference-text">{shown(side('delete'), side('insert'))}</dd>
        </div>
      )}
    </dl>
  );
}

function textOf(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((each: Json) => textOf(each)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
