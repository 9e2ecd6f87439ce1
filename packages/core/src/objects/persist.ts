import { writeAudit } from '../audit/write-audit.ts';
import { ConflictError } from '../errors/errors.ts';
import type { Database, Row } from '../storage/database.ts';
import { constraintError } from './constraint-error.ts';
import type { ObjectDefinition } from './definition.ts';
import { columnsOf, decodeRow } from './rows.ts';
import { definitionOf, type Origin, originOf, runHook, sameValue, valuesOf } from './origin.ts';
import type { SaveContext, StoredObject } from './stored-object.ts';
import { checkValues } from './check-values.ts';

/** Stores an instance: hooks, checks, the row and the audit entry, all or nothing. */
export async function saveObject(instance: StoredObject): Promise<void> {
  const { database } = instance;
  await database.transaction(async () => {
    const origin = originOf(instance);
    const before = { ...origin };
    // Whatever this save did to the instance did not happen if the transaction does not hold.
    database.afterRollback(() => Object.assign(origin, { row: before.row, stale: true }));
    const previous = origin.row ? decodeRow(definitionOf(instance), database.dialect, origin.row) : undefined;
    const context: SaveContext = { created: !previous, previous, changed: changedFields(instance, previous), database, call: origin.call };
    await runHook(instance, 'beforeSave', context);
    const changed = checkValues(instance, previous);
    if (previous && changed.length === 0) {
      await runHook(instance, 'afterSave', { ...context, changed });
      return;
    }
    if (previous) await update(instance, previous, changed, origin);
    else await insert(instance, origin);
    await runHook(instance, 'afterSave', { ...context, changed });
  });
}

/** Removes an instance's row, in a transaction with its hooks and the audit entry. */
export async function deleteObject(instance: StoredObject): Promise<void> {
  const { database } = instance;
  const definition = definitionOf(instance);
  await database.transaction(async () => {
    const origin = originOf(instance);
    if (!origin.row) return;
    const { row } = origin;
    database.afterRollback(() => Object.assign(origin, { row, stale: true }));
    const previous = decodeRow(definition, database.dialect, row);
    const context: SaveContext = { created: false, previous, changed: [], database, call: origin.call };
    await runHook(instance, 'beforeDelete', context);
    const key = valuesOf(instance)[definition.key];
    const query = database.dialect.builder.deleteFrom(definition.table).where(definition.key, '=', key);
    await explained(definition, database, () => database.run(query.compile()));
    origin.row = undefined;
    await writeAudit(database, origin.call, { action: 'delete', definition, key: String(key), before: previous, after: undefined });
    await runHook(instance, 'afterDelete', context);
  });
}

function changedFields(instance: StoredObject, previous: Readonly<Record<string, unknown>> | undefined): string[] {
  const values = valuesOf(instance);
  return columnsOf(definitionOf(instance))
    .map(([name]) => name)
    .filter((name) => !previous || !sameValue(values[name], previous[name]));
}

async function insert(instance: StoredObject, origin: Origin): Promise<void> {
  const definition = definitionOf(instance);
  const { database } = instance;
  const values = valuesOf(instance);
  const row = encodeValues(definition, database, values);
  await explained(definition, database, () => database.run(database.dialect.builder.insertInto(definition.table).values(row).compile()));
  origin.row = row;
  await writeAudit(database, origin.call, {
    action: 'create',
    definition,
    key: String(values[definition.key]),
    before: undefined,
    after: values,
  });
}

async function update(
  instance: StoredObject,
  previous: Readonly<Record<string, unknown>>,
  changed: readonly string[],
  origin: Origin,
): Promise<void> {
  const definition = definitionOf(instance);
  const { database } = instance;
  const values = valuesOf(instance);
  const key = String(values[definition.key]);
  const revision = Number(previous['rev']);
  values['rev'] = revision + 1;
  values['updated_at'] = timestampAfter(String(previous['updated_at']), origin.call.now());
  const row = encodeValues(definition, database, values, [...changed, 'rev', 'updated_at']);
  const query = database.dialect.builder.updateTable(definition.table).set(row).where(definition.key, '=', key).where('rev', '=', revision);
  const changes = await explained(definition, database, () => database.run(query.compile()));
  if (changes === 0) {
    values['rev'] = revision;
    throw new ConflictError(`Someone else saved ${definition.className} ${key} since it was read, or removed it.`, {
      code: 'stale',
      hint: 'Read it again and apply the change to what it is now.',
    });
  }
  origin.row = { ...origin.row, ...row };
  const before = Object.fromEntries(changed.map((name) => [name, previous[name]]));
  const after = Object.fromEntries(changed.map((name) => [name, values[name]]));
  await writeAudit(database, origin.call, { action: 'update', definition, key, before, after });
}

/** A clock set back must not make a record older than it was. */
function timestampAfter(previous: string, now: Date): string {
  const stamp = now.toISOString();
  return stamp > previous ? stamp : previous;
}

function encodeValues(
  definition: ObjectDefinition,
  database: Database,
  values: Readonly<Record<string, unknown>>,
  only?: readonly string[],
): Row {
  const row: Row = {};
  for (const [name, field] of columnsOf(definition)) {
    if (!only || only.includes(name)) row[name] = database.dialect.encode(field.kind, values[name]);
  }
  return row;
}

async function explained<T>(definition: ObjectDefinition, database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = database.dialect.constraintOf(error);
    throw fault ? constraintError(definition, fault, error) : error;
  }
}
