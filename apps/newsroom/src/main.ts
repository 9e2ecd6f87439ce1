import { ColophonError } from '@colophon/core';
import { check } from './commands/check.ts';
import { type Command, type CommandContext, CommandUsageError, say } from './commands/command.ts';
import { doctor } from './commands/doctor.ts';
import { exportFolder } from './commands/export.ts';
import { importFolder } from './commands/import.ts';
import { migrateApply, migratePlan, migrateStatus } from './commands/migrate.ts';
import { start } from './commands/start.ts';
import { tenantCreate } from './commands/tenant.ts';
import { tokenCreate, tokenList, tokenRevoke } from './commands/token.ts';
import { userCreate } from './commands/user.ts';
import { loadConfig } from './config/load-config.ts';

const COMMANDS: readonly Command[] = [
  start,
  importFolder,
  exportFolder,
  tenantCreate,
  userCreate,
  tokenCreate,
  tokenList,
  tokenRevoke,
  migratePlan,
  migrateApply,
  migrateStatus,
  check,
  doctor,
];

/** Runs one command line and answers its exit code: 0 done, 1 failed, 2 the words do not fit. */
export async function main(argv: readonly string[], context: Partial<CommandContext> = {}): Promise<number> {
  const full: CommandContext = { loadConfig: () => loadConfig(), stdout: process.stdout, stderr: process.stderr, ...context };
  const found = COMMANDS.map((command) => ({ command, words: command.name.split(' ') })).find(({ words }) =>
    words.every((word, index) => argv[index] === word),
  );
  if (!found) {
    const asked = argv[0] === undefined || ['help', '--help', '-h'].includes(argv[0]);
    say(asked ? full.stdout : full.stderr, asked ? help() : `There is no command ${argv.slice(0, 2).join(' ')}.\n\n${help()}`);
    return asked ? 0 : 2;
  }
  const { command, words } = found;
  try {
    return await command.run(argv.slice(words.length), full);
  } catch (error) {
    return report(error, command, full);
  }
}

function report(error: unknown, command: Command, { stderr }: CommandContext): number {
  if (error instanceof CommandUsageError) {
    say(stderr, `${error.message}\nUsage: newsroom ${command.name} ${command.usage}`.trimEnd());
    return 2;
  }
  if (!(error instanceof ColophonError)) throw error;
  say(stderr, error.message);
  for (const fault of error.errors) say(stderr, `- ${fault.pointer.slice(1)}: ${fault.detail}`);
  if (error.hint !== undefined) say(stderr, error.hint);
  return 1;
}

function help(): string {
  const lines = COMMANDS.map(({ name, usage, summary }) => `  newsroom ${`${name} ${usage}`.trim()}\n      ${summary}`);
  return `Usage:\n${lines.join('\n')}`;
}
