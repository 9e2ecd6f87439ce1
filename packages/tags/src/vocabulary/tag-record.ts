import type { Database, JsonObject, Row } from '@colophon/core';

/** A tag as plain data, as every surface answers it. */
export interface TagRecord {
  readonly slug: string;
  readonly name: string;
  readonly context: string;
  readonly parent_slug: string | null;
  readonly level: number;
  readonly description: string | null;
  readonly metadata: JsonObject | null;
  readonly rev: number;
  readonly created_at: string;
  readonly updated_at: string;
}

const NAMES = ['slug', 'name', 'context', 'parent_slug', 'level', 'description', 'metadata', 'rev', 'created_at', 'updated_at'] as const;

/** The columns of a record, for queries written by hand. */
export const TAG_COLUMNS = NAMES.join(', ');

/** The same, where `tags` stands beside another table. */
export const QUALIFIED_TAG_COLUMNS = NAMES.map((name) => `tags.${name}`).join(', ');

/**
 * Makes a record of a row that has `TAG_COLUMNS`, in place: a hierarchy may have a hundred thousand of them, and a
 * second object for each would cost as much as a third of the query.
 */
export function tagRecord({ dialect }: Database, row: Row): TagRecord {
  if (row['metadata'] !== null) row['metadata'] = dialect.decode('json', row['metadata']);
  return row as unknown as TagRecord;
}
