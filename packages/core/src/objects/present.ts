import type { JsonObject } from '../fields/json.ts';
import type { Row } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ObjectDefinition } from './definition.ts';
import { decodeRow } from './rows.ts';

/** The public fields of a record, computed ones included; `undefined` leaves a field out. */
export function presentValues(
  definition: ObjectDefinition,
  values: Readonly<Record<string, unknown>>,
  only?: ReadonlySet<string>,
): JsonObject {
  const result: Record<string, unknown> = {};
  for (const name in definition.fields) {
    const field = definition.fields[name];
    if (!field || field.private || (only && !only.has(name))) continue;
    if (!field.computed) {
      if (values[name] !== undefined) result[name] = values[name];
    } else if (field.computed.from.every((source) => values[source] !== undefined)) {
      result[name] = field.computed.value(values);
    }
  }
  return result as JsonObject;
}

/** The public fields that were asked for, of a row as the database gave it. */
export function presentRow(definition: ObjectDefinition, dialect: Dialect, row: Row, asked: ReadonlySet<string>): Record<string, unknown> {
  return presentValues(definition, decodeRow(definition, dialect, row), asked);
}
