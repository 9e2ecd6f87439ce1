import type { ContentEditorState } from '../editor/editor-state.ts';
import type { SaveOutcome } from '../editor/editor-options.ts';
import type { FieldUpdates, UpdateSource } from '../editor/field-updates.ts';
import type { UndoResult } from '../editor/change-stack.ts';
import type { Review, ReviewKind } from '../records.ts';
import { type AssistantContext, assistantContext, type ContextExtras } from './context.ts';

/** What an assistant may do in an editor: nothing of it reaches the server but a save and a review. */
export interface AssistantActions {
  readonly triggerSave: () => Promise<SaveOutcome>;
  /** Asks for a review of what is on the screen. */
  readonly triggerReview: (
    what: ReviewKind | { readonly policyKey: string },
  ) => Promise<{ readonly jobId?: string; readonly review?: Review }>;
  /** Writes the form, never the server. */
  readonly applyFieldUpdates: (updates: FieldUpdates, from?: UpdateSource) => ReturnType<ContentEditorState['applyFieldUpdates']>;
  readonly undo: (stepId?: string) => UndoResult;
}

/** What an editor hands to an assistant. */
export interface AssistantRegistration {
  readonly context: AssistantContext;
  /** The same objects for as long as the piece is open; afterwards they answer that it is closed, and touch nothing. */
  readonly actions: AssistantActions;
}

export interface RegisterAssistantOptions {
  readonly editor: ContentEditorState;
  /** Told when the piece is opened, when what it holds differs, and with null when it is closed. */
  readonly onChange: (registration: AssistantRegistration | null) => void;
  /** What the editor knows beside its state, asked for each time. */
  readonly extras?: () => ContextExtras;
  /** Reviews what is on the screen; without it a review is refused. */
  readonly review?: (what: ReviewKind | { readonly policyKey: string }) => Promise<{ readonly jobId?: string; readonly review?: Review }>;
}

/** The registration of one editor while it lives. */
export interface AssistantRegistrar {
  /** Something that is no part of the state has changed: the selection, or the readiness. */
  readonly refresh: () => void;
  readonly close: () => void;
}

/** In milliseconds: an assistant is told of what is typed at most that often. */
const TOLD_EVERY = 300;

/**
 * Registers an editor with an assistant: at once, whenever what it holds differs as JSON, and anew for every piece that it opens.
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
    // A new piece that is stored now is the same piece; that it has an id is worth telling at once.
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
