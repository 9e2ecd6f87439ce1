import { useEffect } from 'react';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';

/** In milliseconds between attempts to save while there is no connection. */
const TRIED_EVERY = [5000, 10_000, 20_000, 30_000];
/** In milliseconds after the first change that is not saved: a draft that nobody reads yet is saved by itself. */
const SAVED_AFTER = 120_000;

/** Keeps what is typed: on this machine when the page is left, on the server when the connection is back. */
export function useKeeping(editor: ContentEditorState): void {
  useEffect(() => {
    const flush = (): void => editor.flush();
    const hide = (): void => {
      if (document.visibilityState !== 'hidden') return;
      editor.flush();
      if (isQuietDraft(editor)) void editor.save();
    };
    const ask = (event: BeforeUnloadEvent): void => {
      editor.flush();
      const { isDirty, localCopy } = editor.snapshot;
      if (isDirty && localCopy.failed) event.preventDefault();
    };
    globalThis.addEventListener('pagehide', flush);
    globalThis.addEventListener('beforeunload', ask);
    document.addEventListener('visibilitychange', hide);
    return () => {
      globalThis.removeEventListener('pagehide', flush);
      globalThis.removeEventListener('beforeunload', ask);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [editor]);
  useEffect(() => retryWhileAway(editor), [editor]);
  useEffect(() => saveNowAndThen(editor), [editor]);
}

/** A stored draft that was never published, and whose save nobody refused: it may be saved without being asked. */
function isQuietDraft(editor: ContentEditorState): boolean {
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

function saveNowAndThen(editor: ContentEditorState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    if (!isQuietDraft(editor)) {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isQuietDraft(editor)) void editor.save();
    }, SAVED_AFTER);
  };
  const stop = editor.subscribe(watch);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
