import { applyMigrations, type Database, type MigrationStatus, migrationStatus, openDatabase } from '@colophon/core';
import { foldStoredNames, type UnfoldedName } from '@colophon/content';
import { databaseOptions } from '../config/database-options.ts';
import type { Config } from '../config/load-config.ts';
import { newsroomTable } from '../server/objects.ts';
import { type Command, type CommandContext, type CommandOption, say } from './command.ts';
import { missingFile } from './with-database.ts';

const DROP: CommandOption = { value: 'table.column', about: 'a table or column that may be dropped with its data', multiple: true };

/** `newsroom migrate status`: compares the database with the code. */
export const migrateStatus: Command = {
  name: 'migrate status',
  summary: 'Compare the database schema with the code.',
  async run(_input, { loadConfig, stdout }) {
    const status = await withRawDatabase(loadConfig(), (database) => migrationStatus(database, newsroomTable().schema));
    say(stdout, `${status.state}, schema version ${status.version}`);
    for (const difference of status.differences) say(stdout, `- ${difference}`);
    return status.state === 'current' || status.state === 'empty' ? 0 : 1;
  },
};

/** `newsroom migrate plan`: prints what `migrate apply` would do, as SQL. */
export const migratePlan: Command = {
  name: 'migrate plan',
  summary: 'Print the SQL that would migrate the database, and change nothing.',
  options: { drop: DROP },
  async run(input, context) {
    const drop = input.optionList('drop');
    const status = await withRawDatabase(context.loadConfig(), (database) => migrationStatus(database, newsroomTable().schema, { drop }));
    printPlan(status, context);
    return status.state === 'ahead' || status.state === 'apart' ? 1 : 0;
  },
};

/** `newsroom migrate apply`: migrates the database, under a lock. */
export const migrateApply: Command = {
  name: 'migrate apply',
  summary: 'Migrate the database, under a lock, all or nothing.',
  options: { drop: DROP },
  async run(input, { loadConfig, stdout, stderr }) {
    const drop = input.optionList('drop');
    return withRawDatabase(
      loadConfig(),
      async (database) => {
        const status = await applyMigrations(database, newsroomTable().schema, { drop });
        say(stdout, `The database is at schema version ${status.version}.`);
        const { folded, left: invalid } = await foldStoredNames(database);
        if (folded > 0) say(stdout, `${folded} names of types, variants and policies were converted to lower case.`);
        for (const name of invalid) say(stderr, describeUnfolded(name));
        return invalid.length > 0 ? 1 : 0;
      },
      true,
    );
  },
};

function describeUnfolded({ table, column, name, tenantId, reason, rows }: UnfoldedName): string {
  const where = `${table}.${column} ${JSON.stringify(name)}${tenantId === null ? '' : ` of tenant ${tenantId}`}`;
  return reason === 'collision'
    ? `${where} collides with another one in lower case: remove one of them.`
    : `${where} (${rows} rows) is not a valid name: use the letters a to z, digits, - and _.`;
}

function printPlan(status: MigrationStatus, { stdout }: CommandContext): void {
  if (status.plan.steps.length === 0) say(stdout, '-- Nothing to add.');
  for (const step of status.plan.steps) {
    say(stdout, `-- ${step.summary}`);
    for (const statement of step.statements) say(stdout, `${statement};`);
  }
  for (const difference of status.differences) say(stdout, `-- blocked by: ${difference}`);
}

async function withRawDatabase<T>(config: Config, work: (database: Database) => Promise<T>, changes = false): Promise<T> {
  // Reading the status must not create a file: a missing one is an empty database.
  const url = changes || missingFile(config.databaseUrl) === undefined ? config.databaseUrl : 'sqlite::memory:';
  const database = await openDatabase(url, databaseOptions(config));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
