import { type CommandContext, defineApplication } from '@colophon/app';
import { credentialsIssue } from './commands/credentials.ts';
import { diagnostics } from './commands/diagnostics.ts';
import { draftsClose, draftsList } from './commands/drafts.ts';
import { exportFolder } from './commands/export.ts';
import { importFolder } from './commands/import.ts';
import { importUndo } from './commands/import-undo.ts';
import { personErase, personExport } from './commands/person.ts';
import { searchFill, searchReindex, searchStatus } from './commands/search.ts';
import { tagsSplit } from './commands/tags.ts';
import { verify } from './commands/verify.ts';
import type { Config } from './config/load-config.ts';
import { newsroomDefinition } from './server/application.ts';

const newsroom = defineApplication<Config>({
  ...newsroomDefinition,
  diagnostics,
  commands: [
    // Before the command with the same first word.
    importUndo,
    importFolder,
    exportFolder,
    personExport,
    personErase,
    draftsList,
    draftsClose,
    searchStatus,
    searchFill,
    searchReindex,
    tagsSplit,
    credentialsIssue,
    verify,
  ],
});

export const COMMANDS = newsroom.commands;

/** Runs one command line and returns its exit code: 0 success, 1 failure, 2 invalid usage. */
export function main(argv: readonly string[], context?: Partial<CommandContext<Config>>): Promise<number> {
  return newsroom.run(argv, context);
}
