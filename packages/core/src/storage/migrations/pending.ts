import type { Dialect } from '../dialect.ts';
import type { TableDefinition } from '../table.ts';
import type { ChangeWork } from './change-work.ts';
import { type Migration, type SchemaChange, touchedBy } from './define-migration.ts';
import type { MigrationStep } from './plan.ts';
import { planChange } from './plan-change.ts';
import type { MigrationMode, RecordedSchema } from './record.ts';
import { SchemaError } from './schema-error.ts';

/** A migration file with what its steps mean for a database. */
export interface PlannedMigration {
  readonly migration: Migration;
  readonly works: readonly ChangeWork[];
  /** All tables afterwards. */
  readonly after: readonly TableDefinition[];
}

/**
 * Returns the files that were not applied yet, those that were begun among them.
 *
 * @throws SchemaError if a file was edited after it was applied, or comes before one that was
 */
export function pendingMigrations(record: RecordedSchema, files: readonly Migration[]): Migration[] {
  const applied = new Map(record.applied.map(({ id, checksum }) => [id, checksum]));
  const edited = files.filter((file) => applied.has(file.id) && applied.get(file.id) !== file.checksum);
  if (edited.length > 0)
    throw new SchemaError(
      'migration_edited',
      'Migrations were edited after they were applied:',
      edited.map(({ id }) => id),
      'Restore the files as they were, and put the change into a new migration.',
    );
  const pending = record.version === 0 ? [] : files.filter(({ id }) => !applied.has(id));
  const late = pending.filter((file) =>
    files.some((other, at) => applied.has(other.id) && at > files.indexOf(file) && listOf(other) === listOf(file)),
  );
  if (late.length > 0)
    throw new SchemaError(
      'migration_gap',
      'Migrations come before others that were applied already:',
      late.map(({ id }) => id),
      'Give them the next number, so that they come last everywhere.',
    );
  return pending;
}

/** The package, or the application, whose list a file is in. */
function listOf({ id }: Migration): string {
  return id.includes('/') ? id.slice(0, id.indexOf('/')) : '';
}

/** Plans files one after another. */
export function planMigrations(
  { tables, schema }: { tables: readonly TableDefinition[]; schema: readonly TableDefinition[] },
  migrations: readonly Migration[],
  dialect: Dialect,
  mode: MigrationMode,
): PlannedMigration[] {
  const planned: PlannedMigration[] = [];
  let after = tables;
  for (const migration of migrations) {
    const works: ChangeWork[] = [];
    for (const step of migration.steps) {
      const work = planChange(step, { tables: after, schema, dialect, isOnline: mode !== 'direct', isRolling: mode === 'rolling' });
      works.push(work);
      after = work.after;
    }
    planned.push({ migration, works, after });
  }
  return planned;
}

/** Refuses files that old and new programs cannot use the database beside: each must be applied while the old ones are stopped. */
export function refuseRolling(planned: readonly PlannedMigration[], additions: readonly MigrationStep[]): void {
  const reasons = planned.flatMap(({ works }) => works.flatMap(({ needsStop }) => (needsStop === undefined ? [] : [needsStop])));
  for (const { summary, breaksOlder } of additions)
    if (breaksOlder) reasons.push(`${summary} is of no use to an old program, or takes away what it uses`);
  const named = new Map<string, string>();
  for (const { migration } of planned) {
    for (const name of migration.steps.flatMap(touchedBy)) {
      if (named.has(name) && named.get(name) !== migration.id) reasons.push(`${name} is changed by ${named.get(name)} and ${migration.id}`);
      named.set(name, migration.id);
    }
  }
  if (reasons.length > 0)
    throw new SchemaError(
      'migration_needs_stop',
      'Old and new programs cannot run at once during this migration:',
      reasons,
      'Stop the old program and apply it without --rolling.',
    );
}

/** Refuses changes of what must stay as it was written: records of what happened. */
export function refuseRecords(planned: readonly PlannedMigration[], tables: readonly TableDefinition[]): void {
  const records = new Set(tables.filter((table) => table.appendOnly).map(({ name }) => name));
  const touching = planned.flatMap(({ migration }) =>
    migration.steps.filter(
      (step) => records.has(step.table) && (changesRows(step) || (step.change === 'carry' && listOf(migration) === '')),
    ),
  );
  if (touching.length > 0)
    throw new SchemaError(
      'migration_touches_record',
      'Records of what happened are never changed:',
      touching.map((step) => `${step.change} ${touchedBy(step).join(', ')}`),
      'Such a table may get further columns.',
    );
}

function changesRows({ change }: SchemaChange): boolean {
  switch (change) {
    case 'retype':
    case 'require':
    case 'drop':
    case 'split':
    case 'update':
    case 'rekey':
    case 'divide':
      return true;
    case 'rename':
    case 'rename-table':
    case 'relax':
    case 'carry':
    case 'search':
      return false;
  }
}
