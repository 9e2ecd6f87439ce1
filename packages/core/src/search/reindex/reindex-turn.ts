import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { hasTable } from '../../storage/migrations/has-table.ts';
import { writeSearchColumn } from '../../storage/migrations/fill-search-column.ts';
import { liveProcesses } from '../../storage/processes/process-table.ts';
import type { Row } from '../../storage/statement.ts';
import { SEARCH_FORM, type TableDefinition } from '../../storage/table.ts';
import { hasFoldedLetters } from '../../text/fold-letters.ts';
import { FORMS_TABLE } from '../words/word-tables.ts';
import { type IndexForm, isOlder, readForms, searchedTables, writeForm } from './index-forms.ts';

const ROWS_READ = 100;
/** In characters: a save waits no longer than it takes to index so much. */
const INDEXED_AT_ONCE = 300_000;
const LOOKED_AT_MS = 60_000;

/** When everything had the present form, so that it is not asked for every second. */
const doneAt = new WeakMap<Database, number>();

/**
 * Indexes the next rows again whose words the present form (`SEARCH_FORM`) changes, in one short transaction that also stores how far it came:
 * whichever process is next goes on. Searches are answered meanwhile, as queries ask for the words of the form before too. While a program
 * of another schema uses the database it waits, since that one writes words of the form before.
 *
 * @returns whether there is more to do now
 */
export async function reindexTurn(database: Database): Promise<boolean> {
  if (performance.now() - (doneAt.get(database) ?? Number.NEGATIVE_INFINITY) < LOOKED_AT_MS) return false;
  if (!(await hasTable(database, FORMS_TABLE))) return false;
  const forms = await readForms(database);
  const table = (await searchedTables(database)).find(({ name }) => isOlder(forms.get(name)));
  if (!table) {
    doneAt.set(database, performance.now());
    return false;
  }
  if (await hasOtherPrograms(database)) return false;
  return database.transaction(async () => {
    await database.lock(FORMS_TABLE);
    const state = (await readForms(database)).get(table.name);
    return !isOlder(state) || takeTurn(database, table, state);
  });
}

/** Makes the rows of all tables be indexed again, from the beginning. */
export async function beginReindex(database: Database): Promise<void> {
  doneAt.delete(database);
  await database.transaction(async () => {
    await database.lock(FORMS_TABLE);
    for (const { name } of await searchedTables(database))
      await writeForm(database, name, { position: null, passed: 0, finishedAt: null }, true);
  });
}

async function hasOtherPrograms(database: Database): Promise<boolean> {
  return new Set((await liveProcesses(database)).map(({ schema }) => schema)).size > 1;
}

async function takeTurn(database: Database, table: TableDefinition, state: IndexForm | undefined): Promise<boolean> {
  const from = state?.form === SEARCH_FORM && state.finishedAt === null ? state : { position: null, passed: 0 };
  const rows = await readRows(database, table, from.position);
  const isEnd = rows.length < ROWS_READ;
  const { taken, changed } = partOf(table, rows);
  const left = new Set(await indexAgain(database, table, changed));
  // Somebody is writing a row: it is the first of the next turn.
  const before = taken.findIndex((row) => left.has(keyOf(table, row)));
  const passed = before === -1 ? taken : taken.slice(0, before);
  const last = passed.at(-1);
  const isFinished = isEnd && passed.length === rows.length;
  const to = {
    position: isFinished ? null : last ? keyOf(table, last) : from.position,
    passed: from.passed + passed.length,
    finishedAt: isFinished ? new Date().toISOString() : null,
  };
  await writeForm(database, table.name, to, from !== state);
  return isFinished || passed.length > 0;
}

function keyOf({ primaryKey: [key = ''] }: TableDefinition, row: Row): string {
  return String(row[key]);
}

function columnsOf({ primaryKey, search }: TableDefinition): string[] {
  return [...new Set([...primaryKey, ...(search?.columns.map(({ name }) => name) ?? [])])];
}

async function readRows(database: Database, table: TableDefinition, after: string | null): Promise<readonly Row[]> {
  const [key = ''] = table.primaryKey;
  const query = database.dialect.builder.selectFrom(table.name).select(columnsOf(table)).orderBy(key).limit(ROWS_READ);
  return database.all((after === null ? query : query.where(sql.ref(key), '>', after)).compile());
}

/** As many rows as one turn can index, and those of them whose words change. */
function partOf(table: TableDefinition, rows: readonly Row[]): { readonly taken: readonly Row[]; readonly changed: readonly string[] } {
  const changed: string[] = [];
  let size = 0;
  for (const [index, row] of rows.entries()) {
    const texts = (table.search?.columns ?? []).map(({ name }) => row[name]).filter((value) => typeof value === 'string');
    if (!texts.some(hasFoldedLetters)) continue;
    size += texts.reduce((sum, text) => sum + text.length, 0);
    if (size > INDEXED_AT_ONCE && changed.length > 0) return { taken: rows.slice(0, index), changed };
    changed.push(keyOf(table, row));
  }
  return { taken: rows, changed };
}

/** Returns the keys of rows that somebody else is writing: waiting for them could be a deadlock. */
async function indexAgain(database: Database, table: TableDefinition, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const { builder, indexAgain: statements, searchColumn } = database.dialect;
  if (statements) for (const statement of statements(table, keys)) await database.run(statement);
  if (!searchColumn) return [];
  const [key = ''] = table.primaryKey;
  const query = builder.selectFrom(table.name).select(columnsOf(table)).where(sql.ref(key), 'in', keys);
  const rows = await database.all(query.forUpdate().skipLocked().compile());
  await writeSearchColumn(database, table, rows);
  const indexed = new Set(rows.map((row) => keyOf(table, row)));
  return keys.filter((each) => !indexed.has(each));
}
