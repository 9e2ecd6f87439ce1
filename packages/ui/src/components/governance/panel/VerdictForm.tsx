import { type ReactElement, useId, useRef, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { Verdict } from '../../../state/governance/governance.ts';
import type { ReviewStatus } from '../../../state/records.ts';
import { membersOf } from '../../../state/members-of.ts';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

const VERDICTS = membersOf<ReviewStatus>({ accepted: true, flagged: true, rejected: true });

/** The form for a person's verdict. Rejecting needs a reason; Mod+Enter submits. */
export function VerdictForm({
  label,
  onVerdict,
}: {
  readonly label: string;
  readonly onVerdict: (verdict: Verdict) => Promise<boolean>;
}): ReactElement {
  const { announce } = useColophon();
  const words = useWords(governanceEn);
  const name = useId();
  const [status, setStatus] = useState<ReviewStatus>('accepted');
  const [summary, setSummary] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isRunning = useRef(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const needsWhy = status !== 'accepted' && summary.trim() === '';
  const record = async (): Promise<void> => {
    if (isRunning.current) return;
    if (needsWhy) {
      setIsAsked(true);
      box.current?.querySelector('textarea')?.focus();
      return;
    }
    isRunning.current = true;
    const isRecorded = await onVerdict({ status, summary: summary.trim() });
    isRunning.current = false;
    if (isRecorded) announce(words['gov.verdict.recorded']({ label }));
  };
  return (
    <fieldset
      ref={box}
      className="colo-gov-verdict"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        void record();
      }}
    >
      <legend>{words['gov.verdict.label']({ label })}</legend>
      <div className="colo-actions">
        {VERDICTS.map((each) => (
          <label key={each} className="colo-switch-label">
            <input type="radio" className="colo-check" name={name} checked={status === each} onChange={() => setStatus(each)} />
            <span>{words[`gov.verdict.${each as 'accepted' | 'flagged' | 'rejected'}`]}</span>
          </label>
        ))}
      </div>
      <TextAreaField
        label={words['gov.verdict.why']}
        value={summary}
        onChange={setSummary}
        error={isAsked && needsWhy ? words['gov.verdict.needsWhy'] : null}
        input={{ maxLength: 10_000 }}
      />
      <div className="colo-actions">
        <button type="button" className="colo-button" data-kind="main" aria-keyshortcuts="Control+Enter" onClick={() => void record()}>
          {words['gov.verdict.record']}
        </button>
      </div>
    </fieldset>
  );
}
