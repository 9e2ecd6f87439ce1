import type { Intent } from '@colophon/client';
import { type ColophonClient, send } from '../../../state/client-port.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { setWaiting, waitingPictures } from '../../../state/media/waiting-pictures.ts';
import type { CorrectionType, PendingKind } from '../../../state/records.ts';
import { saveWith } from '../ContentEditor/status-changes.ts';

/** What readers are told about a change. */
export interface ReaderNotice {
  readonly type: CorrectionType;
  readonly summary: string;
}

interface Publication {
  /** The changes of the status or its dates. */
  readonly changes: Parameters<ContentEditorState['update']>[0];
  readonly notice: ReaderNotice | null;
  /** The same for further attempts, so that readers are not told twice. */
  readonly intent: Intent;
  /** The state of the draft that was looked at. */
  readonly through?: string | undefined;
}

/** `untold`: the text is published, and the notice is not. `detail` is empty where a notice of the editor says it. */
export type PublishOutcome =
  | { readonly status: 'published' }
  | { readonly status: 'refused' | 'conflict' | 'untold'; readonly detail: string; readonly problem: EditorProblem | null };

/** Publishes the text of an editor with its status, and tells readers. Everything that publishes a piece in an editor goes through here. */
export async function publishPiece(
  client: ColophonClient | null,
  editor: ContentEditorState,
  { changes, notice, intent, through }: Publication,
): Promise<PublishOutcome> {
  const isLive = editor.snapshot.base?.status === 'published';
  if (editor.snapshot.draft?.phase === 'open' && (changes.status === 'published' || (isLive && Object.keys(changes).length === 0)))
    return publishDraft(client, editor, { through, notice, intent });
  const waiting = waitingFor(client, editor);
  const { outcome, problem } = await saveWith(editor, changes);
  if (outcome.status !== 'saved' && outcome.status !== 'unchanged') {
    const detail = 'detail' in outcome ? outcome.detail : '';
    return { status: outcome.status === 'conflict' ? 'conflict' : 'refused', detail, problem };
  }
  const { contentId } = editor.snapshot;
  // A save publishes what waits along with the text; without one it is asked for.
  if (outcome.status === 'unchanged' && waiting.length > 0 && client !== null && contentId !== null)
    return publishAgain(client, contentId, { notice, intent });
  if (notice === null || client === null || contentId === null) return { status: 'published' };
  try {
    await send(client, 'post', '/contents/{id}/corrections', { params: { path: { id: contentId } }, body: notice, intent });
    return { status: 'published' };
  } catch (error) {
    const found = problemOf(error);
    return { status: 'untold', detail: found.detail, problem: found };
  }
}

/** Publishes the draft exactly as it was looked at, and tells readers: both or neither. */
async function publishDraft(
  client: ColophonClient | null,
  editor: ContentEditorState,
  { through, notice, intent }: Pick<Publication, 'through' | 'notice' | 'intent'>,
): Promise<PublishOutcome> {
  const outcome = await editor.publish({ through, correction: notice, intent });
  const { contentId } = editor.snapshot;
  if (outcome.status === 'saved' && client !== null && contentId !== null) setWaiting(client, contentId, []);
  if (outcome.status === 'saved' || outcome.status === 'unchanged') return { status: 'published' };
  return { status: 'refused', detail: outcome.detail, problem: editor.snapshot.problem };
}

/** What readers do not get yet: as it was read with the piece, or after its pictures were changed. */
function waitingFor(client: ColophonClient | null, { snapshot: { contentId, stored } }: ContentEditorState): readonly PendingKind[] {
  const later = client === null || contentId === null ? undefined : waitingPictures(client).getSnapshot().get(contentId);
  return later ?? stored?.changedSincePublication ?? [];
}

/** Publishes what was attached, removed or described otherwise since the publication, and tells readers: both or neither. */
async function publishAgain(
  client: ColophonClient,
  id: string,
  { notice, intent }: Pick<Publication, 'notice' | 'intent'>,
): Promise<PublishOutcome> {
  try {
    await send(client, 'post', '/contents/{id}/publish', { params: { path: { id } }, body: notice ? { correction: notice } : {}, intent });
    setWaiting(client, id, []);
    return { status: 'published' };
  } catch (error) {
    const found = problemOf(error);
    return { status: 'refused', detail: found.detail, problem: found };
  }
}
