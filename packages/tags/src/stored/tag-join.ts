import { type Call, type Database, type Filter, type FilterTarget, junction, type JunctionDefinition, UsageError } from '@colophon/core';

/** A merge, passed to the owner of a join table in the same transaction, while its rows still refer to `from`. Slugs are as they are stored. */
export interface TagMerge {
  readonly from: string;
  readonly to: string;
  readonly database: Database;
  readonly call: Call;
}

/** A deletion or renaming of tags, passed to the owner of a join table in the same transaction, while its rows refer to them. Slugs are as they are stored. */
export interface TagRemoval {
  readonly slugs: readonly string[];
  readonly database: Database;
  readonly call: Call;
}

/** A join table between some entity and tags: `(entityColumn, tag_slug, created_at)`, keyed by both ids. */
export interface TagJoin {
  /** By convention the singular of the entity and `_tags`: `content_tags`. */
  readonly table: string;
  /** The column with the entity's id: `content_id`. */
  readonly entityColumn: string;
  /** The table that it refers to: `contents`. */
  readonly entityTable: string;
  /** The column of the entity with its tenant. Without it, uses belong to no tenant, and everybody may change the tags. */
  readonly tenantColumn?: string;
  /** The entities whose tags a call can read, as a filter of their table; undefined for all. Without it, every tag is public. */
  readonly readable?: (call: Call) => { readonly fields: FilterTarget['fields']; readonly filter: Filter } | undefined;
  /** For owners that also store tags elsewhere, such as in a list on the entity. An exception rolls the merge back. */
  readonly onMerge?: (merge: TagMerge) => Promise<void>;
  /** The same for tags that are deleted. */
  readonly onDelete?: (removal: TagRemoval) => Promise<void>;
  /** The same for tags whose names were changed: their slugs are the same. */
  readonly onRename?: (renaming: TagRemoval) => Promise<void>;
}

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

const joins = new Map<string, TagJoin>();

/**
 * Registers a join table for merge, deletion and clean-up in the whole process, and returns its definition for the `junctions` of the
 * entity's collection. Registering the same table again replaces the registration.
 *
 * @throws UsageError if a name is invalid for a table or column, or the table is registered for another entity
 * @example
 * const contentTags = registerTagJoin({ table: 'content_tags', entityColumn: 'content_id', entityTable: 'contents' });
 * class Contents extends collection(Content, { junctions: [contentTags], requires: () => [Tags] }) {}
 */
export function registerTagJoin(join: TagJoin): JunctionDefinition {
  for (const part of ['table', 'entityColumn', 'entityTable'] as const) {
    if (!IDENTIFIER.test(join[part])) {
      throw new UsageError(
        `registerTagJoin: ${part} ${JSON.stringify(join[part])} cannot be a name in the database: letters, digits and underscores, 63 at most.`,
      );
    }
  }
  if (join.entityColumn === 'tag_slug' || join.entityColumn === 'created_at') {
    throw new UsageError(`registerTagJoin: ${join.table} already has a column ${join.entityColumn}; rename the entity's column.`);
  }
  const known = joins.get(join.table);
  if (known && (known.entityColumn !== join.entityColumn || known.entityTable !== join.entityTable)) {
    throw new UsageError(
      `registerTagJoin: ${join.table} is already registered for ${known.entityTable} with the column ${known.entityColumn}.`,
    );
  }
  joins.set(join.table, join);
  return junction(join.table, { [join.entityColumn]: () => ({ tableName: join.entityTable }), tag_slug: () => ({ tableName: 'tags' }) });
}

/** Unregisters a join table; returns whether it was registered. */
export function unregisterTagJoin(table: string): boolean {
  return joins.delete(table);
}

/** Returns the registered join tables. */
export function registeredTagJoins(): readonly TagJoin[] {
  return [...joins.values()];
}

const present = new WeakMap<Database, Set<string>>();

/** Returns the registered join tables that exist in this database: one process may use several databases with different objects. */
export async function tagJoinsOf(database: Database): Promise<readonly TagJoin[]> {
  const tables = present.get(database) ?? new Set<string>();
  present.set(database, tables);
  if (registeredTagJoins().some(({ table }) => !tables.has(table))) {
    for (const row of await database.all(database.dialect.introspect())) tables.add(String(row['table']));
  }
  return registeredTagJoins().filter(({ table }) => tables.has(table));
}
