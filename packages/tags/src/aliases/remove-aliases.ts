import { type Call, type Database, writeAudit } from '@colophon/core';
import { chunks } from '../stored/chunks.ts';
import { TagAlias } from './tag-alias.ts';

/** Deletes every alias of these tags, given by their keys, each with its audit entry. */
export async function removeAliasesOf(database: Database, call: Call, slugs: readonly string[]): Promise<void> {
  const { builder } = database.dialect;
  for (const chunk of chunks(slugs)) {
    const aliases = await database.all(
      builder
        .selectFrom('tag_aliases')
        .select(['id', 'tag_slug', 'alias', 'language', 'context', 'tenantId'])
        .where('tag_slug', 'in', chunk)
        .compile(),
    );
    if (aliases.length === 0) continue;
    await database.run(builder.deleteFrom('tag_aliases').where('tag_slug', 'in', chunk).compile());
    for (const { tenantId, ...before } of aliases) {
      await writeAudit(database, call, {
        action: 'delete',
        definition: TagAlias.definition,
        key: String(before['id']),
        before,
        after: undefined,
        tenantId: tenantId as string | null,
      });
    }
  }
}
