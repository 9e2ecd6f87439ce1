import type { Field } from '../fields/field.ts';
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

/** Turns a row into the values that instances hold; columns that were not read stay away. */
export function decodeRow(
  definition: ObjectDefinition,
  dialect: Dialect,
  row: Row,
  values: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [name, field] of columnsOf(definition)) {
    const value = row[name];
    if (value !== undefined) values[name] = dialect.decodes(field.kind) ? dialect.decode(field.kind, value) : value;
  }
  return values;
}
