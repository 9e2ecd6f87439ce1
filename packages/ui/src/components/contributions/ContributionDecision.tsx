import { type ReactElement, useRef, useState } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { ContributionAction, ContributionRecord } from '../../state/contributions/records.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { ProblemNotice } from '../controls/Notice.tsx';
import { SelectField } from '../controls/SelectField.tsx';
import { TextAreaField } from '../controls/TextAreaField.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

/** The decisions of an editor; exceptions are shown. */
export interface ContributionDecisions {
  readonly onApprove: (
    id: string,
    decision: { readonly editorNote?: string; readonly targetStatus?: 'draft' | 'review' },
  ) => Promise<void> | void;
  readonly onReject: (id: string, decision: { readonly editorNote?: string }) => Promise<void> | void;
  readonly onRequestChanges: (id: string, decision: { readonly editorNote: string }) => Promise<void> | void;
}

interface ContributionDecisionProps extends ContributionDecisions {
  readonly contribution: ContributionRecord;
  readonly onDecided: (id: string) => void;
}

/** Approves, requests changes or rejects, with a note. Rejecting asks for confirmation. */
export function ContributionDecision(props: ContributionDecisionProps): ReactElement | null {
  const { contribution, onDecided, onApprove, onReject, onRequestChanges } = props;
  const { id, allowedActions } = contribution;
  const { announce } = useColophon();
  const words = useWords(contributionsEn);
  const [note, setNote] = useState('');
  const [target, setTarget] = useState<'' | 'draft' | 'review'>('');
  const [isSure, setIsSure] = useState(false);
  const [needsNote, setNeedsNote] = useState(false);
  const { problem, decide } = useDeciding(() => onDecided(id));
  const may = (action: ContributionAction): boolean => allowedActions?.includes(action) ?? true;
  const editorNote = note.trim();
  const noted = editorNote === '' ? {} : { editorNote };
  const ask = (): void => {
    if (editorNote === '') setNeedsNote(true);
    else void decide(() => onRequestChanges(id, { editorNote }), words['inbox.asked']);
  };
  const reject = (): void => {
    if (isSure) void decide(() => onReject(id, noted), words['inbox.rejected']);
    else {
      setIsSure(true);
      announce(words['inbox.sure'], 'assertive');
    }
  };
  if (!may('approve') && !may('reject') && !may('request-changes')) return null;
  return (
    <div className="colo-gov-verdict">
      {problem && <ProblemNotice problem={problem} />}
      <TextAreaField
        label={words['inbox.note']}
        hint={words['inbox.note.hint']}
        value={note}
        onChange={setNote}
        error={needsNote && editorNote === '' ? words['inbox.needsNote'] : null}
        input={{ maxLength: 10_000 }}
      />
      {may('approve') && (
        <SelectField
          label={words['inbox.target']}
          value={target}
          options={[
            { value: '', label: words['inbox.target.type'] },
            { value: 'draft', label: words['contrib.target.draft'] },
            { value: 'review', label: words['contrib.target.review'] },
          ]}
          onChange={setTarget}
        />
      )}
      <div className="colo-actions">
        {may('approve') && (
          <button
            type="button"
            className="colo-button"
            data-kind="main"
            onClick={() =>
              void decide(() => onApprove(id, { ...noted, ...(target !== '' && { targetStatus: target }) }), words['inbox.approved'])
            }
          >
            {words['inbox.approve']}
          </button>
        )}
        {may('request-changes') && (
          <button type="button" className="colo-button" onClick={ask}>
            {words['inbox.ask']}
          </button>
        )}
        {may('reject') && (
          <button type="button" className="colo-button" data-kind="danger" onClick={reject} onBlur={() => setIsSure(false)}>
            {isSure ? words['inbox.sure'] : words['inbox.reject']}
          </button>
        )}
      </div>
    </div>
  );
}

/** Executes one decision at a time; an exception of the host is shown. */
function useDeciding(onDecided: () => void): {
  readonly problem: EditorProblem | null;
  readonly decide: (work: () => Promise<void> | void, said: string) => Promise<void>;
} {
  const { announce } = useColophon();
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isRunning = useRef(false);
  const decide = async (work: () => Promise<void> | void, said: string): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    try {
      await work();
      announce(said);
      onDecided();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return { problem, decide };
}
