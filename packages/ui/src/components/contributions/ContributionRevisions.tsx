import { type ReactElement, useEffect, useState } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import { send } from '../../state/client-port.ts';
import type { ContributionRevision } from '../../state/contributions/records.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import { readAnswer } from '../../state/read-answer.ts';
import { Busy } from '../controls/Busy.tsx';
import { TextDiff } from '../controls/TextDiff.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

/** The revisions of a contribution, each compared with the one before. Their texts are read when it is opened. */
export function ContributionRevisions({ revisions }: { readonly revisions: readonly ContributionRevision[] }): ReactElement {
  const { format } = useColophon();
  const words = useWords(contributionsEn);
  const [isOpen, setIsOpen] = useState(false);
  const { bodies, fault } = useBodies(revisions, isOpen);
  return (
    <details className="colo-fold" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="colo-fold-title">{words['inbox.revisions']}</summary>
      {fault !== null && <p className="colo-field-error">{fault}</p>}
      {isOpen && bodies === null && fault === null && <Busy lines={3} />}
      {isOpen && bodies && (
        <ol className="colo-rows">
          {revisions.map((revision, index) => {
            const before = revisions[index - 1];
            return (
              <li key={revision.id}>
                <p className="colo-quiet">
                  {words['inbox.revision']({
                    number: format.number(revision.revisionNumber),
                    date: format.dateTime(revision.created_at),
                  })}
                </p>
                {before && <TextDiff before={bodies.get(before.id) ?? ''} after={bodies.get(revision.id) ?? ''} />}
              </li>
            );
          })}
        </ol>
      )}
    </details>
  );
}

/** The texts of revisions by their ids; null while they are read. A contribution has its revisions without their texts. */
function useBodies(
  revisions: readonly ContributionRevision[],
  isAsked: boolean,
): { readonly bodies: ReadonlyMap<string, string> | null; readonly fault: string | null } {
  const { client } = useColophon();
  const [bodies, setBodies] = useState<ReadonlyMap<string, string> | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (!isAsked) return undefined;
    const control = new AbortController();
    const read = async ({ id, body }: ContributionRevision): Promise<readonly [string, string]> => {
      if (body !== undefined || client === null) return [id, body ?? ''];
      const params = { path: { id } };
      const { value } = await send(client, 'get', '/content-contribution-revisions/{id}', { params, signal: control.signal });
      return [id, readAnswer<{ readonly body: string }>(value, { body: 'text' }).body];
    };
    Promise.all(revisions.map(read))
      .then((entries) => !control.signal.aborted && setBodies(new Map(entries)))
      .catch((error: unknown) => !control.signal.aborted && setFault(problemOf(error).detail));
    return () => control.abort();
  }, [client, revisions, isAsked]);
  return { bodies, fault };
}
