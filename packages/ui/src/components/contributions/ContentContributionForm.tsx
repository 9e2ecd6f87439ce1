import { type ReactElement, useId, useRef, useState } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import { fileFaults, fileRulesOf } from '../../state/contributions/file-rules.ts';
import type { OpenContributionType, SubmitResult, WebSubmission } from '../../state/contributions/records.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { ProblemNotice } from '../controls/Notice.tsx';
import { SelectField } from '../controls/SelectField.tsx';
import { TextAreaField } from '../controls/TextAreaField.tsx';
import { TextField } from '../controls/TextField.tsx';
import { Guard } from '../controls/Guard.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { FilesField, faultText } from './FilesField.tsx';
import { type Beginning, type Typed, useTyped } from './use-typed.ts';
import { SubmissionResult } from './SubmissionResult.tsx';

export interface ContentContributionFormProps extends RootProps, Beginning {
  /** The contribution types; if empty, nothing can be sent. */
  readonly types: readonly OpenContributionType[];
  /** Sends it, and returns the result. Without it, the form is submitted to `action`. */
  readonly onSubmit?: (submission: WebSubmission) => Promise<SubmitResult | void>;
  readonly onCancel?: () => void;
  /** Where the form is submitted without a script. */
  readonly action?: string;
  /** The result of an earlier submission, shown instead of the form. */
  readonly result?: SubmitResult | null;
}

/**
 * A form for contributions of readers. It has only the fields that the type accepts and shows its rules first. It works without
 * a script; with one, input is kept on the device until it is sent.
 *
 * @example
 * <ContentContributionForm
 *   types={[{ key: 'letter', label: 'Letters', allowText: true, allowFiles: false, allowEmptyText: false }]}
 *   action="/contribute"
 * />
 */
export function ContentContributionForm(props: ContentContributionFormProps): ReactElement {
  return (
    <Guard>
      <GuardedForm {...props} />
    </Guard>
  );
}

function GuardedForm(props: ContentContributionFormProps): ReactElement {
  const words = useWords(contributionsEn);
  const [answer, setAnswer] = useState<SubmitResult | null>(props.result ?? null);
  if (props.types.length === 0) return <p className="colo-scope colo-quiet">{words['contrib.none']}</p>;
  if (answer !== null) return <SubmissionResult result={answer} onAnother={() => setAnswer(null)} />;
  return <OpenForm {...props} onAnswer={setAnswer} />;
}

function OpenForm(props: ContentContributionFormProps & { readonly onAnswer: (answer: SubmitResult) => void }): ReactElement {
  const { types, onSubmit, onCancel, action, contributor, className, id } = props;
  const { messages, storage } = useColophon();
  const words = useWords(contributionsEn);
  // Without a script, the form leaves the page.
  const { typed, change, forget } = useTyped(props, onSubmit === undefined ? null : storage);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isAsked, setIsAsked] = useState(false);
  const { problem, send } = useSending(props, forget);
  const form = useRef<HTMLFormElement>(null);
  const title = useId();
  const type = types.find(({ key }) => key === typed.typeKey) ?? (types[0] as OpenContributionType);
  const sent: WebSubmission = { ...typed, typeKey: type.key, files: type.allowFiles ? files : [] };
  const isEmpty = typed.body.trim() === '' && !(type.allowEmptyText && files.length > 0);
  const hasAddress = contributor !== undefined || /^[^\s@]+@[^\s@]+$/.test(typed.contributorEmail.trim());
  const faultOf = (field: string): string | null => problem?.errors.find(({ pointer }) => pointer === `/${field}`)?.detail ?? null;
  return (
    <form
      ref={form}
      className={classNames('colo-scope colo-form', className)}
      id={id}
      method="post"
      encType="multipart/form-data"
      action={action}
      aria-labelledby={title}
      noValidate={onSubmit !== undefined}
      onSubmit={(event) => {
        if (onSubmit === undefined) return;
        event.preventDefault();
        if (isEmpty || !hasAddress || fileFaults(sent.files, fileRulesOf(type)).length > 0) {
          setIsAsked(true);
          setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
        } else void send(sent);
      }}
    >
      <p className="colo-form-title" id={title}>
        {words['contrib.form']}
      </p>
      {problem && <ProblemNotice problem={problem} kept={words['contrib.kept']} />}
      <TypeField types={types} value={type.key} onChange={(typeKey) => change({ typeKey })} />
      {contributor === undefined && (
        <Person
          typed={typed}
          onChange={change}
          error={isAsked && !hasAddress ? words['contrib.needsEmail'] : faultOf('contributorEmail')}
        />
      )}
      <Package
        type={type}
        typed={typed}
        onChange={change}
        files={files}
        onFiles={setFiles}
        isMissing={isAsked && isEmpty}
        faultOf={faultOf}
      />
      <div className="colo-hidden-field" aria-hidden="true">
        <label>
          {words['contrib.website']} <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="colo-actions">
        <button type="submit" className="colo-button" data-kind="main">
          {words['contrib.send']}
        </button>
        {onCancel && (
          <button type="button" className="colo-button" onClick={onCancel}>
            {messages['common.cancel']}
          </button>
        )}
      </div>
    </form>
  );
}

/** Sends one submission at a time; an exception of the host is shown. */
function useSending(
  { onSubmit, onAnswer }: ContentContributionFormProps & { readonly onAnswer: (answer: SubmitResult) => void },
  forget: () => void,
): { readonly problem: EditorProblem | null; readonly send: (submission: WebSubmission) => Promise<void> } {
  const { announce } = useColophon();
  const words = useWords(contributionsEn);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isRunning = useRef(false);
  const send = async (submission: WebSubmission): Promise<void> => {
    if (onSubmit === undefined || isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    try {
      const answer = (await onSubmit(submission)) ?? { received: true };
      forget();
      announce(answer.decision === 'reject' ? words['contrib.refused'] : words['contrib.received']);
      onAnswer(answer);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return { problem, send };
}

interface TypeFieldProps {
  readonly types: readonly OpenContributionType[];
  readonly value: string;
  readonly onChange: (key: string) => void;
}

function TypeField({ types, value, onChange }: TypeFieldProps): ReactElement {
  const words = useWords(contributionsEn);
  if (types.length === 1) return <input type="hidden" name="typeKey" value={value} />;
  const options = types.map(({ key, label }) => ({ value: key, label: label || key }));
  return <SelectField label={words['contrib.type']} name="typeKey" value={value} options={options} onChange={onChange} />;
}

interface PackageProps {
  readonly type: OpenContributionType;
  readonly typed: Typed;
  readonly onChange: (changes: Partial<Typed>) => void;
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly isMissing: boolean;
  readonly faultOf: (field: string) => string | null;
}

/** Returns the submission with the fields that the type accepts. */
function Package({ type, typed, onChange, files, onFiles, isMissing, faultOf }: PackageProps): ReactElement {
  const { format, storage } = useColophon();
  const words = useWords(contributionsEn);
  const missing = type.allowEmptyText ? words['contrib.needsText'] : words['contrib.needsOnlyText'];
  const faults = fileFaults(files, fileRulesOf(type)).map((fault) => faultText(fault, words, format));
  return (
    <>
      {type.allowText && (
        <>
          <TextField
            label={words['contrib.title']}
            value={typed.title}
            onChange={(title) => onChange({ title })}
            error={faultOf('title')}
            input={{ name: 'title', maxLength: 1000 }}
          />
          <TextAreaField
            label={words['contrib.body']}
            hint={storage ? words['contrib.kept'] : null}
            value={typed.body}
            onChange={(body) => onChange({ body })}
            error={isMissing ? missing : faultOf('body')}
            input={{ name: 'body', rows: 10, maxLength: 200_000, required: !type.allowEmptyText }}
          />
        </>
      )}
      {type.allowFiles && (
        <FilesField
          rules={fileRulesOf(type)}
          files={files}
          onChange={onFiles}
          error={faults.length > 0 ? faults.join(' ') : isMissing && !type.allowText ? missing : faultOf('attachments')}
        />
      )}
    </>
  );
}

interface PersonProps {
  readonly typed: Typed;
  readonly onChange: (changes: Partial<Typed>) => void;
  readonly error: string | null;
}

function Person({ typed, onChange, error }: PersonProps): ReactElement {
  const words = useWords(contributionsEn);
  return (
    <>
      <TextField
        label={words['contrib.name']}
        hint={words['contrib.name.hint']}
        value={typed.contributorName}
        onChange={(contributorName) => onChange({ contributorName })}
        input={{ name: 'contributorName', autoComplete: 'name', maxLength: 200 }}
      />
      <TextField
        label={words['contrib.email']}
        hint={words['contrib.email.hint']}
        value={typed.contributorEmail}
        onChange={(contributorEmail) => onChange({ contributorEmail })}
        error={error}
        input={{ name: 'contributorEmail', type: 'email', autoComplete: 'email', required: true, dir: 'ltr' }}
      />
    </>
  );
}
