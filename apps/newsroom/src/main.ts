import { nearest } from '@colophon/base';
import { ColophonError } from '@colophon/core';
import { agentBlock, agentList, agentPin, agentPolicy, agentRevoke } from './commands/agent.ts';
import { readArguments } from './commands/arguments.ts';
import { auditContinue, auditErase, auditExport, auditVerify } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { backupDrill, backupList, backupPrune, backupVerify } from './commands/backup-repository.ts';
import { check } from './commands/check.ts';
import { type Command, type CommandContext, CommandUsageError, say } from './commands/command.ts';
import { credentialsIssue } from './commands/credentials.ts';
import { doctor } from './commands/doctor.ts';
import { explainColophonError, explainError } from './commands/explain-error.ts';
import { exportFolder } from './commands/export.ts';
import { helpOf, helpOfCommand, usageOf } from './commands/help.ts';
import { importFolder } from './commands/import.ts';
import { importUndo } from './commands/import-undo.ts';
import { keysGenerate, keysList, keysRevoke, keysRotate } from './commands/keys.ts';
import { MIGRATE_COMMANDS } from './commands/migrate.ts';
import { mode } from './commands/mode.ts';
import { move } from './commands/move.ts';
import { personErase, personExport } from './commands/person.ts';
import { restore } from './commands/restore.ts';
import { draftsClose, draftsList } from './commands/drafts.ts';
import { searchFill, searchStatus } from './commands/search.ts';
import { start } from './commands/start.ts';
import { tenantCreate, tenantList } from './commands/tenant.ts';
import { tokenCreate, tokenList, tokenRevoke } from './commands/token.ts';
import { types } from './commands/types.ts';
import {
  userCreate,
  userDisable,
  userEnable,
  userList,
  userRemove,
  userRequireFactor,
  userResetFactor,
  userResetPassword,
  userRole,
} from './commands/user.ts';
import { verify } from './commands/verify.ts';
import { type Config, loadConfig } from './config/load-config.ts';
import { VERSION } from './server/describe.ts';

export const COMMANDS: readonly Command[] = [
  start,
  // Before the command with the same first word.
  importUndo,
  importFolder,
  exportFolder,
  tenantCreate,
  tenantList,
  personExport,
  personErase,
  userCreate,
  userList,
  userRole,
  userRemove,
  userDisable,
  userEnable,
  userResetPassword,
  userResetFactor,
  userRequireFactor,
  tokenCreate,
  tokenList,
  tokenRevoke,
  agentList,
  agentRevoke,
  agentPin,
  agentBlock,
  agentPolicy,
  ...MIGRATE_COMMANDS,
  draftsList,
  draftsClose,
  searchStatus,
  searchFill,
  keysGenerate,
  keysRotate,
  keysRevoke,
  keysList,
  // Before the command with the same first word.
  backupList,
  backupVerify,
  backupDrill,
  backupPrune,
  backup,
  restore,
  move,
  mode,
  credentialsIssue,
  verify,
  auditVerify,
  auditExport,
  auditErase,
  auditContinue,
  check,
  types,
  doctor,
];

const HELP = ['--help', '-h'];

/** Runs one command line and returns its exit code: 0 success, 1 failure, 2 invalid usage. */
export async function main(argv: readonly string[], context: Partial<CommandContext> = {}): Promise<number> {
  const { stdout = process.stdout, stderr = process.stderr } = context;
  const full: CommandContext = { loadConfig: () => configured(stderr), ...context, stdout, stderr };
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  if (!command) return withoutCommand(argv, full);
  const args = argv.slice(command.name.split(' ').length);
  if (args.some((word) => HELP.includes(word))) {
    say(stdout, helpOfCommand(command));
    return 0;
  }
  try {
    return await command.run(readArguments(command, args), full);
  } catch (error) {
    return report(error, command, full);
  }
}

/** Loads the configuration. Node reads the time zone from the environment alone, but it may also be in `.env`. */
function configured(stderr: CommandContext['stderr']): Config {
  const config = loadConfig(process.env, (line) => say(stderr, line));
  if (config.timeZone !== undefined) process.env['TZ'] = config.timeZone;
  return config;
}

/** Handles arguments that are not a command: help or version, the first word of several commands, or a mistake. */
function withoutCommand(argv: readonly string[], { stdout, stderr }: CommandContext): number {
  const [first, second] = argv;
  if (first === '--version' || first === '-V') {
    say(stdout, VERSION);
    return 0;
  }
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (first === undefined || first === 'help' || HELP.includes(first)) {
    const exact = COMMANDS.find(({ name }) => name === argv.slice(1).join(' '));
    const asked = COMMANDS.filter(({ name }) => second !== undefined && name.startsWith(`${second} `));
    say(stdout, exact ? helpOfCommand(exact) : helpOf(asked.length > 0 ? asked : COMMANDS));
    return 0;
  }
  if (group.length > 0 && (second === undefined || HELP.includes(second))) {
    say(second === undefined ? stderr : stdout, helpOf(group));
    return second === undefined ? 2 : 0;
  }
  const asked =
    argv
      .filter((word) => !word.startsWith('-'))
      .slice(0, 2)
      .join(' ') || first;
  const meant =
    nearest(
      asked,
      COMMANDS.map(({ name }) => name),
    ) ??
    nearest(
      first,
      COMMANDS.map(({ name }) => name),
    );
  say(stderr, `There is no command ${asked}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
  say(stderr, helpOf(group.length > 0 ? group : COMMANDS));
  return 2;
}

function report(error: unknown, command: Command, { stderr }: CommandContext): number {
  if (error instanceof CommandUsageError) {
    say(stderr, `${error.message}\nUsage: newsroom ${usageOf(command)}`);
    return 2;
  }
  const lines = error instanceof ColophonError ? explainColophonError(error) : explained(error);
  if (!lines) throw error;
  for (const line of lines) say(stderr, line);
  if (['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '') && error instanceof Error) say(stderr, error.stack ?? '');
  return 1;
}

function explained(error: unknown): string[] | undefined {
  const known = explainError(error);
  return known && [known.message, ...(known.hint === undefined ? [] : [known.hint])];
}
