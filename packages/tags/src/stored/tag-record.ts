import type { Database, JsonObject } from '@colophon/core';
import { shownSlug } from './stored-slug.ts';

/** A tag as plain data: as every surface returns it, or with its key and parent as they are stored. */
export interface TagRecord {
  readonly slug: string;
  readonly name: string;
  readonly context: string;
  readonly parent_slug: string | null;
  readonly level: number;
  readonly description: string | null;
  readonly metadata: JsonObject | null;
  /** Null for a global tag. */
  readonly tenantId: string | null;
  readonly rev: number;
  readonly created_at: string;
  readonly updated_at: string;
}

const NAMES = [
  'slug',
  'name',
  'context',
  'parent_slug',
  'level',
  'description',
  'metadata',
  'tenantId',
  'rev',
  'created_at',
  'updated_at',
] as const;

/** The columns of a record, for SQL queries. */
export const TAG_COLUMNS = NAMES.map(column).join(', ');

/** The same, for joins with another table. */
export const QUALIFIED_TAG_COLUMNS = NAMES.map((name) => `tags.${column(name)}`).join(', ');

/** The position of the revision among the values of `TAG_COLUMNS`. */
export const REV_POSITION = NAMES.indexOf('rev');

/**
 * Creates a record as it is stored from the values of `TAG_COLUMNS`, as `Database.values` returns them. A hierarchy may have a hundred thousand, so they
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
    tenantId: (values[7] as string | null | undefined) ?? null,
    rev: values[8] as number,
    created_at: values[9] as string,
    updated_at: values[10] as string,
  };
}

/** Returns a record as every surface returns it, from one as it is stored. */
export function shownTag(record: TagRecord): TagRecord {
  if (record.tenantId === null) return record;
  return { ...record, slug: shownSlug(record.slug), parent_slug: record.parent_slug === null ? null : shownSlug(record.parent_slug) };
}

/** The name of a column in SQL text: PostgreSQL folds names with capitals unless they are quoted. */
function column(name: string): string {
  return name === name.toLowerCase() ? name : `"${name}"`;
}
