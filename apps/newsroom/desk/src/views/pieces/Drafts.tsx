import { useColophon } from '@colophon/ui';
import { Notice, ProblemNotice } from '@colophon/ui/controls';
import type { ContentRecord } from '@colophon/ui/state';
import { type ReactElement, useEffect, useRef } from 'react';
import { useJobs } from '../../api/jobs.tsx';
import { useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { type DraftAttempt, isActive, useDrafts } from './use-drafts.ts';

interface DraftsProps {
  readonly piece: ContentRecord;
  /** Languages that the translation group already has. */
  readonly taken: readonly string[];
  /** The languages of the jobs that were started on this page. */
  readonly started: Readonly<Record<string, string>>;
}

/** The AI drafts of a piece that are being written, and those that could not be: also after the page was left. */
export function Drafts({ piece, taken, started }: DraftsProps): ReactElement {
  const drafts = useDrafts({ id: piece.id, created_at: String(piece['created_at']) }, started);
  return (
    <>
      {drafts.map((draft) => (
        <Draft key={draft.language ?? draft.job.jobId} {...draft} isTaken={draft.language !== null && taken.includes(draft.language)} />
      ))}
    </>
  );
}

function Draft({ job, language, isTaken }: DraftAttempt & { readonly isTaken: boolean }): ReactElement | null {
  const { announce, format } = useColophon();
  const refresh = useRefresh();
  const jobs = useJobs();
  const { run, problem } = useSending();
  const wasActive = useRef(false);
  const name = language === null ? 'AI' : format.language(language);
  useEffect(() => {
    if (job.status === 'succeeded' && wasActive.current) {
      announce(`The ${name} draft is ready.`);
      void refresh('/contents');
    }
    wasActive.current = isActive(job);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the work is done
  }, [job.status]);
  if (isActive(job))
    return (
      <Notice>
        <p role="status">Creating the {name} draft. You can leave this page.</p>
      </Notice>
    );
  if (job.status === 'succeeded' || isTaken) return null;
  const retry = async (): Promise<void> => {
    // A job that this page does not know yet is added before it is retried.
    jobs.tell(job);
    await jobs.retry(job.jobId);
  };
  return (
    <Notice
      tone="danger"
      actions={
        <button type="button" className="colo-button" onClick={() => void run(retry)}>
          Try again
        </button>
      }
    >
      <p>
        The {name} translation could not be written, and no draft was created. {job.error}
        {job.finishedAt && <span className="colo-quiet"> {format.dateTime(job.finishedAt)}</span>}
      </p>
      {problem && <ProblemNotice problem={problem} />}
    </Notice>
  );
}
