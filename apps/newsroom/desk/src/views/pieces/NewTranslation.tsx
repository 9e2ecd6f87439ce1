import type { JobRecord } from '@colophon/contract';
import { useColophon } from '@colophon/ui';
import { Notice, ProblemNotice, SavedForm } from '@colophon/ui/controls';
import type { ContentRecord } from '@colophon/ui/state';
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../api/api.ts';
import { useJobs } from '../../api/jobs.tsx';
import { useSession } from '../../api/session.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { LanguageField } from './LanguageField.tsx';

interface NewTranslationProps {
  readonly piece: ContentRecord;
  /** Languages that the translation group already has. */
  readonly taken: readonly string[];
}

/** Starts a translation: from a copy of the text, or from an AI draft, which a background job writes. */
export function NewTranslation({ piece, taken }: NewTranslationProps): ReactElement {
  const { features } = useSession();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const jobs = useJobs();
  const [language, setLanguage] = useState('');
  const [byAi, setByAi] = useState(false);
  const [started, setStarted] = useState<{ readonly jobId: string; readonly language: string } | null>(null);
  const path = { id: piece.id, language };
  const start = async (): Promise<void> => {
    if (!byAi) {
      const made = await api.post<ContentRecord>('/contents/{id}/translations', { path: { id: piece.id }, body: { language } });
      await refresh('/contents');
      navigate(`/pieces/${made.id}`);
      return;
    }
    const target = { collection: 'contents', rowIds: [piece.id] };
    const submission = { submissionKey: `translate ${piece.id} ${language}`, kind: 'contents.translate', target };
    const { jobId } = await jobs.submit(submission, (intent) =>
      api.post<JobRecord>('/contents/{id}/translations/{language}/translate', { path, intent, background: true }),
    );
    setStarted({ jobId, language });
    // It is taken from now on.
    setLanguage('');
  };
  return (
    <>
      {started && <Drafting {...started} />}
      <div className="desk-box">
        <SavedForm label="New translation" saveLabel={byAi ? 'Create AI draft' : 'Start the translation'} onSave={start}>
          {(faultOf) => (
            <>
              <LanguageField label="Language" value={language} onChange={setLanguage} taken={taken} error={faultOf('language')} />
              {features.ai && (
                <fieldset className="desk-checks">
                  <legend>Start from</legend>
                  <label>
                    <input type="radio" name="begin" checked={!byAi} onChange={() => setByAi(false)} />
                    A copy of the current text
                  </label>
                  <label>
                    <input type="radio" name="begin" checked={byAi} onChange={() => setByAi(true)} />
                    An AI translation, labeled as such
                  </label>
                </fieldset>
              )}
              <p className="colo-quiet">
                {byAi ? 'Creates a separate draft' : 'Creates a separate draft with a copy of this text to translate'}. Nothing is
                published.
              </p>
            </>
          )}
        </SavedForm>
      </div>
    </>
  );
}

/** The progress of an AI draft. */
function Drafting({ jobId, language }: { readonly jobId: string; readonly language: string }): ReactElement | null {
  const { announce, format } = useColophon();
  const refresh = useRefresh();
  const jobs = useJobs();
  const snapshot = useSyncExternalStore(jobs.subscribe, jobs.snapshot);
  const { run, problem } = useSending();
  // Another attempt has an id of its own.
  const job = snapshot.jobs.find((each) => [each.job, ...each.attempts].some((attempt) => attempt.jobId === jobId))?.job;
  const name = format.language(language);
  const status = job?.status;
  useEffect(() => {
    if (status !== 'succeeded') return;
    announce(`The ${name} draft is ready.`);
    void refresh('/contents');
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the work is done
  }, [status]);
  if (status === 'succeeded') return null;
  if (job?.status === 'failed' || job?.status === 'cancelled')
    return (
      <Notice
        tone="danger"
        actions={
          <button type="button" className="colo-button" onClick={() => void run(() => jobs.retry(job.jobId))}>
            Try again
          </button>
        }
      >
        <p>
          The {name} translation could not be written, and no draft was created. {job.error}
        </p>
        {problem && <ProblemNotice problem={problem} />}
      </Notice>
    );
  return (
    <Notice>
      <p role="status">Creating the {name} draft. You can leave this page.</p>
    </Notice>
  );
}
