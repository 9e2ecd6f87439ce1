import { spawn } from 'node:child_process';
import { argv, execArgv, execPath } from 'node:process';
import { isLoopbackHost } from '@colophon/base';
import { applyMigrations, type Database, migrationStatus } from '@colophon/core';
import { say } from '../definition/command-line.ts';
import type { Command, CommandContext } from '../definition/command.ts';
import { withRawDatabase } from '../migrations/raw-database.ts';
import { start } from './start.ts';

/** `dev`: restarts the server at each change of the code, and adds what the code adds to a database on this machine. */
export const dev: Command = {
  name: 'dev',
  summary: 'Start the server for development: at each change of the code again, with additions of the schema applied.',
  options: { once: { about: 'apply the additions and start, without watching the code' } },
  async run(input, context) {
    const { databaseUrl } = context.loadConfig();
    const reason = refusalOf(databaseUrl);
    if (reason !== undefined) {
      say(context.stderr, `dev_refused: ${reason}`);
      return 2;
    }
    if (input.option('once') === undefined) return watch();
    return (await addToSchema(context)) ? start.run(input, context) : 1;
  },
};

/** Why the schema of this database must not be changed without being asked; undefined if it may. */
function refusalOf(url: string): string | undefined {
  if (process.env['NODE_ENV'] === 'production') return 'NODE_ENV is production. Use start, and migrate apply.';
  if (url.startsWith('sqlite:') || (URL.canParse(url) && isLoopbackHost(new URL(url).hostname))) return undefined;
  return 'the database is on another machine. Use start, and migrate apply.';
}

/** Adds the tables and columns that only the code has. Returns whether the server may start. */
async function addToSchema({ application, loadConfig, stdout, stderr }: CommandContext): Promise<boolean> {
  const { table, migrations: files, program } = application;
  return withRawDatabase(
    loadConfig(),
    async (database: Database) => {
      const { state, plan, files: waiting, differences, mayStart } = await migrationStatus(database, table.schema, { files });
      if (state === 'empty' || mayStart) return true;
      if (state === 'behind' && waiting.length === 0) {
        for (const { summary } of plan.steps) say(stdout, summary);
        await applyMigrations(database, table.schema, { files });
        return true;
      }
      for (const { migration } of waiting) say(stderr, `The migration ${migration.id} is to be applied.`);
      for (const difference of differences) say(stderr, `- ${difference}`);
      say(
        stderr,
        waiting.length > 0
          ? `Apply it with: ${program} migrate apply`
          : `This needs a migration file, which says what becomes of the data: ${program} migrate make <name>`,
      );
      return false;
    },
    true,
  );
}

/** Runs the same program under Node's watcher, until it is stopped. */
function watch(): Promise<number> {
  const child = spawn(execPath, ['--watch', ...execArgv, argv[1] ?? '', 'dev', '--once'], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 0));
  });
}
