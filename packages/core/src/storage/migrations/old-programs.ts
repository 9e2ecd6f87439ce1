import type { Database } from '../database.ts';
import { type LiveProcess, liveProcesses } from '../processes/process-table.ts';
import type { TableDefinition } from '../table.ts';
import { schemaDigest } from './record.ts';
import { SchemaError } from './schema-error.ts';

/** Refuses to go on while a program of another schema uses the database. @throws SchemaError naming each */
export async function refuseOldPrograms(database: Database, schema: readonly TableDefinition[]): Promise<void> {
  const old = (await liveProcesses(database)).filter((process) => process.schema !== schemaDigest(schema));
  if (old.length > 0) throw inUse(old);
}

export function inUse(processes: readonly LiveProcess[]): SchemaError {
  return new SchemaError(
    'migration_in_use',
    'Older programs still use the database:',
    processes.map(({ mode, version, host, seenAt }) => `${mode} ${version} on ${host}, seen at ${seenAt}`),
    'Nothing was removed. Stop them, and migrate again; one that ended without a word counts as gone after a minute.',
  );
}
