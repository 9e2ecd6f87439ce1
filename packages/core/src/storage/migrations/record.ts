import { hash } from 'node:crypto';
import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';

/** The table that records the schema versions applied to a database. */
const RECORD_TABLE = '_colophon_migrations';

/** The newest schema version of a database. */
export interface RecordedSchema {
  readonly version: number;
  readonly digest: string;
  readonly tables: readonly TableDefinition[];
}

const NONE: RecordedSchema = { version: 0, digest: '', tables: [] };

/** A digest that is equal only for equal schemas. */
function schemaDigest(tables: readonly TableDefinition[]): string {
  const ordered = [...tables].sort((one, other) => (one.name < other.name ? -1 : 1));
  return hash('sha256', JSON.stringify(ordered));
}

/** Reads the newest recorded version; version 0 if nothing was ever applied. */
export async function readRecord(database: Pick<Database, 'dialect' | 'all' | 'first'>): Promise<RecordedSchema> {
  const columns = await database.all(database.dialect.introspect());
  if (!columns.some((column) => column['table'] === RECORD_TABLE)) return NONE;
  const row = await database.first({
    sql: `SELECT version, digest, schema FROM "${RECORD_TABLE}" ORDER BY version DESC LIMIT 1`,
    parameters: [],
  });
  if (!row) return NONE;
  return { version: Number(row['version']), digest: String(row['digest']), tables: JSON.parse(String(row['schema'])) as TableDefinition[] };
}

/** Records a version in the transaction that applies it. */
export async function writeRecord(
  database: Database,
  version: number,
  tables: readonly TableDefinition[],
  statements: readonly string[],
): Promise<void> {
  await database.run({
    sql: `CREATE TABLE IF NOT EXISTS "${RECORD_TABLE}" (version INTEGER PRIMARY KEY, digest TEXT NOT NULL, schema TEXT NOT NULL, statements TEXT NOT NULL, applied_at TEXT NOT NULL)`,
    parameters: [],
  });
  const query = database.dialect.builder.insertInto(RECORD_TABLE).values({
    version,
    digest: schemaDigest(tables),
    schema: JSON.stringify(tables),
    statements: JSON.stringify(statements),
    applied_at: new Date().toISOString(),
  });
  await database.run(query.compile());
}
