import type { Intent } from '@colophon/client';
import { type ColophonClient, send } from './client-port.ts';
import { readContent } from './read-answer.ts';
import type { ContentRecord } from './records.ts';

/**
 * Makes a draft that says what a piece says, links and pictures included, under a title of its own.
 *
 * @param intent one for each press: sent twice it makes one draft
 * @throws ProblemError
 */
export async function duplicateContent(client: ColophonClient, id: string, title: string, intent: Intent): Promise<ContentRecord> {
  const { value } = await send(client, 'post', '/contents/{id}/duplicate', { params: { path: { id } }, body: { title }, intent });
  return readContent(value);
}
