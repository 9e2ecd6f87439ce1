import { type ReactElement, useEffect, useState } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import { send } from '../../state/client-port.ts';
import { type ContributionAttachment, type ContributionRecord, currentFilesOf } from '../../state/contributions/records.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import { readAnswer } from '../../state/read-answer.ts';
import { Notice } from '../controls/Notice.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { ContributionDecision, type ContributionDecisions } from './ContributionDecision.tsx';
import { ContributionFiles } from './ContributionFiles.tsx';
import { ContributionRevisions } from './ContributionRevisions.tsx';

interface ContributionDetailProps extends ContributionDecisions {
  readonly contribution: ContributionRecord;
  readonly onDecided: (id: string) => void;
  readonly getFileHref: ((attachment: ContributionAttachment) => string) | undefined;
}

/** One contribution: quarantine reasons, text, revisions, files and decisions. */
export function ContributionDetail({ contribution: listed, getFileHref, ...decisions }: ContributionDetailProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(contributionsEn);
  const { contribution, fault } = useWhole(listed);
  const { title, body = '', intakeReasons = [], revisions = [], contributor } = contribution;
  return (
    <article className="colo-stack" aria-label={title || words['inbox.untitled']}>
      <h2 className="colo-gov-heading" dir="auto">
        {title || words['inbox.untitled']}
      </h2>
      <p className="colo-quiet">
        <bdi>
          {words['inbox.by']({ name: contributor?.name || contributor?.email || '–', date: format.dateTime(contribution.receivedAt) })}
        </bdi>
      </p>
      {fault && <p className="colo-field-error">{fault}</p>}
      {intakeReasons.length > 0 && (
        <Notice tone="warning">
          <p>{words['inbox.reasons']}</p>
          <ul>
            {intakeReasons.map(({ code, detail }, index) => (
              <li key={index} data-code={code}>
                <bdi>{detail}</bdi>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {contribution.requestedChanges && (
        <blockquote className="colo-gov-compared" dir="auto">
          {contribution.requestedChanges}
        </blockquote>
      )}
      {body !== '' && (
        <section aria-label={words['inbox.text']} className="colo-inbox-text" dir="auto" tabIndex={0}>
          {body}
        </section>
      )}
      {revisions.length > 1 && <ContributionRevisions revisions={revisions} />}
      <ContributionFiles attachments={currentFilesOf(contribution)} getHref={getFileHref} />
      <ContributionDecision {...decisions} contribution={contribution} />
    </article>
  );
}

const WHOLE = {
  title: 'text',
  body: 'text',
  contributor: 'object',
  intakeReasons: 'records',
  revisions: 'records',
  attachments: 'records',
} as const;

/** Reads the complete contribution; until then, returns the listed one. */
function useWhole(listed: ContributionRecord): { readonly contribution: ContributionRecord; readonly fault: string | null } {
  const { client } = useColophon();
  const [whole, setWhole] = useState<ContributionRecord | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isWhole = listed.body !== undefined;
  const { id, rev } = listed;
  useEffect(() => {
    if (client === null || isWhole) return undefined;
    const control = new AbortController();
    send(client, 'get', '/content-contributions/{id}', { params: { path: { id } }, signal: control.signal })
      .then(({ value }) => !control.signal.aborted && setWhole(readAnswer<ContributionRecord>(value, { id: 'text' }, WHOLE)))
      .catch((error: unknown) => !control.signal.aborted && setFault(problemOf(error).detail));
    return () => control.abort();
  }, [client, isWhole, id, rev]);
  return { contribution: isWhole || whole?.id !== id ? listed : { ...whole, status: listed.status }, fault };
}
