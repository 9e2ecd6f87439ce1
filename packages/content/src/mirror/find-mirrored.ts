import type { Database } from '@colophon/core';

/** Where a mirror would stand. */
export interface MirrorPlace {
  readonly tenantId: string | null;
  readonly context: string;
  /** The keys of the addresses: the one asked for, and where it led. */
  readonly keys: readonly string[];
}

/** The id of the content that mirrors one of these addresses, if any does. */
export async function findMirrored(database: Database, { tenantId, context, keys }: MirrorPlace): Promise<string | undefined> {
  const query = database.dialect.builder
    .selectFrom('content_mirrors')
    .select('contentId')
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('context', '=', context)
    .where((each) => each.or([each('urlKey', 'in', keys), each('finalUrlKey', 'in', keys)]))
    .orderBy('id')
    .limit(1);
  const row = await database.first(query.compile());
  return row && String(row['contentId']);
}
