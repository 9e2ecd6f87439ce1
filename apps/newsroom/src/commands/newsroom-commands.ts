import type { Command } from '@colophon/app';
import type { Config } from '../config/load-config.ts';
import { credentialsIssue } from './credentials.ts';
import { draftsClose, draftsList } from './drafts.ts';
import { exportFolder } from './export.ts';
import { importFolder } from './import.ts';
import { importUndo } from './import-undo.ts';
import { personErase, personExport } from './person.ts';
import { searchFill, searchReindex, searchStatus } from './search.ts';
import { tagsSplit } from './tags.ts';
import { verify } from './verify.ts';

/** The commands that Newsroom has in addition to those of every application. */
export const NEWSROOM_COMMANDS: readonly Command<Config>[] = [
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
];
