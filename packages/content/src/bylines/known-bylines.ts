import type { Database } from '@colophon/core';
import { preparedQuery } from '../record/prepared-query.ts';
import { bylineDigest, type KnownBylines } from './disclosure.ts';

const OF_PIECES = preparedQuery((builder, ids) =>
  builder.selectFrom('content_bylines').select(['contentId', 'digest', 'salt', 'name']).where('contentId', 'in', ids),
);

/** Returns the names of the authors of pieces, by the id of the piece: one query. */
export async function knownBylines(database: Database, contentIds: readonly string[]): Promise<ReadonlyMap<string, KnownBylines>> {
  if (contentIds.length === 0) return new Map();
  const rows = await database.all({ ...OF_PIECES(database.dialect, contentIds), repeatable: true });
  return new Map(
    Array.from(
      Map.groupBy(rows, (row) => String(row['contentId'])),
      ([id, own]) => [
        id,
        new Map(
          own.flatMap((row) => {
            const [digest, salt, name] = [String(row['digest']), String(row['salt']), String(row['name'])];
            // Somebody wrote another name into the database.
            return bylineDigest({ salt, name }) === digest ? [[digest, { digest, salt, name }]] : [];
          }),
        ),
      ],
    ),
  );
}
