import { type Database, forgetAnswers, SYSTEM_CALL, readAll } from '@colophon/core';
import { ContentComments } from './content-comment.ts';

/**
 * Clears all comments of a person, for a data erasure: text, quoted passages, and the
 * responses that are stored for idempotent requests.
 *
 * @returns the number of comments
 */
export async function eraseCommentsOf(database: Database, authorId: string): Promise<number> {
  const comments = new ContentComments(database, SYSTEM_CALL);
  const all = (await readAll(comments, { authorId })).filter(({ deletedAt, selector }) => deletedAt === null || selector !== null);
  for (const comment of all) await comment.erase();
  if (all.length > 0) await forgetAnswers(database, ...all.map(({ id }) => id));
  return all.length;
}

/** Returns all comments of a person, for a data export. */
export async function exportCommentsOf(database: Database, authorId: string): Promise<unknown[]> {
  const comments = await readAll(new ContentComments(database), { authorId });
  return comments.map((each) => each.toJSON());
}
