import {
  applyMigrations,
  type ApplyOptions,
  type Database,
  liveProcesses,
  type MigrationProgress,
  migrationStatus,
  type MigrationStatus,
  SchemaError,
} from '@colophon/core';
import { estimateSteps, undoMigration } from '@colophon/core/migrations';
import { type CommandInput, type CommandOption, say } from '../definition/command-line.ts';
import type { Command, CommandContext } from '../definition/command.ts';
import { copyBefore } from '../migrations/migrate-copy.ts';
import { migrateMake } from '../migrations/migrate-make.ts';
import { printPlan, printUnfinished } from '../migrations/migrate-print.ts';
import { migrateRehearse } from '../migrations/migrate-rehearse.ts';
import { withRawDatabase } from '../migrations/raw-database.ts';

const DROP: CommandOption = { value: 'table.column', about: 'a table or column that may be dropped with its data', multiple: true };
/** Writers who wait longer notice: it has to be allowed, in seconds. */
const LONG_WAIT = 2;

/** `migrate status`: compares the database with the code. */
const statusCommand: Command = {
  name: 'migrate status',
  summary: 'Compare the database schema with the code.',
  async run(_input, context) {
    return withRawDatabase(context.loadConfig(), async (database) => {
      const status = await statusOf(database, context);
      say(context.stdout, `${status.state}, schema version ${status.version}`);
      if (status.state !== 'migrating') for (const difference of status.differences) say(context.stdout, `- ${difference}`);
      for (const { migration } of status.files.slice(status.unfinished.length)) say(context.stdout, `- ${migration.id} is to be applied`);
      printUnfinished(status, context);
      if (status.unfinished.length + status.files.length > 0)
        for (const { mode, version, host, seenAt } of await liveProcesses(database))
          say(context.stdout, `- ${mode} ${version} on ${host} uses the database, seen at ${seenAt}`);
      return status.mayStart || status.state === 'empty' ? 0 : 1;
    });
  },
};

/** `migrate plan`: prints what `migrate apply` would do, as SQL. */
const planCommand: Command = {
  name: 'migrate plan',
  summary: 'Print the SQL that would migrate the database, and change nothing.',
  options: { drop: DROP },
  async run(input, context) {
    const drop = input.optionList('drop');
    return withRawDatabase(context.loadConfig(), async (database) => {
      const status = await statusOf(database, context, drop);
      await printPlan(database, status, context);
      return status.state === 'ahead' || status.state === 'apart' ? 1 : 0;
    });
  },
};

/** `migrate apply`: migrates the database, under a lock. */
const applyCommand: Command = {
  name: 'migrate apply',
  summary: 'Migrate the database, under a lock; it goes on where it was interrupted.',
  options: {
    drop: DROP,
    rolling: { about: 'Stop before anything is removed, so that old and new programs run at once; then: migrate finish.' },
    'backed-up': { about: 'There is a backup of the PostgreSQL database. A SQLite file is copied.' },
    'no-copy': { about: 'Do not copy the SQLite file first.' },
    'allow-wait': { about: `Writers may wait for more than ${LONG_WAIT} seconds.` },
  },
  async run(input, context) {
    const config = context.loadConfig();
    return withRawDatabase(
      config,
      async (database) => {
        const drop = input.optionList('drop');
        const before = await statusOf(database, context, drop);
        const refusal = await prepare(database, before, { input, context, url: config.databaseUrl });
        if (refusal !== undefined) {
          say(context.stderr, refusal);
          return 1;
        }
        return applied(database, context, { drop, rolling: input.option('rolling') !== undefined });
      },
      true,
    );
  },
};

/** Sees to a copy before a file is applied. Returns why it must not be applied. */
async function prepare(
  database: Database,
  status: MigrationStatus,
  { input, context, url }: { input: CommandInput; context: CommandContext; url: string },
): Promise<string | undefined> {
  if (status.state !== 'behind' || status.files.length === 0) return undefined;
  const waits = (await estimateSteps(database, status.files)).flat().reduce((sum, { waiting }) => sum + waiting, 0);
  if (waits > LONG_WAIT && input.option('allow-wait') === undefined)
    return `Writers would wait for about ${Math.ceil(waits)} seconds, while SQLite writes tables anew. If that is acceptable: --allow-wait.`;
  if (database.dialect.name === 'postgres')
    return input.option('backed-up') === undefined
      ? 'This migration cannot be undone once it is finished. Make a backup, then repeat this with --backed-up.'
      : undefined;
  if (input.option('no-copy') !== undefined) return undefined;
  const copy = await copyBefore(url, status.version);
  if (copy !== undefined) say(context.stdout, `The database was copied to ${copy}.`);
  return undefined;
}

/** `migrate finish`: removes what only old programs needed, after `migrate apply --rolling`. */
const finishCommand: Command = {
  name: 'migrate finish',
  summary: 'Finish a rolling migration once no old program runs: remove what only those needed.',
  async run(_input, context) {
    return withRawDatabase(context.loadConfig(), async (database) => {
      const { unfinished } = await statusOf(database, context);
      if (unfinished.length > 0) return applied(database, context, {});
      say(context.stdout, 'There is nothing to finish.');
      return 0;
    });
  },
};

/** `migrate undo`: takes back what was begun. */
const undoCommand: Command = {
  name: 'migrate undo',
  summary: 'Take back a migration that was begun and not finished.',
  async run(_input, context) {
    return withRawDatabase(context.loadConfig(), async (database) => {
      const undone = await undoMigration(database);
      say(context.stdout, undone.length > 0 ? `Taken back: ${undone.join(', ')}.` : 'There is nothing to take back.');
      return 0;
    });
  },
};

/** Compares the database with the application. */
function statusOf(database: Database, { application }: CommandContext, drop: readonly string[] = []): Promise<MigrationStatus> {
  return migrationStatus(database, application.table.schema, { drop, files: application.migrations });
}

async function applied(database: Database, context: CommandContext, options: ApplyOptions): Promise<number> {
  const { application } = context;
  const { stdout, stderr } = context;
  let said = '';
  const onProgress = ({ id, phase }: MigrationProgress): void => {
    const line = `${id ?? ''} ${phase}`;
    if (line !== said) say(stderr, line);
    said = line;
  };
  const status = await applyMigrations(database, application.table.schema, { ...options, files: application.migrations, onProgress }).catch(
    (error: unknown) => {
      // Its message names the first of them.
      if (error instanceof SchemaError && error.code === 'migration_unreadable') for (const key of error.parts) say(stderr, key);
      throw error;
    },
  );
  if (status.state === 'migrating') {
    say(stdout, 'Old and new programs may run now. When no old one is left: migrate finish.');
    return 0;
  }
  say(stdout, `The database is at schema version ${status.version}.`);
  const report = { say: (line: string) => say(stdout, line), warn: (line: string) => say(stderr, line) };
  return ((await application.migrated?.(database, report)) ?? true) ? 0 : 1;
}

/** The commands that migrate the database of an application. */
export const MIGRATE_COMMANDS: readonly Command[] = [
  statusCommand,
  planCommand,
  migrateMake,
  migrateRehearse,
  applyCommand,
  finishCommand,
  undoCommand,
];
