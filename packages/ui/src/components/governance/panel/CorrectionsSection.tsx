import { newIntent } from '@colophon/client';
import { type ReactElement, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ContentPermissions, CorrectionType, PublicCorrection } from '../../../state/records.ts';
import { membersOf } from '../../../state/members-of.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { SelectField } from '../../controls/SelectField.tsx';
import { TextAreaField } from '../../controls/TextAreaField.tsx';
import { TextField } from '../../controls/TextField.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useResource } from './use-resource.ts';

const TYPES = membersOf<CorrectionType>({ correction: true, update: true, clarification: true, retraction: true });

const TITLED = { title: 'text' } as const;

/** Published corrections, and a form for a new one. */
export function CorrectionsSection({ contentId, onChange }: { readonly contentId: string; readonly onChange: () => void }): ReactElement {
  const { format, announce } = useColophon();
  const words = useWords(governanceEn);
  const path = { id: contentId };
  const corrections = useResource<{ readonly items?: readonly PublicCorrection[] }>('/contents/{id}/corrections', { path });
  const piece = useResource<{ readonly title?: string; readonly can?: Partial<ContentPermissions> }>('/contents/{id}', { path }, TITLED);
  const [isOpen, setIsOpen] = useState(false);
  // Kept while the form is closed.
  const [draft, setDraft] = useState(NOTHING_YET);
  if (corrections.value === null && corrections.problem === null) return <Busy lines={2} />;
  const items = corrections.value?.items ?? [];
  const issue = async (body: object): Promise<boolean> => {
    const isIssued = await corrections.change('post', '/contents/{id}/corrections', { params: { path }, body, intent: newIntent() });
    if (!isIssued) return false;
    setIsOpen(false);
    setDraft(NOTHING_YET);
    announce(words['gov.corrections.issued']);
    onChange();
    return true;
  };
  return (
    <>
      {corrections.problem && <ProblemNotice problem={corrections.problem} />}
      {piece.problem && <ProblemNotice problem={piece.problem} onRetry={piece.reload} />}
      {items.length === 0 && <p className="colo-quiet">{words['gov.corrections.none']}</p>}
      <ul className="colo-rows">
        {items.map(({ id, type, summary, publishedAt }) => (
          <li key={id}>
            <bdi>
              {words['gov.corrections.preview']({
                date: format.date(publishedAt),
                kind: words[`gov.corrections.${type}`] ?? type,
                summary,
              })}
            </bdi>
          </li>
        ))}
      </ul>
      {piece.value?.can?.correct !== false && (
        <div className="colo-actions">
          <button type="button" className="colo-button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {words['gov.corrections.new']}
          </button>
        </div>
      )}
      {isOpen && <CorrectionForm title={piece.value?.title ?? null} draft={draft} onChange={setDraft} onIssue={issue} />}
    </>
  );
}

interface CorrectionDraft {
  readonly type: CorrectionType;
  readonly summary: string;
  readonly note: string;
  /** The title as typed to confirm a retraction. */
  readonly typed: string;
}

const NOTHING_YET: CorrectionDraft = { type: 'correction', summary: '', note: '', typed: '' };

interface CorrectionFormProps {
  /** Null until it is known. */
  readonly title: string | null;
  readonly draft: CorrectionDraft;
  readonly onChange: (draft: CorrectionDraft) => void;
  readonly onIssue: (body: object) => Promise<boolean>;
}

/** The form of a correction, with a preview. A retraction asks for the title. */
function CorrectionForm({ title, draft, onChange, onIssue }: CorrectionFormProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  const { type, summary, note, typed } = draft;
  const [isAsked, setIsAsked] = useState(false);
  const isEmpty = summary.trim() === '';
  const isUnsure = type === 'retraction' && (title === null || typed.trim() !== title.trim());
  const kind = words[`gov.corrections.${type}`];
  const issue = (): void => {
    if (isEmpty || isUnsure) setIsAsked(true);
    else void onIssue({ type, summary: summary.trim(), ...(note.trim() !== '' && { note: note.trim() }) });
  };
  return (
    <fieldset className="colo-gov-verdict colo-stack">
      <legend>{words['gov.corrections.new']}</legend>
      <SelectField
        label={words['gov.corrections.type']}
        value={type}
        options={TYPES.map((value) => ({ value, label: words[`gov.corrections.${value}`] }))}
        onChange={(chosen) => onChange({ ...draft, type: chosen })}
      />
      <TextAreaField
        label={words['gov.corrections.summary']}
        value={summary}
        onChange={(text) => onChange({ ...draft, summary: text })}
        error={isAsked && isEmpty ? words['gov.corrections.empty'] : null}
        input={{ maxLength: 2000 }}
      />
      <TextAreaField
        label={words['gov.corrections.note']}
        value={note}
        onChange={(text) => onChange({ ...draft, note: text })}
        input={{ maxLength: 10_000 }}
      />
      {!isEmpty && (
        <p className="colo-gov-compared" dir="auto">
          {words['gov.corrections.preview']({ date: format.date(new Date().toISOString()), kind, summary: summary.trim() })}
        </p>
      )}
      {type === 'retraction' && (
        <TextField
          label={words['gov.corrections.confirm']({ title: title ?? '' })}
          value={typed}
          onChange={(text) => onChange({ ...draft, typed: text })}
          error={isAsked && isUnsure ? words['gov.corrections.wrongTitle'] : null}
        />
      )}
      <div className="colo-actions">
        <button type="button" className="colo-button" data-kind={type === 'retraction' ? 'danger' : 'main'} onClick={issue}>
          {words['gov.corrections.issue']}
        </button>
      </div>
    </fieldset>
  );
}
