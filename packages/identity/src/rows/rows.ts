import type { Database, ObjectDefinition, Row } from '@colophon/core';

/** Values as parameters of a statement, each by the kind of its field. */
export function encodeRow(database: Database, definition: ObjectDefinition, values: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, database.dialect.encode(definition.fields[name]?.kind ?? 'text', value)]),
  );
}

/** A row in the form of an instance. `Shape` names the selected columns. */
export function decodeRow<Shape>(database: Database, definition: ObjectDefinition, row: Row): Shape {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, database.dialect.decode(definition.fields[name]?.kind ?? 'text', value)]),
  ) as Shape;
}

/** A timestamp as a parameter of a statement. */
export function moment(database: Database, at: Date): unknown {
  return database.dialect.encode('datetime', at.toISOString());
}
