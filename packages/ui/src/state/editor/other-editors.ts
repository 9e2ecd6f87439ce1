import { type ColophonClient, send } from '../client-port.ts';
import { readItems } from '../read-answer.ts';

/** Another person who has edited the piece in the last minutes. */
export interface OtherEditor {
  readonly userId: string;
  readonly name: string | null;
}

/** Who else typed into a piece within the last two minutes. @throws ProblemError where the server does not tell it */
export async function readOtherEditors(client: ColophonClient, contentId: string, signal: AbortSignal): Promise<readonly OtherEditor[]> {
  const { value } = await send(client, 'get', '/contents/{id}/editors', { params: { path: { id: contentId } }, signal });
  return readItems<Partial<OtherEditor>>(value).flatMap(({ userId, name }) =>
    typeof userId === 'string' ? [{ userId, name: typeof name === 'string' ? name : null }] : [],
  );
}
