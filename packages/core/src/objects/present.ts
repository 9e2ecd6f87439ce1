import type { JsonObject } from '../fields/json.ts';
import { shownValue } from '../fields/qualified.ts';
import type { Ports } from '../ports/ports.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/statement.ts';
import type { ObjectDefinition } from './definition.ts';

/** Returns the public fields of a record, including computed ones; `undefined` fields are omitted. */
export function presentValues(definition: ObjectDefinition, values: Readonly<Record<string, unknown>>, ports: Ports): JsonObject {
  const result: Record<string, unknown> = {};
  for (const name in definition.fields) {
    const field = definition.fields[name];
    if (!field || field.private) continue;
    if (!field.computed) {
      if (values[name] !== undefined) result[name] = shownValue(field, values[name]);
    } else if (field.computed.from.every((source) => values[source] !== undefined)) {
      result[name] = field.computed.value(values, ports);
    }
  }
  return result as JsonObject;
}

/** What a presentation depends on besides the row. */
export type PresentedFrom = Pick<Database, 'dialect' | 'ports'>;

/** Converts a database row to public JSON. */
export type RowPresenter = (row: Row) => Readonly<Record<string, unknown>>;

/**
 * Returns a presenter for the requested public fields, with the work per field done once for all rows. A shared row (frozen: a read cached
 * it for identical reads) has one presentation, which is shared too.
 */
export function rowPresenter(definition: ObjectDefinition, database: PresentedFrom, asked: ReadonlySet<string>): RowPresenter {
  const present = freshPresenter(definition, database, asked);
  const shared = new WeakMap<Row, Readonly<Record<string, unknown>>>();
  return (row) => {
    if (!Object.isFrozen(row)) return present(row);
    let known = shared.get(row);
    if (!known) shared.set(row, (known = frozen(present(row))));
    return known;
  };
}

function freshPresenter(definition: ObjectDefinition, { dialect, ports }: PresentedFrom, asked: ReadonlySet<string>): RowPresenter {
  const parts = Object.entries(definition.fields)
    .filter(([name, field]) => asked.has(name) && !field.private)
    .map(([name, field]) => ({ name, field, kind: field.kind, computed: field.computed, decodes: dialect.decodes(field.kind) }));
  const decoded = (row: Row, name: string): unknown => {
    const value = row[name];
    return value === undefined ? undefined : dialect.decode(definition.fields[name]?.kind ?? 'text', value);
  };
  return (row) => {
    const result: Record<string, unknown> = {};
    for (const { name, field, kind, computed, decodes } of parts) {
      if (!computed) {
        const value = row[name];
        if (value !== undefined) result[name] = decodes ? dialect.decode(kind, value) : shownValue(field, value);
        continue;
      }
      const sources = Object.fromEntries(computed.from.map((source) => [source, decoded(row, source)]));
      if (Object.values(sources).every((value) => value !== undefined)) result[name] = computed.value(sources, ports);
    }
    return result;
  };
}

/** Freezes JSON deeply: shared values must not be changed. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}
