import { foldStoredNames, type UnfoldedName } from '@colophon/content';
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
import { NEWSROOM_MIGRATIONS } from '../server/migrations.ts';
import { COLLECTIONS, newsroomTable } from '../server/objects.ts';
import { type Command, type CommandContext, type CommandInput, type CommandOption, say } from './command.ts';
import { migrateMake } from './migrate-make.ts';
import { copyBefore } from './migrate-copy.ts';
import { printPlan, printUnfinished } from './migrate-print.ts';
import { migrateRehearse } from './migrate-rehearse.ts';
import { type MigratedApplication, withRawDatabase } from './migrated-application.ts';

const DROP: CommandOption = { value: 'table.column', about: 'a table or column that may be dropped with its data', multiple: true };
/** Writers who wait longer notice: it has to be allowed, in seconds. */
const LONG_WAIT = 2;

const newsroom: MigratedApplication = {
  schema: () => newsroomTable().schema,
  files: NEWSROOM_MIGRATIONS,
  isPersonal: (table, column) =>
    COLLECTIONS.some(({ objectClass: { definition } }) => {
      const field = definition.table === table ? definition.fields[column] : undefined;
      return field !== undefined && (Boolean(field.personal) || Boolean(field.private));
    }),
  afterwards: async (database, { stdout, stderr }) => {
    const { folded, left: invalid } = await foldStoredNames(database);
    if (folded > 0) say(stdout, `${folded} names of types, variants and policies were converted to lower case.`);
    for (const name of invalid) say(stderr, describeUnfolded(name));
    return invalid.length > 0 ? 1 : 0;
  },
};

/** The commands that migrate the database of an application. */
export function migrateCommands(application: MigratedApplication): Command[] {
  return [
    statusCommand(application),
    planCommand(application),
    migrateMake(application),
    migrateRehearse(application),
    applyCommand(application),
    finishCommand(application),
    undoCommand,
  ];
}

/** `migrate status`: compares the database with the code. */
function statusCommand({ schema, files }: MigratedApplication): Command {
  return {
    name: 'migrate status',
    summary: 'Compare the database schema with the code.',
    async run(_input, context) {
      return withRawDatabase(context.loadConfig(), async (database) => {
        const status = await migrationStatus(database, schema(), { files });
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
}

/** `migrate plan`: prints what `migrate apply` would do, as SQL. */
function planCommand({ schema, files }: MigratedApplication): Command {
  return {
    name: 'migrate plan',
    summary: 'Print the SQL that would migrate the database, and change nothing.',
    options: { drop: DROP },
    async run(input, context) {
      const drop = input.optionList('drop');
      return withRawDatabase(context.loadConfig(), async (database) => {
        const status = await migrationStatus(database, schema(), { drop, files });
        await printPlan(database, status, context);
        return status.state === 'ahead' || status.state === 'apart' ? 1 : 0;
      });
    },
  };
}

/** `migrate apply`: migrates the database, under a lock. */
function applyCommand(application: MigratedApplication): Command {
  return {
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
          const options = { drop: input.optionList('drop'), files: application.files };
          const before = await migrationStatus(database, application.schema(), options);
          const refusal = await prepare(database, before, { input, context, url: config.databaseUrl });
          if (refusal !== undefined) {
            say(context.stderr, refusal);
            return 1;
          }
          return applied(database, application, context, { ...options, rolling: input.option('rolling') !== undefined });
        },
        true,
      );
    },
  };
}

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
function finishCommand(application: MigratedApplication): Command {
  return {
    name: 'migrate finish',
    summary: 'Finish a rolling migration once no old program runs: remove what only those needed.',
    async run(_input, context) {
      return withRawDatabase(context.loadConfig(), async (database) => {
        const { unfinished } = await migrationStatus(database, application.schema(), { files: application.files });
        if (unfinished.length > 0) return applied(database, application, context, { files: application.files });
        say(context.stdout, 'There is nothing to finish.');
        return 0;
      });
    },
  };
}

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

async function applied(
  database: Database,
  application: MigratedApplication,
  context: CommandContext,
  options: ApplyOptions,
): Promise<number> {
  const { stdout, stderr } = context;
  let said = '';
  const onProgress = ({ id, phase }: MigrationProgress): void => {
    const line = `${id ?? ''} ${phase}`;
    if (line !== said) say(stderr, line);
    said = line;
  };
  const status = await applyMigrations(database, application.schema(), { ...options, onProgress }).catch((error: unknown) => {
    // Its message names the first of them.
    if (error instanceof SchemaError && error.code === 'migration_unreadable') for (const key of error.parts) say(stderr, key);
    throw error;
  });
  if (status.state === 'migrating') {
    say(stdout, 'Old and new programs may run now. When no old one is left: migrate finish.');
    return 0;
  }
  say(stdout, `The database is at schema version ${status.version}.`);
  return (await application.afterwards?.(database, context)) ?? 0;
}

function describeUnfolded({ table, column, name, tenantId, reason, rows }: UnfoldedName): string {
  const where = `${table}.${column} ${JSON.stringify(name)}${tenantId === null ? '' : ` of tenant ${tenantId}`}`;
  return reason === 'collision'
    ? `${where} collides with another one in lower case: remove one of them.`
    : `${where} (${rows} rows) is not a valid name: use the letters a to z, digits, - and _.`;
}

/** `newsroom migrate …`. */
export const MIGRATE_COMMANDS: readonly Command[] = migrateCommands(newsroom);
