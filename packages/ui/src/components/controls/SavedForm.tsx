import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { definitionsEn } from '../../messages/governance/definitions-en.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { Notice } from './Notice.tsx';

interface SavedFormProps extends RootProps {
  readonly label: string;
  /** Saves the form. An exception is shown: errors of fields at the fields, others in a summary that receives the focus. */
  readonly onSave: () => Promise<void> | void;
  readonly onCancel?: (() => void) | undefined;
  readonly saveLabel?: string;
  /** What resolves an error, shown below it: such as a link. */
  readonly remedy?: ((problem: EditorProblem) => ReactNode) | undefined;
  /** Renders the fields; it gets the server's error of a field by its name. */
  readonly children: (faultOf: (field: string) => string | null) => ReactNode;
}

/** A form that is saved as a whole. */
export function SavedForm({ label, onSave, onCancel, saveLabel, remedy, children, className, id }: SavedFormProps): ReactElement {
  const { messages, announce, format } = useColophon();
  const words = useWords(definitionsEn);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isRunning = useRef(false);
  const summary = useRef<HTMLDivElement>(null);
  const title = useId();
  const save = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    try {
      await onSave();
      announce(words['defs.saved']);
    } catch (error) {
      setProblem(problemOf(error));
      setTimeout(() => summary.current?.focus());
    } finally {
      isRunning.current = false;
    }
  };
  const faultOf = (field: string): string | null =>
    problem?.errors.find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`))?.detail ?? null;
  return (
    <form
      className={classNames('colo-scope colo-form', className)}
      id={id}
      aria-labelledby={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="colo-form-title" id={title}>
        <bdi>{label}</bdi>
      </p>
      {problem && (
        <div ref={summary} tabIndex={-1}>
          <Notice tone="danger">
            <p>{problem.errors.length > 0 ? words['defs.faults']({ count: problem.errors.length }, format) : problem.detail}</p>
            {problem.hint && <p>{problem.hint}</p>}
            <ul>
              {problem.errors.map(({ pointer, detail }) => (
                <li key={pointer}>
                  <bdi>{pointer.slice(1)}</bdi>: <bdi>{detail}</bdi>
                </li>
              ))}
            </ul>
            {remedy?.(problem)}
          </Notice>
        </div>
      )}
      {children(faultOf)}
      <div className="colo-actions">
        <button type="submit" className="colo-button" data-kind="main">
          {saveLabel ?? messages['common.save']}
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
