import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import {
  applyMigrations,
  type Database,
  migrationStatus,
  type MigrationStatus,
  openDatabase,
  type OperationTable,
  type Row,
} from '@colophon/core';
import { copySqliteFile, type Migration } from '@colophon/core/migrations';
import { databaseFile } from '../settings/database-file.ts';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { isPersonalColumn } from './personal-column.ts';
import { withRawDatabase } from './raw-database.ts';

/** Rows of each table that are shown before and after. */
const SHOWN = 10;

/** `migrate rehearse`: migrates a copy of the database, and reports how long it took and what became of some rows. */
export const migrateRehearse: Command = {
  name: 'migrate rehearse',
  summary: 'Migrate a copy of the database, and report times and rows before and after.',
  options: {
    drop: { value: 'table.column', about: 'As for migrate apply.', multiple: true },
    'rehearse-url': {
      value: 'url',
      about: 'A copy of the database that you made; it is migrated. Without one, PostgreSQL copies a database that nobody uses.',
    },
  },
  async run(input, context) {
    const config = context.loadConfig();
    const given = input.option('rehearse-url');
    if (given === config.databaseUrl) throw new CommandUsageError('--rehearse-url is the database itself: it must be a copy.');
    const { table, migrations: files } = context.application;
    const options = { drop: input.optionList('drop'), files };
    const status = await withRawDatabase(config, (database) => migrationStatus(database, table.schema, options));
    if (status.state === 'empty' || status.state === 'current') {
      say(context.stdout, 'There is nothing to rehearse.');
      return 0;
    }
    const copy =
      given === undefined ? await copyOf(config.databaseUrl, context.application) : { url: given, remove: () => Promise.resolve() };
    try {
      const database = await openDatabase(copy.url);
      try {
        await rehearse(database, table, options, (line) => say(context.stdout, line));
      } finally {
        await database.close();
      }
    } finally {
      await copy.remove();
    }
    return 0;
  },
};

async function rehearse(
  database: Database,
  operations: OperationTable,
  options: { drop: readonly string[]; files: readonly Migration[] },
  print: (line: string) => void,
): Promise<void> {
  const { schema } = operations;
  const status = await migrationStatus(database, schema, options);
  const keys = await sampled(database, status);
  const before = await rowsOf(database, keys, operations);
  const times = new Map<string, number>();
  const started = performance.now();
  let since = started;
  let phase = 'preparation';
  let longest = 0;
  const elapsed = (next: string): void => {
    const now = performance.now();
    times.set(phase, (times.get(phase) ?? 0) + now - since);
    longest = Math.max(longest, now - since);
    [since, phase] = [now, next];
  };
  const applied = await applyMigrations(database, schema, {
    ...options,
    onProgress: (progress) => elapsed(`${progress.id ?? ''} ${progress.phase}`),
  });
  elapsed('');
  print(`The copy is at schema version ${applied.version}, after ${seconds(performance.now() - started)}.`);
  for (const [name, took] of times) print(`- ${name}: ${seconds(took)}`);
  print(`- longest part, which other writers may wait for: ${seconds(longest)}`);
  const after = await rowsOf(database, keys, operations);
  for (const [table, rows] of before) {
    print(`${table}, before and after:`);
    for (const [at, row] of rows.entries()) {
      print(`  ${JSON.stringify(row)}`);
      print(`  ${JSON.stringify(after.get(table)?.[at] ?? null)}`);
    }
  }
}

/** The tables that files change, under both names, with keys of some of their rows. */
async function sampled(
  database: Database,
  { files }: MigrationStatus,
): Promise<Map<string, { names: string[]; key: string; keys: unknown[] }>> {
  const { builder } = database.dialect;
  const tables = new Map<string, { names: string[]; key: string; keys: unknown[] }>();
  for (const step of files.flatMap(({ migration }) => migration.steps)) {
    const known = [...tables.values()].find(({ names }) => names.includes(step.table));
    if (step.change === 'rename-table' && known) known.names.push(step.to);
    if (known) continue;
    const key = files[0]?.after.find(({ name }) => name === step.table || (step.change === 'rename-table' && name === step.to))
      ?.primaryKey[0];
    if (key === undefined) continue;
    const exists = (await database.all(database.dialect.introspect())).some((column) => column['table'] === step.table);
    if (!exists) continue;
    const rows = await database.all(builder.selectFrom(step.table).select(key).orderBy(key).limit(SHOWN).compile());
    const names = step.change === 'rename-table' ? [step.table, step.to] : [step.table];
    tables.set(step.table, { names, key, keys: rows.map((row) => row[key]) });
  }
  return tables;
}

async function rowsOf(
  database: Database,
  tables: Awaited<ReturnType<typeof sampled>>,
  operations: OperationTable,
): Promise<Map<string, Record<string, unknown>[]>> {
  const there = new Set((await database.all(database.dialect.introspect())).map((column) => String(column['table'])));
  const found = new Map<string, Record<string, unknown>[]>();
  for (const [table, { names, key, keys }] of tables) {
    const name = names.findLast((each) => there.has(each));
    if (name === undefined || keys.length === 0) continue;
    const rows = await database.all(database.dialect.builder.selectFrom(name).selectAll().where(key, 'in', keys).orderBy(key).compile());
    found.set(
      table,
      rows.map((row) => shown(row, names, operations)),
    );
  }
  return found;
}

/** Columns that hold nothing of a person, without those that only the database reads. */
function shown(row: Row, tables: readonly string[], operations: OperationTable): Record<string, unknown> {
  const names = Object.keys(row).filter((name) => !name.startsWith('_'));
  return Object.fromEntries(
    names.map((name) => [
      name,
      tables.some((table) => isPersonalColumn(operations, table, name)) && row[name] !== null ? '[personal]' : short(row[name]),
    ]),
  );
}

function short(value: unknown): unknown {
  return typeof value === 'string' && value.length > 80 ? `${value.slice(0, 80)}…` : value;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** A copy of the database that is removed afterwards. */
async function copyOf(
  url: string,
  { name: application }: { readonly name: string },
): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `rehearsal_${randomBytes(4).toString('hex')}`;
  const file = databaseFile(url);
  if (file !== undefined) {
    const path = join(dirname(file), `${name}.sqlite`);
    await copySqliteFile(url, path);
    return {
      url: `sqlite:${path}`,
      remove: async () => {
        for (const each of [path, `${path}-wal`, `${path}-shm`]) rmSync(each, { force: true });
      },
    };
  }
  const source = new URL(url);
  const original = decodeURIComponent(source.pathname.slice(1));
  const [administration, copy] = [new URL(url), new URL(url)];
  administration.pathname = '/postgres';
  copy.pathname = `/${name}`;
  const run = async (sql: string): Promise<void> => {
    const database = await openDatabase(administration.href);
    try {
      await database.runAlone(sql);
    } finally {
      await database.close();
    }
  };
  try {
    await run(`CREATE DATABASE "${name}" TEMPLATE "${original.replaceAll('"', '""')}"`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55006') throw error;
    throw new CommandUsageError(
      `PostgreSQL copies only a database that nobody uses: stop ${application}, or name a copy with --rehearse-url.`,
    );
  }
  return { url: copy.href, remove: () => run(`DROP DATABASE "${name}"`) };
}
