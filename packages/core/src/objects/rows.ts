import type { Field } from '../fields/field.ts';
import type { Row } from '../storage/statement.ts';
import type { Dialect } from '../storage/dialect.ts';
import { type ObjectDefinition, storedFields } from './definition.ts';

const stored = new WeakMap<ObjectDefinition, readonly [string, Field][]>();

/** Returns the fields with a column, computed once per definition. */
export function columnsOf(definition: ObjectDefinition): readonly [string, Field][] {
  let columns = stored.get(definition);
  if (!columns) stored.set(definition, (columns = storedFields(definition)));
  return columns;
}

/** Converts a row to the values of an instance; columns that were not read are omitted. */
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
