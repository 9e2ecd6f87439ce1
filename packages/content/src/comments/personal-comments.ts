import { type Database, SYSTEM_CALL } from '@colophon/core';
import { readAll } from '../record/read-all.ts';
import { ContentComments } from './content-comment.ts';

const AT_ONCE = 100;

/** Blanks all that somebody commented, for whoever asks for their data to be erased. @returns how many comments */
export async function eraseCommentsOf(database: Database, authorId: string): Promise<number> {
  const comments = new ContentComments(database, SYSTEM_CALL);
  for (let erased = 0; ;) {
    const some = await comments.list({ where: { authorId, deletedAt: { null: true } }, limit: AT_ONCE });
    for (const comment of some) await comment.delete();
    erased += some.length;
    if (some.length < AT_ONCE) return erased;
  }
}

/** All that somebody commented, for whoever asks for their data. */
export async function exportCommentsOf(database: Database, authorId: string): Promise<unknown[]> {
  const comments = await readAll(new ContentComments(database), { authorId });
  return comments.map((each) => each.toJSON());
}
