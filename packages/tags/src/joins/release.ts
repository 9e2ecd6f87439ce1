import type { Call, Database } from '@colophon/core';
import { chunks } from '../stored/chunks.ts';
import { tagJoinsOf } from '../stored/tag-join.ts';

/** Removes tags from every join table, after notifying the owners. */
export async function releaseTags(database: Database, call: Call, slugs: readonly string[]): Promise<void> {
  for (const { table, onDelete } of await tagJoinsOf(database)) {
    await onDelete?.({ slugs, database, call });
    for (const chunk of chunks(slugs)) {
      await database.run(database.dialect.builder.deleteFrom(table).where('tag_slug', 'in', chunk).compile());
    }
  }
}
