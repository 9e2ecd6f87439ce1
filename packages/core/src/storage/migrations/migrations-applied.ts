import type { Database } from '../database.ts';

const migrations = new WeakMap<Database, number>();

/** Returns how many migrations this process has applied to the database, so that cached knowledge of its tables can be refreshed. */
export function migrationsOf(database: Database): number {
  return migrations.get(database) ?? 0;
}

/** Counts a migration that this process has applied. */
export function migrationsApplied(database: Database): void {
  migrations.set(database, migrationsOf(database) + 1);
}
