import { Slot, filled } from '../storage/slots.ts';
import type { Row, Statement } from '../storage/statement.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ObjectDefinition } from './definition.ts';

const MAXIMUM_REMEMBERED = 200;

/** Compiled writes by definition: the written columns determine the text, the values are filled in each time. */
const templates = new WeakMap<ObjectDefinition, Map<string, Statement>>();

function template(definition: ObjectDefinition, shape: string, compile: () => Statement): Statement {
  let known = templates.get(definition);
  if (!known) templates.set(definition, (known = new Map()));
  const found = known.get(shape);
  if (found) return found;
  if (known.size >= MAXIMUM_REMEMBERED) known.clear();
  const { sql, parameters } = compile();
  const made = { sql, parameters, table: definition.table };
  known.set(shape, made);
  return made;
}

function slotsFor(columns: readonly string[]): Record<string, Slot> {
  return Object.fromEntries(columns.map((name, index) => [name, new Slot(index, undefined)]));
}

export function insertStatement(definition: ObjectDefinition, dialect: Dialect, row: Row): Statement {
  const columns = Object.keys(row);
  const made = template(definition, `insert ${dialect.name} ${columns.join()}`, () =>
    dialect.builder.insertInto(definition.table).values(slotsFor(columns)).compile(),
  );
  return filled(made, Object.values(row));
}

/** Updates a row only if it is still at the revision at which it was read. */
export function updateStatement(definition: ObjectDefinition, dialect: Dialect, row: Row, key: string, revision: number): Statement {
  const columns = Object.keys(row);
  const made = template(definition, `update ${dialect.name} ${columns.join()}`, () =>
    dialect.builder
      .updateTable(definition.table)
      .set(slotsFor(columns))
      .where(definition.key, '=', new Slot(columns.length, undefined))
      .where('rev', '=', new Slot(columns.length + 1, undefined))
      .compile(),
  );
  return filled(made, [...Object.values(row), key, revision]);
}

/** Deletes a row only if it is still at the revision at which it was read. */
export function deleteStatement(definition: ObjectDefinition, dialect: Dialect, key: string, revision: unknown): Statement {
  const made = template(definition, `delete ${dialect.name}`, () =>
    dialect.builder
      .deleteFrom(definition.table)
      .where(definition.key, '=', new Slot(0, undefined))
      .where('rev', '=', new Slot(1, undefined))
      .compile(),
  );
  return filled(made, [key, revision]);
}
