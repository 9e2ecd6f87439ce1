import type { Database } from '../../storage/database.ts';
import { readRecord } from '../../storage/migrations/record.ts';
import { SEARCH_FORM, type TableDefinition } from '../../storage/table.ts';
import { FORMS_TABLE } from '../words/word-tables.ts';

/** The form of the index of exact words of a table. */
export interface IndexForm {
  readonly form: number;
  /** The last key whose row was indexed again; null at the beginning and at the end. */
  readonly position: string | null;
  /** The number of rows up to there. */
  readonly passed: number;
  readonly finishedAt: string | null;
}

/** Returns the searched tables of a database, as its latest migration made them. */
export async function searchedTables(database: Database): Promise<readonly TableDefinition[]> {
  return (await readRecord(database)).tables.filter(({ search, primaryKey }) => search !== undefined && primaryKey.length === 1);
}

/** Returns the forms by table; of a table that nobody looked at yet there is none. */
export async function readForms(database: Database): Promise<ReadonlyMap<string, IndexForm>> {
  const { dialect } = database;
  const rows = await database.all(dialect.builder.selectFrom(FORMS_TABLE).selectAll().compile());
  return new Map(
    rows.map((row) => [
      String(row['name']),
      {
        form: Number(row['form']),
        position: (row['position'] as string | null) ?? null,
        passed: Number(row['passed']),
        finishedAt: row['finished_at'] === null ? null : String(dialect.decode('datetime', row['finished_at'])),
      },
    ]),
  );
}

/** Whether rows of a table may have words of the form before. An older process leaves newer forms alone. */
export function isOlder(form: IndexForm | undefined): boolean {
  return form === undefined || form.form < SEARCH_FORM || (form.form === SEARCH_FORM && form.finishedAt === null);
}

/** Stores how far the rows of a table have been indexed again. */
export async function writeForm(database: Database, table: string, to: Omit<IndexForm, 'form'>, isFirst: boolean): Promise<void> {
  const { dialect } = database;
  const { builder } = dialect;
  const finished = to.finishedAt === null ? null : dialect.encode('datetime', to.finishedAt);
  const changed = { form: SEARCH_FORM, position: to.position, passed: to.passed, finished_at: finished };
  const begun = { ...changed, started_at: dialect.encode('datetime', new Date().toISOString()) };
  const insert = builder.insertInto(FORMS_TABLE).values({ name: table, ...begun });
  const update = insert.onConflict((conflict) => conflict.column('name').doUpdateSet(isFirst ? begun : changed));
  await database.run(update.compile());
}
