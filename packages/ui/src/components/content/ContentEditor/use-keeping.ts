import { useEffect } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { serverDraft, type ServerDraft } from '../../../state/editor/server-draft.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** In milliseconds between attempts to save while there is no connection. */
const TRIED_EVERY = [5000, 10_000, 20_000, 30_000];
/** In milliseconds after the first change that is not saved: where the server keeps no copies, a draft that nobody reads yet is saved by itself. */
const SAVED_AFTER = 120_000;

/** Keeps what is typed: on this machine and beside the record when the page is left, in the record when the connection is back. */
export function useKeeping(editor: ContentEditorState): void {
  const { client } = useColophon();
  useEffect(() => {
    const copies = client === null ? null : serverDraft(editor, { client });
    const stop = keepOnLeaving(editor, copies);
    const stopSaving = saveNowAndThen(editor, copies);
    return () => {
      stop();
      stopSaving();
      copies?.stop();
    };
  }, [editor, client]);
  useEffect(() => retryWhileAway(editor), [editor]);
}

function keepOnLeaving(editor: ContentEditorState, copies: ServerDraft | null): () => void {
  const flush = (): void => {
    editor.flush();
    copies?.flush();
  };
  const hide = (): void => {
    if (document.visibilityState !== 'hidden') return;
    flush();
    if (isQuietDraft(editor, copies)) void editor.save();
  };
  const ask = (event: BeforeUnloadEvent): void => {
    editor.flush();
    const { isDirty, localCopy, serverCopy } = editor.snapshot;
    if (isDirty && localCopy.failed && serverCopy === null) event.preventDefault();
  };
  globalThis.addEventListener('pagehide', flush);
  globalThis.addEventListener('beforeunload', ask);
  document.addEventListener('visibilitychange', hide);
  return () => {
    globalThis.removeEventListener('pagehide', flush);
    globalThis.removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', hide);
  };
}

/**
 * A stored draft that was never published, and whose save nobody refused: it may be saved without being asked, where the server keeps no
 * copies of what is not saved.
 */
function isQuietDraft(editor: ContentEditorState, copies: ServerDraft | null): boolean {
  if (copies?.isSupported() === true) return false;
  const { contentId, fields, status } = editor.snapshot;
  return status === 'unsaved' && contentId !== null && fields.status === 'draft' && fields.publish_date === null;
}

/** Saves again what was to be saved when there was no connection. */
function retryWhileAway(editor: ContentEditorState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const retry = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (editor.status === 'offline') void editor.save();
  };
  const watch = (): void => {
    if (editor.status === 'saved') attempts = 0;
    if (editor.status !== 'offline' || timer !== undefined) return;
    timer = setTimeout(retry, TRIED_EVERY[Math.min(attempts, TRIED_EVERY.length - 1)]);
    attempts += 1;
  };
  const stop = editor.subscribe(watch);
  globalThis.addEventListener('online', retry);
  return () => {
    stop();
    clearTimeout(timer);
    globalThis.removeEventListener('online', retry);
  };
}

function saveNowAndThen(editor: ContentEditorState, copies: ServerDraft | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    if (!isQuietDraft(editor, copies)) {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isQuietDraft(editor, copies)) void editor.save();
    }, SAVED_AFTER);
  };
  const stop = editor.subscribe(watch);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
