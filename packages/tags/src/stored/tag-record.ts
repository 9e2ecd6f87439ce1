import type { Database, JsonObject } from '@colophon/core';

/** A tag as plain data, as every surface returns it. */
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

/** The columns of a record, for SQL queries. */
export const TAG_COLUMNS = NAMES.join(', ');

/** The same, for joins with another table. */
export const QUALIFIED_TAG_COLUMNS = NAMES.map((name) => `tags.${name}`).join(', ');

/** The position of the revision among the values of `TAG_COLUMNS`. */
export const REV_POSITION = NAMES.indexOf('rev');

/**
 * Creates a record from the values of `TAG_COLUMNS`, as `Database.values` returns them. A hierarchy may have a hundred thousand, so they
 * are read by position, which is faster than destructuring.
 */
export function tagRecord({ dialect }: Database, values: readonly unknown[]): TagRecord {
  return {
    slug: values[0] as string,
    name: values[1] as string,
    context: values[2] as string,
    parent_slug: values[3] as string | null,
    level: values[4] as number,
    description: values[5] as string | null,
    metadata: values[6] === null ? null : (dialect.decode('json', values[6]) as JsonObject),
    rev: values[7] as number,
    created_at: values[8] as string,
    updated_at: values[9] as string,
  };
}
