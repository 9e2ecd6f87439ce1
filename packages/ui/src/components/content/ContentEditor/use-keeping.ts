import { useEffect } from 'react';
import type { ColophonClient } from '../../../state/client-port.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { offerOldAutosave } from '../../../state/editor/old-autosave.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** Milliseconds between attempts to save a form without a draft, without a connection. */
const TRIED_EVERY = [5000, 10_000, 20_000, 30_000];
/** Milliseconds after which a hidden page ends its stream: a browser opens few connections to a host. */
const HIDDEN_FOR = 20_000;

/** Keeps unsaved input when the page is left, and sends it when the connection is back. */
export function useKeeping(editor: ContentEditorState): void {
  const { client } = useColophon();
  useEffect(() => keepOnLeaving(editor), [editor]);
  useEffect(() => retryWhileAway(editor), [editor]);
  useEffect(() => restWhileHidden(editor), [editor]);
  useEffect(() => (client === null ? undefined : offerOld(editor, client)), [editor, client]);
}

function keepOnLeaving(editor: ContentEditorState): () => void {
  const flush = (): void => editor.flush();
  const hide = (): void => {
    if (document.visibilityState === 'hidden') flush();
  };
  const ask = (event: BeforeUnloadEvent): void => {
    flush();
    const { isDirty, localCopy, draft } = editor.snapshot;
    const isLost = draft === null ? isDirty && localCopy.failed : draft.waiting > 0 && draft.isCopyFailed;
    if (isLost) event.preventDefault();
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

function restWhileHidden(editor: ContentEditorState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(() => editor.draft?.pause(), HIDDEN_FOR);
    else editor.draft?.resume();
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/**
 * Retries a save that failed without a connection, periodically and at `online`; one that failed without a session at `online`, which a
 * host can dispatch once the user has signed in again. A draft sends its changes by itself, and at `online` at once.
 */
function retryWhileAway(editor: ContentEditorState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const retry = (): void => {
    clearTimeout(timer);
    timer = undefined;
    editor.draft?.retry();
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

/** Offers what the server kept before pieces had drafts, once the draft is open. */
function offerOld(editor: ContentEditorState, client: ColophonClient): () => void {
  let asked = -1;
  const watch = (): void => {
    if (editor.snapshot.draft?.phase !== 'open' || asked === editor.life) return;
    asked = editor.life;
    // A server that keeps none does not know the route.
    offerOldAutosave(editor, client).catch(() => undefined);
  };
  watch();
  return editor.subscribe(watch);
}
