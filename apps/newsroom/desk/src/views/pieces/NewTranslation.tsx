import type { JobRecord } from '@colophon/contract';
import { SavedForm } from '@colophon/ui/controls';
import type { ContentRecord } from '@colophon/ui/state';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../api/api.ts';
import { useJobs } from '../../api/jobs.tsx';
import { useSession } from '../../api/session.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { Drafts } from './Drafts.tsx';
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
  const [started, setStarted] = useState<Readonly<Record<string, string>>>({});
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
    setStarted((before) => ({ ...before, [jobId]: language }));
    // It is taken from now on.
    setLanguage('');
  };
  return (
    <>
      <Drafts piece={piece} taken={taken} started={started} />
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
