import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { EditorConflict } from '../../../state/editor/editor-snapshot.ts';
import type { MergeAnswer } from '../../../state/merge/field-merge.ts';
import { classNames, type RootProps } from '../../class-names.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { labelOf } from './merge-text.ts';
import { MergeActions } from './MergeActions.tsx';
import { MergeHeader } from './MergeHeader.tsx';
import { MergeQuestionRow } from './MergeQuestionRow.tsx';
import { useAnswers } from './use-answers.ts';

export interface MergeViewProps extends RootProps {
  /** The conflict of an editor's state: `editor.snapshot.conflict`. */
  readonly conflict: EditorConflict;
  /** Who saved meanwhile, if the server provides it. */
  readonly savedBy?: string | null;
  /** Saves the merged text, once all conflicts are resolved. */
  readonly onSave: (answers: Readonly<Record<string, MergeAnswer>>) => void | Promise<void>;
  /** Discards the user's own edits. */
  readonly onDiscard: () => void;
  /** Saves the user's text as a separate piece. */
  readonly onKeepCopy?: () => void;
  /** Closes it without a decision, by Escape. Without it, Escape does nothing. */
  readonly onClose?: () => void;
}

/**
 * A dialog to resolve the conflicts of two edits of a piece, with one group of choices for each.
 * Alt+↑ and Alt+↓ move between them. If another save happens meanwhile, decisions about what it left unchanged are kept.
 */
export function MergeView({ conflict, savedBy, onSave, onDiscard, onKeepCopy, onClose, className, id }: MergeViewProps): ReactElement {
  const { messages, format, announce } = useColophon();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [isAsked, setIsAsked] = useState(false);
  const { questions } = conflict.merge;
  const { answers, given, answer } = useAnswers(questions);
  const undecided = questions.filter((question) => !Object.hasOwn(answers, question.id));
  useEffect(() => {
    const layer = dialog.current;
    if (layer && !layer.open) layer.showModal();
    return () => layer?.close();
  }, []);
  const goTo = (index: number): void => {
    const question = questions[index];
    const row = dialog.current?.querySelectorAll<HTMLElement>('[data-question]')[index];
    if (question === undefined || row === undefined) return;
    (row.querySelector<HTMLElement>('input:checked') ?? row.querySelector('input'))?.focus();
    row.scrollIntoView({ block: 'nearest' });
    announce(
      messages['merge.moved']({
        number: format.number(index + 1),
        total: format.number(questions.length),
        label: labelOf(question, messages, format),
      }),
    );
  };
  const press = (event: KeyboardEvent): void => {
    // Browsers close a dialog at the second Escape, even if `cancel` is prevented.
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose?.();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    const rows = [...(dialog.current?.querySelectorAll('[data-question]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    goTo(at === -1 ? 0 : Math.min(questions.length - 1, Math.max(0, at + step)));
  };
  const save = (): void => {
    if (undecided.length === 0) {
      void onSave(answers);
      return;
    }
    setIsAsked(true);
    announce(messages['merge.undecided']({ count: undecided.length }, format), 'assertive');
    goTo(questions.findIndex((question) => question === undecided[0]));
  };
  return (
    <dialog
      ref={dialog}
      className={classNames('colo-scope colo-merge', className)}
      id={id}
      aria-labelledby={title}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <MergeHeader id={title} conflict={conflict} savedBy={savedBy ?? null} undecided={undecided.length} />
      <div className="colo-merge-questions">
        {questions.map((question) => (
          <MergeQuestionRow
            key={question.id}
            question={question}
            answer={Object.hasOwn(answers, question.id) ? answers[question.id] : undefined}
            written={given(question)}
            onAnswer={(value) => answer(question, value)}
          />
        ))}
      </div>
      {isAsked && undecided.length > 0 && (
        <p className="colo-merge-undecided">{messages['merge.undecided']({ count: undecided.length }, format)}</p>
      )}
      <MergeActions onSave={save} onKeepCopy={onKeepCopy} onDiscard={onDiscard} />
    </dialog>
  );
}
