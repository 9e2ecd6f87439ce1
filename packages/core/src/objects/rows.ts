import type { Field, FieldKind } from '../fields/field.ts';
import type { Row } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { type ObjectDefinition, storedFields } from './definition.ts';

const stored = new WeakMap<ObjectDefinition, readonly [string, Field][]>();

/** The fields with a column, worked out once a definition. */
export function columnsOf(definition: ObjectDefinition): readonly [string, Field][] {
  let columns = stored.get(definition);
  if (!columns) stored.set(definition, (columns = storedFields(definition)));
  return columns;
}

/** Kinds that every database gives as instances hold them. */
const SAME_EVERYWHERE: ReadonlySet<FieldKind> = new Set<FieldKind>(['text', 'integer', 'real', 'datetime', 'reference']);

/** Turns a row into the values that instances hold; columns that were not read stay away. */
export function decodeRow(definition: ObjectDefinition, dialect: Dialect, row: Row): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of columnsOf(definition)) {
    const value = row[name];
    if (value === undefined) continue;
    values[name] = value === null || SAME_EVERYWHERE.has(field.kind) ? value : dialect.decode(field.kind, value);
  }
  return values;
}
