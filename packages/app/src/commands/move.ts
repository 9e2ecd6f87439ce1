import { type Database, openDatabase } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { closeJobQueue, requeueJobs } from '@colophon/core/jobs';
import type { Config } from '../settings/config.ts';
import { prefixOf } from '../settings/environment.ts';
import { abortMove, copyDatabase, finishMove, type MoveFiles, type MoveReport } from '../backups/move-database.ts';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command, CommandContext } from '../definition/command.ts';
import { withDatabase } from './with-database.ts';

/** `move`: brings all records to another database, of either kind. */
export const move: Command = {
  name: 'move',
  summary: 'Copy all records to another database while people work; with --finish it takes the place of this one.',
  options: {
    to: { value: 'database-url', about: 'an empty database, or one that a move was begun to', required: true },
    files: { value: 'files-url', about: 'also copy the files there; by default they stay' },
    finish: { about: 'make this database read-only, copy what is left, and compare every table' },
    abort: { about: 'take changes here again, and delete what was copied' },
  },
  async run(input, context) {
    const [finish, abort] = [input.option('finish') !== undefined, input.option('abort') !== undefined];
    if (finish && abort) throw new CommandUsageError('--finish and --abort cannot be combined.');
    return withDatabase(context, async (source, config) => {
      const to = input.option('to') ?? '';
      if (to === config.databaseUrl) throw new CommandUsageError(`--to is the database of this ${context.application.name}.`);
      const target = await openDatabase(to, { references: 'unchecked' });
      try {
        if (abort) await abortMove(source, target);
        else await moveTo(source, target, { config, context, filesUrl: input.option('files'), finish });
        if (abort) say(context.stdout, 'The move was given up. Changes are taken here again.');
        return 0;
      } finally {
        await closeJobQueue(target);
        await target.close();
      }
    });
  },
};

interface Move {
  readonly config: Config;
  readonly context: CommandContext;
  readonly filesUrl: string | undefined;
  readonly finish: boolean;
}

async function moveTo(source: Database, target: Database, { config, context, filesUrl, finish }: Move): Promise<void> {
  const { application, stdout, stderr } = context;
  const prefix = prefixOf(application);
  const files: MoveFiles | undefined = filesUrl === undefined ? undefined : await storesOf(config, filesUrl);
  if (!finish) {
    print(await copyDatabase(application, source, target, files), context);
    say(stderr, 'Run it again at any time; stop the servers, or let them be, and run it with --finish to change over.');
    return;
  }
  say(stderr, `Changes are refused from now on, and reading goes on. If this fails: ${application.program} move --to … --abort`);
  print(await finishMove(application, source, target, files), context);
  const jobs = await requeueJobs(target);
  if (jobs > 0) say(stdout, `${jobs} jobs were queued again.`);
  say(stdout, 'Every table is equal. Restart each server with these settings; the database here stays as it is, read-only:');
  const isServer = target.dialect.name === 'postgres';
  const changed = [
    'DATABASE_URL to the new one',
    ...(filesUrl === undefined ? [] : [`FILES_URL to ${filesUrl}`]),
    ...(isServer && source.dialect.name === 'sqlite'
      ? [`${prefix}SECRET to the content of data/secret`, `${prefix}SIGNING_KEY to that of data/signing-key`]
      : []),
  ];
  for (const setting of changed) say(stdout, `  ${setting}`);
}

async function storesOf({ filesUrl: from, filesEnvironment }: Config, to: string): Promise<MoveFiles> {
  return { from: await openFileStore(from, filesEnvironment), to: await openFileStore(to, filesEnvironment) };
}

function print({ rows, same, written, files }: MoveReport, { stdout }: CommandContext): void {
  const copied = files === undefined ? '' : ` ${files} files were copied.`;
  say(stdout, `${rows} rows are there: ${written} parts were written, ${same} were there already.${copied}`);
}
