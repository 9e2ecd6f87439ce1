import { type RefObject, useCallback, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { fieldLabel } from '../../../messages/field-text.ts';

/** The actions of the header, the notices and the keys of an editor. */
export interface EditorActions {
  readonly save: () => Promise<void>;
  readonly undo: (stepId?: string) => void;
  /** Tells why saving is disabled; undefined if it is not. */
  readonly blocked: (() => void) | undefined;
  /** Whether the host shows which requirements a save does not meet. */
  readonly isHeldShown: boolean;
  /** Why saving is disabled, once Save was pressed. */
  readonly reason: string | null;
}

interface SavingOptions {
  readonly saveDisabledReason: string | null;
  readonly root: RefObject<HTMLElement | null>;
  /** Shows the details beside the text, where the first fault may be. */
  readonly showDetails: () => void;
  /** Returns whether the problem of a refused save is shown by the host, and announced. */
  readonly onProblem: ((problem: EditorProblem) => boolean) | undefined;
}

/** Saving and undoing, with announcements for screen readers, and the focus on the first error. */
export function useEditorActions(
  editor: ContentEditorState,
  { saveDisabledReason, root, showDetails, onProblem }: SavingOptions,
): EditorActions {
  const { announce, messages, format } = useColophon();
  const words = useWords(editorEn);
  const [isRefused, setIsRefused] = useState(false);
  const latest = useRef(saveDisabledReason);
  latest.current = saveDisabledReason;
  const host = useRef(onProblem);
  host.current = onProblem;
  const save = useCallback(async () => {
    if (latest.current !== null) {
      setIsRefused(true);
      announce(latest.current, 'assertive');
      return;
    }
    setIsRefused(false);
    const outcome = await editor.save();
    const { problem } = editor.snapshot;
    if (outcome.status === 'refused' && problem !== null && host.current?.(problem) === true) return;
    if (outcome.status === 'saved') announce(words['editor.saved.told']);
    else if (outcome.status === 'unchanged') announce(words['editor.clean']);
    else if (outcome.status === 'offline') announce(words['editor.offline'], 'assertive');
    else if (outcome.status !== 'closed') announce(outcome.detail, 'assertive');
    // Only errors of fields are somewhere; a session that is over is not.
    const isOfFields = outcome.status === 'refused' && (problem?.errors.length ?? 0) > 0;
    if (isOfFields) setTimeout(() => focusFault(root.current, showDetails));
  }, [editor, announce, words, root, showDetails]);
  const undo = useCallback(
    (stepId?: string) => {
      const { undone, conflicts } = editor.undo(stepId);
      if (undone.length === 0 && conflicts.length === 0) return;
      const kept = conflicts.map((field) => fieldLabel(field, messages));
      announce(kept.length === 0 ? words['editor.undone'] : words['editor.undo.kept']({ fields: format.list(kept) }));
    },
    [editor, announce, words, messages, format],
  );
  const blocked = saveDisabledReason === null ? undefined : () => void save();
  return { save, undo, blocked, isHeldShown: onProblem !== undefined, reason: isRefused ? saveDisabledReason : null };
}

function focusFault(root: HTMLElement | null, showDetails: () => void): void {
  const faulty = (): HTMLElement | undefined =>
    [...(root?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])].find((field) => field.checkVisibility());
  const first = faulty();
  if (first) first.focus();
  else {
    showDetails();
    setTimeout(() => faulty()?.focus());
  }
}
