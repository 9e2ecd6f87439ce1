import { SYSTEM_CALL } from '../../callers/call.ts';
import { AUDIT_TABLE } from '../../journal/chain-names.ts';
import { writeEntry } from '../../journal/write-entry.ts';
import type { Database } from '../database.ts';
import { hasTable } from './has-table.ts';
import { RECORD_TABLE, recordColumns } from './record.ts';

/** Writes an entry of the audit log for each file that was applied and has none. Does nothing in a database without the log. */
export async function logMigrations(database: Database): Promise<void> {
  if (!(await hasTable(database, AUDIT_TABLE))) return;
  if ((await readUnlogged(database)).length === 0) return;
  await database.exclusively('colophon migrations', async () => {
    for (const { version, id, checksum, rows } of await readUnlogged(database)) {
      const after = { id, checksum, rows };
      await writeEntry(database, SYSTEM_CALL, { action: 'migrate', table: RECORD_TABLE, key: id, before: null, after, tenantId: null });
      await markLogged(database, version);
    }
  });
}

/** A file that was applied to rows or tables of this database, and has no entry in the audit log. */
interface UnloggedMigration {
  readonly version: number;
  readonly id: string;
  readonly checksum: string;
  readonly rows: number;
}

/** Returns files that were applied and not logged. Those of an empty database are marked as logged: they changed nothing. */
async function readUnlogged(database: Database): Promise<UnloggedMigration[]> {
  if (!(await recordColumns(database)).has('logged')) return [];
  const rows = await database.all({
    sql: `SELECT version, id, checksum, "rows" FROM "${RECORD_TABLE}" WHERE id IS NOT NULL AND phase = 'done' AND logged IS NULL ORDER BY version`,
    parameters: [],
  });
  return rows.map((row) => ({
    version: Number(row['version']),
    id: String(row['id']),
    checksum: String(row['checksum']),
    rows: Number(row['rows']),
  }));
}

async function markLogged(database: Database, version: number): Promise<void> {
  await database.run(database.dialect.builder.updateTable(RECORD_TABLE).set({ logged: 1 }).where('version', '=', version).compile());
}
