import { writeAudit } from './write-audit.ts';
import { AppendOnlyError, ConflictError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/statement.ts';
import { checkValues } from './check-values.ts';
import { constraintError, inUseError } from './constraint-error.ts';
import { type ObjectDefinition, shownKey } from './definition.ts';
import { type Hooked, runHook, type SaveContext } from './hooks.ts';
import { plural } from './names.ts';
import { definitionOf, type Origin, type Originated, originOf, sameValue, valuesOf } from './origin.ts';
import { columnsOf, decodeRow } from './rows.ts';
import { searchOf } from './search-of.ts';
import { deleteStatement, insertStatement, updateStatement } from './write-statements.ts';

/** An instance that can be stored and deleted. */
export interface Persistent extends Originated, Hooked {
  readonly database: Database;
}

/** Stores an instance: hooks, validation, the row and the audit entry, in one transaction. */
export async function saveObject(instance: Persistent): Promise<void> {
  refuseAppendOnly(instance);
  const { database } = instance;
  await database.transaction(async () => {
    const origin = originOf(instance);
    const previous = origin.row ? decodeRow(definitionOf(instance), database.dialect, origin.row) : undefined;
    const context: SaveContext = {
      created: !previous,
      previous,
      changed: changedFields(instance, previous),
      database,
      call: origin.call,
      kept: new Map(),
    };
    await runHook(instance, 'beforeSave', context);
    const changed = checkValues(instance, previous);
    if (!previous) await insert(instance, origin);
    else if (changed.length > 0) await update(instance, previous, changed, origin);
    await runHook(instance, 'afterSave', { ...context, changed });
  });
}

/** Deletes an instance's row, in a transaction with its hooks and the audit entry. */
export async function deleteObject(instance: Persistent): Promise<void> {
  refuseAppendOnly(instance);
  const { database } = instance;
  const definition = definitionOf(instance);
  await database.transaction(async () => {
    const origin = originOf(instance);
    if (!origin.row) return;
    const previous = decodeRow(definition, database.dialect, origin.row);
    const context: SaveContext = { created: false, previous, changed: [], database, call: origin.call, kept: new Map() };
    await runHook(instance, 'beforeDelete', context);
    const key = String(previous[definition.key]);
    const statement = deleteStatement(definition, database.dialect, key, previous['rev']);
    const removed = await database.run(statement).catch((error: unknown) => {
      throw database.dialect.constraintOf(error)?.kind === 'reference' ? inUseError(definition, key, error) : error;
    });
    if (removed === 0) throw staleError(definition, key);
    written(database, origin, undefined);
    await writeAudit(database, origin.call, {
      action: 'delete',
      definition,
      key,
      before: previous,
      after: undefined,
      tenantId: tenantOf(previous),
    });
    await runHook(instance, 'afterDelete', context);
  });
}

/** Append-only records never change, whoever tries it: a surface, another record's hook, or application code. */
function refuseAppendOnly(instance: Originated): void {
  const { options, className } = definitionOf(instance);
  if (options.appendOnly && originOf(instance).row) throw new AppendOnlyError(options.label ?? plural(className));
}

function changedFields(instance: Persistent, previous: Readonly<Record<string, unknown>> | undefined): string[] {
  const values = valuesOf(instance);
  const changed: string[] = [];
  for (const [name] of columnsOf(definitionOf(instance))) if (!previous || !sameValue(values[name], previous[name])) changed.push(name);
  return changed;
}

async function insert(instance: Persistent, origin: Origin): Promise<void> {
  const definition = definitionOf(instance);
  const { database } = instance;
  const values = valuesOf(instance);
  const row = encodeValues(definition, database, values);
  const searched = { ...row, ...searchValue(definition, database, row) };
  await explained(definition, database, () => database.run(insertStatement(definition, database.dialect, searched)));
  written(database, origin, row);
  origin.made = true;
  origin.madeIn = origin.keyMade ? database.written : undefined;
  await writeAudit(database, origin.call, {
    action: 'create',
    definition,
    key: String(values[definition.key]),
    before: undefined,
    after: values,
    tenantId: tenantOf(values),
  });
}

async function update(
  instance: Persistent,
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
  const words = changed.some((name) => definition.fields[name]?.search) ? searchValue(definition, database, values) : undefined;
  const statement = updateStatement(definition, database.dialect, { ...row, ...words }, key, revision);
  try {
    const changes = await explained(definition, database, () => database.run(statement));
    if (changes === 0) throw staleError(definition, key);
  } catch (error) {
    // Nothing was written: the instance is unchanged, and can be corrected and saved again.
    Object.assign(values, { rev: revision, updated_at: previous['updated_at'] });
    throw error;
  }
  written(database, origin, { ...origin.row, ...row });
  const before = Object.fromEntries(changed.map((name) => [name, previous[name]]));
  const after = Object.fromEntries(changed.map((name) => [name, values[name]]));
  await writeAudit(database, origin.call, { action: 'update', definition, key, before, after, tenantId: tenantOf(values) });
}

/** Returns the column of the search index for a record with these texts, if the database has one. */
function searchValue(definition: ObjectDefinition, { dialect }: Database, values: Readonly<Record<string, unknown>>): Row | undefined {
  const search = dialect.searchColumn && searchOf(definition);
  return search && { [dialect.searchColumn.name]: dialect.searchColumn.valueOf(search, values) };
}

/** Updates the instance to the written row, and marks it as stale if the transaction is rolled back. */
function written(database: Database, origin: Origin, row: Row | undefined): void {
  const before = origin.row;
  origin.row = row;
  database.afterRollback(() => Object.assign(origin, { row: before, stale: true }));
}

function staleError(definition: ObjectDefinition, key: string): ConflictError {
  return new ConflictError(`Someone else has saved or deleted ${definition.className} ${shownKey(definition, key)} since it was read.`, {
    code: 'stale',
    hint: 'Read it again and apply the change to the current record.',
  });
}

function tenantOf(values: Readonly<Record<string, unknown>>): string | null | undefined {
  return values['tenantId'] as string | null | undefined;
}

/** If the clock was set back, a record must not become older. */
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
