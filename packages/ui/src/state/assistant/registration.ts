import type { ContentEditorState } from '../editor/editor-state.ts';
import type { SaveOutcome } from '../editor/editor-options.ts';
import type { FieldUpdates, UpdateSource } from '../editor/field-updates.ts';
import type { UndoResult } from '../editor/change-stack.ts';
import type { Review, ReviewKind } from '../records.ts';
import { type AssistantContext, assistantContext, type ContextExtras } from './context.ts';

/** The actions of an assistant in an editor. Only saving and reviewing send requests. */
export interface AssistantActions {
  readonly triggerSave: () => Promise<SaveOutcome>;
  /** Requests a review of the current form. */
  readonly triggerReview: (
    what: ReviewKind | { readonly policyKey: string },
  ) => Promise<{ readonly jobId?: string; readonly review?: Review }>;
  /** Changes the form only. */
  readonly applyFieldUpdates: (updates: FieldUpdates, from?: UpdateSource) => ReturnType<ContentEditorState['applyFieldUpdates']>;
  readonly undo: (stepId?: string) => UndoResult;
}

/** The registration of an editor with an assistant. */
export interface AssistantRegistration {
  readonly context: AssistantContext;
  /** The same objects while the piece is open; afterwards they report that it is closed and change nothing. */
  readonly actions: AssistantActions;
}

export interface RegisterAssistantOptions {
  readonly editor: ContentEditorState;
  /** Called when the piece is opened, when its context changes, and with null when it is closed. */
  readonly onChange: (registration: AssistantRegistration | null) => void;
  /** Returns the data besides the state, each time the context is built. */
  readonly extras?: () => ContextExtras;
  /** Reviews the current form; without it, reviews are rejected. */
  readonly review?: (what: ReviewKind | { readonly policyKey: string }) => Promise<{ readonly jobId?: string; readonly review?: Review }>;
}

/** Keeps the registration of an editor up to date. */
export interface AssistantRegistrar {
  /** Call it when data besides the state has changed, such as the selection or the readiness. */
  readonly refresh: () => void;
  readonly close: () => void;
}

/** The minimum interval of updates while typing, in milliseconds. */
const TOLD_EVERY = 300;

/**
 * Registers an editor with an assistant: immediately, whenever its context changes, and again for every piece that it opens.
 *
 * @example
 * const registrar = registerAssistant({ editor, onChange: onAssistantContextChange });
 * registrar.close(); // onAssistantContextChange(null)
 */
export function registerAssistant({ editor, onChange, extras = () => ({}), review }: RegisterAssistantOptions): AssistantRegistrar {
  let piece = openPiece(editor, review);
  let contentId = editor.snapshot.contentId;
  let life = editor.life;
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const context = assistantContext(editor, extras());
    const text = JSON.stringify(context);
    if (text === told) return;
    told = text;
    onChange({ context, actions: piece.actions });
  };
  const changed = (): void => {
    if (isClosed) return;
    if (editor.life !== life) {
      piece.close();
      piece = openPiece(editor, review);
      ({ life } = editor);
      contentId = editor.snapshot.contentId;
      told = '';
      onChange(null);
      tell();
      return;
    }
    // A new piece that was just stored is the same piece; its id is reported immediately.
    if (editor.snapshot.contentId !== contentId) {
      contentId = editor.snapshot.contentId;
      tell();
      return;
    }
    timer ??= setTimeout(tell, TOLD_EVERY);
  };
  const stop = editor.subscribe(changed);
  tell();
  return {
    refresh: changed,
    close() {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(timer);
      stop();
      piece.close();
      onChange(null);
    },
  };
}

function openPiece(
  editor: ContentEditorState,
  review: RegisterAssistantOptions['review'],
): { actions: AssistantActions; close: () => void } {
  let isOpen = true;
  const closed = 'The piece is closed.';
  return {
    close: () => void (isOpen = false),
    actions: Object.freeze({
      triggerSave: async () => (isOpen ? editor.save() : { status: 'closed', detail: closed }),
      async triggerReview(what) {
        if (!isOpen) throw new Error(closed);
        if (review === undefined) throw new Error('This editor has no reviews.');
        return review(what);
      },
      applyFieldUpdates(updates, from) {
        if (isOpen) return editor.applyFieldUpdates(updates, from ?? {});
        return { applied: [], refused: Object.keys(updates).map((field) => ({ field, reason: 'closed' })), stepId: null };
      },
      undo: (stepId) => (isOpen ? editor.undo(stepId) : { undone: [], conflicts: [] }),
    } satisfies AssistantActions),
  };
}
