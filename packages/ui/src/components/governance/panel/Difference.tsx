import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { Json } from '../../../state/records.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { TextDiff } from '../../controls/TextDiff.tsx';
import { fieldLabel, textOf } from '../../../messages/field-text.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useResource } from './use-resource.ts';

/** The response of `GET /contents/{id}/versions/diff`. */
interface VersionDifference {
  readonly fields?: readonly { readonly field: string; readonly before: Json; readonly after: Json }[];
  readonly body?: readonly { readonly change?: string; readonly text: string }[];
}

interface DifferenceProps {
  readonly contentId: string;
  readonly from: number;
  /** Null compares with the current piece. */
  readonly to: number | null;
}

const DIFFERENCE = { fields: 'records', body: 'records' } as const;

/** The differences between two versions of a piece. */
export function Difference({ contentId, from, to }: DifferenceProps): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(governanceEn);
  const query = { from, ...(to !== null && { to }) };
  const { value, problem, reload } = useResource<VersionDifference>(
    '/contents/{id}/versions/diff',
    { path: { id: contentId }, query },
    DIFFERENCE,
  );
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={reload} />;
  if (value === null) return <Busy lines={3} />;
  const { fields = [], body = [] } = value;
  if (fields.length === 0 && body.length === 0) return <p className="colo-quiet">{words['gov.versions.same']}</p>;
  const text = (kept: string): string =>
    body
      .filter(({ change }) => change === undefined || change === 'equal' || change === kept)
      .map((part) => part.text)
      .join('');
  return (
    <dl className="colo-differences">
      {fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldLabel(field, messages)}</dt>
          <dd>
            <TextDiff before={textOf(before, messages, format)} after={textOf(after, messages, format)} />
          </dd>
        </div>
      ))}
      {body.length > 0 && (
        <div>
          <dt>{messages['field.body']}</dt>
          <dd>
            <TextDiff before={text('delete')} after={text('insert')} />
          </dd>
        </div>
      )}
    </dl>
  );
}
