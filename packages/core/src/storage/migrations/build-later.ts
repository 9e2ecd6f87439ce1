import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';
import { fillSearchColumn } from './fill-search-column.ts';
import type { MigrationStep } from './plan.ts';

/** An index of a table with fewer rows is built in a moment. */
const MANY_ROWS = 10_000;

/** Returns the steps that are done outside of transactions, while others read and write: indexes and search of tables with many rows. */
export async function buildsLater(database: Database, steps: readonly MigrationStep[]): Promise<MigrationStep[]> {
  const { concurrent } = database.dialect;
  if (!concurrent) return [];
  const later: MigrationStep[] = [];
  for (const step of steps) {
    const table = step.builds?.table ?? step.indexes?.name;
    if (table === undefined) continue;
    const row = await database.first(concurrent.estimate(table));
    if (Number(row?.['count'] ?? 0) > MANY_ROWS) later.push(step);
  }
  return later;
}

/** The schema before these steps, which only build indexes and search. */
export function withoutBuilds(schema: readonly TableDefinition[], steps: readonly MigrationStep[]): TableDefinition[] {
  const indexes = new Set(steps.flatMap(({ builds }) => builds?.index ?? []));
  const searched = new Set(steps.flatMap((step) => step.indexes?.name ?? []));
  return schema.map((table) => {
    const { search, valueIndexes, ...rest } = table;
    const values = valueIndexes?.filter(({ column }) => !indexes.has(`${table.name}_${column}_values`)) ?? [];
    return {
      ...rest,
      indexes: table.indexes.filter(({ name }) => !indexes.has(name)),
      ...(search && !searched.has(table.name) && { search }),
      ...(values.length > 0 && { valueIndexes: values }),
    };
  });
}

/** Builds what `buildsLater` returned. It can be interrupted: what is there is not built again, and what is incomplete is replaced. */
export async function buildOutside(database: Database, steps: readonly MigrationStep[]): Promise<void> {
  const { dialect } = database;
  const { concurrent } = dialect;
  if (!concurrent) return;
  for (const { statements, builds, indexes } of steps) {
    for (const statement of statements) {
      const index = builds?.index ?? (indexes && statement.startsWith('CREATE') ? `${indexes.name}_search` : undefined);
      if (index === undefined) {
        await database.runAlone(statement.replace(' ADD COLUMN ', ' ADD COLUMN IF NOT EXISTS '));
        continue;
      }
      const found = await database.first(concurrent.find(index));
      if (found?.['valid'] === true) continue;
      if (found) await database.runAlone(dialect.dropIndex(index));
      await database.runAlone(concurrent.create(statement));
    }
    if (indexes) await fillSearchColumn(database, indexes);
  }
}
