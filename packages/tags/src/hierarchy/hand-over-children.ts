import { type Call, type Database, type ObjectDefinition, writeAudit } from '@colophon/core';
import { sql } from 'kysely';
import { relevelChildren } from './relevel.ts';

/** Children that move from one parent to another. */
export interface HandOver {
  readonly definition: ObjectDefinition;
  /** As it is stored, like `to`. */
  readonly from: string;
  /** Null makes them roots. */
  readonly to: string | null;
  /** The new level of the children. */
  readonly level: number;
}

/** Moves a tag's children to another parent: their levels and those of all descendants are updated, and each move is audited. */
export async function handOverChildren(database: Database, call: Call, { definition, from, to, level }: HandOver): Promise<void> {
  const { builder } = database.dialect;
  const children = await database.all(builder.selectFrom('tags').select(['slug', 'tenantId']).where('parent_slug', '=', from).compile());
  if (children.length === 0) return;
  await relevelChildren(database, from, level);
  const query = builder
    .updateTable('tags')
    .set({
      parent_slug: to,
      rev: sql`rev + 1`,
      updated_at: database.dialect.encode('datetime', call.now().toISOString()),
    })
    .where('parent_slug', '=', from);
  await database.run(query.compile());
  for (const { slug, tenantId } of children) {
    await writeAudit(database, call, {
      action: 'move',
      definition,
      key: String(slug),
      before: { parent_slug: from },
      after: { parent_slug: to },
      tenantId: tenantId as string | null,
    });
  }
}
