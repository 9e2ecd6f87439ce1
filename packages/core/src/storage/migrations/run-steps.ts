import type { Database } from '../database.ts';
import { fillSearchColumn } from './fill-search-column.ts';
import type { MigrationStep } from './plan.ts';

/** Runs the statements of steps together up to one whose rows must be written before the next. */
export async function runSteps(database: Database, steps: readonly MigrationStep[]): Promise<void> {
  let script: string[] = [];
  for (const { statements, indexes } of steps) {
    script.push(...statements);
    if (!indexes) continue;
    await database.runScript(script);
    script = [];
    await fillSearchColumn(database, indexes);
  }
  await database.runScript(script);
}
