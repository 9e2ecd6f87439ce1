import { type ReactElement, useId } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { CorrectionType } from '../../../state/records.ts';
import { SelectField } from '../../controls/SelectField.tsx';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { useWords } from '../../provider/use-words.ts';

/** A notice as it is being written; `isTold` is whether there is one at all. */
export interface NoticeDraft {
  readonly isTold: boolean;
  readonly type: CorrectionType;
  readonly summary: string;
}

interface TellReadersProps {
  readonly draft: NoticeDraft;
  readonly onChange: (draft: NoticeDraft) => void;
  /** Whether a notice was asked for and is empty. */
  readonly isMissing: boolean;
}

/** The kinds of a notice beside a changed text; a retraction is no change. */
const TYPES = ['correction', 'update', 'clarification'] as const satisfies readonly CorrectionType[];

/** Asks whether readers are told about a change of a published piece, and what. */
export function TellReaders({ draft, onChange, isMissing }: TellReadersProps): ReactElement {
  const words = useWords(governanceEn);
  const name = useId();
  const choice = (isTold: boolean, label: string): ReactElement => (
    <label className="colo-switch-label">
      <input
        type="radio"
        className="colo-check"
        name={name}
        checked={draft.isTold === isTold}
        onChange={() => onChange({ ...draft, isTold })}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className="colo-gov-verdict colo-stack">
      <legend>{words['gov.tell']}</legend>
      <div>
        {choice(false, words['gov.tell.no'])}
        {choice(true, words['gov.tell.yes'])}
      </div>
      {draft.isTold && (
        <>
          <SelectField
            label={words['gov.corrections.type']}
            value={draft.type}
            options={TYPES.map((value) => ({ value, label: words[`gov.corrections.${value}`] }))}
            onChange={(type) => onChange({ ...draft, type })}
          />
          <TextAreaField
            label={words['gov.corrections.summary']}
            value={draft.summary}
            onChange={(summary) => onChange({ ...draft, summary })}
            error={isMissing && draft.summary.trim() === '' ? words['gov.corrections.empty'] : null}
            input={{ maxLength: 2000 }}
          />
        </>
      )}
    </fieldset>
  );
}
