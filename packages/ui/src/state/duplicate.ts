import type { Intent } from '@colophon/client';
import { type ColophonClient, send } from './client-port.ts';
import { readContent } from './read-answer.ts';
import type { ContentRecord } from './records.ts';

/**
 * Creates a draft as a copy of a piece, including links and pictures, with its own title.
 *
 * @param intent one per press; sending it twice creates one draft
 * @throws ProblemError
 */
export async function duplicateContent(client: ColophonClient, id: string, title: string, intent: Intent): Promise<ContentRecord> {
  const { value } = await send(client, 'post', '/contents/{id}/duplicate', { params: { path: { id } }, body: { title }, intent });
  return readContent(value);
}
