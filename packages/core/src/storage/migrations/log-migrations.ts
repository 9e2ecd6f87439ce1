import { SYSTEM_CALL } from '../../callers/call.ts';
import { AUDIT_TABLE } from '../../journal/chain-names.ts';
import { writeEntry } from '../../journal/write-entry.ts';
import type { Database } from '../database.ts';
import { hasTable } from './has-table.ts';
import { markLogged, RECORD_TABLE, readUnlogged } from './record.ts';

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
