import type { Database } from '@colophon/core';
import { knownBylines } from './known-bylines.ts';

/**
 * Erases names of authors of a piece from its versions and from what is signed: their digests stay, so that every signature stays valid and
 * nobody can tell whose they are.
 *
 * @returns how many were erased
 */
export async function eraseBylines(database: Database, contentId: string, isTheirs: (name: string) => boolean): Promise<number> {
  const known = (await knownBylines(database, [contentId])).get(contentId);
  const digests = Array.from(known?.values() ?? []).flatMap(({ digest, name }) => (isTheirs(name) ? [digest] : []));
  if (digests.length === 0) return 0;
  const { builder } = database.dialect;
  return database.run(builder.deleteFrom('content_bylines').where('contentId', '=', contentId).where('digest', 'in', digests).compile());
}
