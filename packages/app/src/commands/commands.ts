import type { Diagnostics } from '../definition/application.ts';
import type { Command } from '../definition/command.ts';
import type { Config } from '../settings/config.ts';
import { agentBlock, agentList, agentPin, agentPolicy, agentRevoke } from './agent.ts';
import { auditContinue, auditErase, auditExport, auditVerify } from './audit.ts';
import { backup } from './backup.ts';
import { backupDrill, backupList, backupPrune, backupVerify } from './backup-repository.ts';
import { check } from './check.ts';
import { configCheck, configPrint } from './config.ts';
import { dev } from './dev.ts';
import { doctorOf } from './doctor.ts';
import { health } from './health.ts';
import { keysGenerate, keysList, keysRevoke, keysRotate } from './keys.ts';
import { logExport, logFollow, logVerify } from './log.ts';
import { MIGRATE_COMMANDS } from './migrate.ts';
import { mode } from './mode.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { start } from './start.ts';
import { tenantCreate, tenantList } from './tenant.ts';
import { tokenCreate, tokenList, tokenRevoke } from './token.ts';
import { types } from './types.ts';
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
} from './user.ts';

/** The commands about people, tenants, tokens and agents, which an application with a sign-in of its own does not have. */
const IDENTITY_COMMANDS: readonly Command[] = [
  tenantCreate,
  tenantList,
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
];

/** What the commands of an application depend on. */
export interface CommandChoice<C extends Config> {
  /** Whether people sign in with identity. */
  readonly hasIdentity: boolean;
  readonly diagnostics?: Diagnostics<C> | undefined;
  /** Commands of its own, which are listed after `start`. */
  readonly own?: readonly Command<C>[];
}

/** The commands of an application, in the order of its help. */
export function applicationCommands<C extends Config>({ hasIdentity, diagnostics, own = [] }: CommandChoice<C>): readonly Command<C>[] {
  return [
    start,
    dev,
    ...own,
    ...(hasIdentity ? IDENTITY_COMMANDS : []),
    ...MIGRATE_COMMANDS,
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
    auditVerify,
    auditExport,
    auditErase,
    auditContinue,
    logVerify,
    logExport,
    logFollow,
    check,
    types,
    configCheck,
    configPrint,
    health,
    doctorOf(diagnostics),
  ];
}
