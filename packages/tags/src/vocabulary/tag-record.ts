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

/** The columns of a record, for queries written by hand; `tags` is the table's name or alias there. */
export const TAG_COLUMNS =
  'tags.slug, tags.name, tags.context, tags.parent_slug, tags.level, tags.description, tags.metadata, tags.rev, tags.created_at, tags.updated_at';

/** Makes a record of a row that has `TAG_COLUMNS`. */
export function tagRecord({ dialect }: Database, row: Row): TagRecord {
  return {
    slug: row['slug'] as string,
    name: row['name'] as string,
    context: row['context'] as string,
    parent_slug: row['parent_slug'] as string | null,
    level: row['level'] as number,
    description: row['description'] as string | null,
    metadata: row['metadata'] === null ? null : (dialect.decode('json', row['metadata']) as JsonObject),
    rev: row['rev'] as number,
    created_at: dialect.decode('datetime', row['created_at']) as string,
    updated_at: dialect.decode('datetime', row['updated_at']) as string,
  };
}
