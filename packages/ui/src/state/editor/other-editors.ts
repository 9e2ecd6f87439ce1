import { type ColophonClient, send } from '../client-port.ts';
import { pause } from '../pause.ts';
import { readAnswer, readItems } from '../read-answer.ts';

/** Another person who has edited the piece in the last minutes. */
export interface OtherEditor {
  readonly userId: string;
  readonly name: string | null;
}

/** Who else typed into a piece within the last two minutes. @throws ProblemError where the server does not tell it */
export async function readOtherEditors(client: ColophonClient, contentId: string, signal: AbortSignal): Promise<readonly OtherEditor[]> {
  const { value } = await send(client, 'get', '/contents/{id}/editors', { params: { path: { id: contentId } }, signal });
  return editorsIn(value);
}

function editorsIn(value: unknown): readonly OtherEditor[] {
  return readItems<Partial<OtherEditor>>(value).flatMap(({ userId, name }) =>
    typeof userId === 'string' ? [{ userId, name: typeof name === 'string' ? name : null }] : [],
  );
}

/** Milliseconds before a stream that ended is opened again. */
const AGAIN_AFTER = 30_000;

/** Follows who else edits a piece, and its revision, until the signal aborts. Where the server has no such stream, nothing is told. */
export async function followEditors(
  client: ColophonClient,
  contentId: string,
  tell: { readonly editors: (others: readonly OtherEditor[]) => void; readonly saved: (rev: number) => void },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { event, data } of client.events(`/contents/${encodeURIComponent(contentId)}/editors/events`, { signal })) {
        const value: unknown = JSON.parse(data);
        if (event === 'editors') tell.editors(editorsIn(value));
        const { rev } = readAnswer<{ readonly rev?: number }>(value, {}, { rev: 'number' });
        if (event === 'saved' && rev !== undefined) tell.saved(rev);
      }
    } catch {
      // It is polled besides.
    }
    await pause(AGAIN_AFTER, signal);
  }
}
