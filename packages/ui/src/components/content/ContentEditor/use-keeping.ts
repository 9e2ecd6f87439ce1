import { useEffect } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { serverDraft, type ServerDraft } from '../../../state/editor/server-draft.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** Milliseconds between attempts to save without a connection. */
const TRIED_EVERY = [5000, 10_000, 20_000, 30_000];
/** Milliseconds after the first unsaved change at which unpublished drafts are saved, if the server has no autosaves. */
const SAVED_AFTER = 120_000;

/** Keeps unsaved input: on the device and as an autosave when the page is left, and saves it when the connection is back. */
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
 * A stored draft that was never published, and whose save was not rejected: it may be saved automatically if the server has no
 * autosaves.
 */
function isQuietDraft(editor: ContentEditorState, copies: ServerDraft | null): boolean {
  if (copies?.isSupported() === true) return false;
  const { contentId, fields, status } = editor.snapshot;
  return status === 'unsaved' && contentId !== null && fields.status === 'draft' && fields.publish_date === null;
}

/**
 * Retries a save that failed without a connection, periodically and at `online`; one that failed without a session at `online`, which a
 * host can dispatch once the user has signed in again.
 */
function retryWhileAway(editor: ContentEditorState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const retry = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (editor.status === 'offline' || editor.status === 'signed_out') void editor.save();
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
