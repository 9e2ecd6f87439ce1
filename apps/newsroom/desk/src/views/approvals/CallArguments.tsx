import { Busy, ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { useAnswer } from '../../api/use-answer.ts';
import { type Approval, argumentsOf } from './approval.ts';

type Values = Readonly<Record<string, unknown>>;

/** What an agent sent, in words, beside what the record says now. */
export function CallArguments({ call: { id, collection, targetKey } }: { readonly call: Approval }): ReactElement {
  const sent = useAnswer<{ readonly arguments: Values }>('/approvals/{id}/arguments', { path: { id } });
  const hasRecord = collection !== null && targetKey !== null;
  // A record that is gone, or that this person cannot read, is shown without what it says now.
  const record = useAnswer<Values>(hasRecord ? `/${collection}/{id}` : null, { path: { id: targetKey ?? '' } });
  if (sent.problem) return <ProblemNotice problem={sent.problem} onRetry={sent.refresh} />;
  if (sent.value === undefined) return <Busy lines={2} />;
  const all = argumentsOf(sent.value.arguments, record.value);
  if (all.length === 0) return <p className="colo-quiet">It sends nothing else.</p>;
  return (
    <dl className="desk-arguments">
      {all.map(({ name, value, now }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">
            {now !== undefined && (
              <>
                <del>{now}</del>{' '}
              </>
            )}
            {now === undefined ? value : <ins>{value}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
