import { readFile } from 'node:fs/promises';
import {
  findSnapshot,
  listSnapshots,
  openSnapshot,
  parseKeepRules,
  pruneBackups,
  readManifest,
  Repository,
  verifySnapshot,
} from '@colophon/backup';
import { ColophonError, UsageError } from '@colophon/core';
import type { Config } from '../settings/config.ts';
import { recordDrill, recordPruned, recordVerified } from '../backups/record-checks.ts';
import { isDrillDue } from '../backups/drill-time.ts';
import { backupTarget } from '../backups/backup-source.ts';
import { drillBackup } from '../backups/drill-backup.ts';
import { type CommandInput, type CommandOption, CommandUsageError, say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { sizeOf } from './size-of.ts';
import { withDatabase } from './with-database.ts';

const FROM: CommandOption = { value: 'place', about: 'a folder or s3://bucket/prefix; default: BACKUP_TO' };
const IDENTITY: CommandOption = { value: 'file', about: 'the identity of age that opens an encrypted one' };
const AT: CommandOption = { value: 'which', about: 'latest, the id of a backup, or a time: the newest made until then; default: latest' };
const KEEP = '24h,7d,5w,12m,3y';

/** `backup list`: lists what a repository holds. */
export const backupList: Command = {
  name: 'backup list',
  summary: 'List the backups: id, rows, files, size, what was new, and by which version.',
  options: { from: FROM },
  async run(input, { loadConfig, stdout, stderr }) {
    const config = loadConfig();
    const target = backupTarget(config, input.option('from') ?? config.backup?.to);
    let damaged = 0;
    await Repository.open(target);
    for (const id of await listSnapshots(target)) {
      try {
        const { rows, files, bytes, stored, missing, program } = (await readManifest(target, id)).manifest;
        const lacking = missing === 0 ? [] : [`${missing} missing`];
        say(stdout, [id, `${rows} rows`, `${files} files`, sizeOf(bytes), `${sizeOf(stored)} new`, program, ...lacking].join('\t'));
      } catch (error) {
        if (!(error instanceof ColophonError && error.code === 'backup_damaged')) throw error;
        damaged += 1;
        say(stderr, error.message);
      }
    }
    return damaged > 0 ? 1 : 0;
  },
};

/** `backup verify`: checks that a backup is complete and unchanged. */
export const backupVerify: Command = {
  name: 'backup verify',
  summary: 'Check the signature of a backup, and that all of it is there; with --read also that it can be read.',
  options: {
    from: FROM,
    at: AT,
    read: { value: 'share', about: 'also read this share of it: 5%, or all' },
    identity: IDENTITY,
  },
  async run(input, { loadConfig, ...context }) {
    const config = loadConfig();
    const repository = await openRepository(config, input);
    const id = await findSnapshot(repository, input.option('at'));
    const { manifest, kid } = await readManifest(repository.target, id);
    const { objects, read, faults } = await verifySnapshot(repository, { manifest }, { read: shareOf(input.option('read')) });
    for (const fault of faults) say(context.stdout, fault);
    if (faults.length > 0) return 1;
    await withDatabase({ loadConfig: () => config, ...context }, (database) => recordVerified(database, id));
    if (manifest.missing > 0 && repository.isReadable)
      for (const key of (await openSnapshot(repository, id)).index.missing)
        say(context.stderr, `The file ${key} was missing or damaged when the backup was made.`);
    say(context.stdout, `${id} is complete: ${objects} objects, ${read} of them read; signed by ${kid}.`);
    return 0;
  },
};

/** `backup drill`: restores a backup for a trial. */
export const backupDrill: Command = {
  name: 'backup drill',
  summary: 'Restore the newest backup into a temporary database, check what it holds, and delete it.',
  options: {
    from: FROM,
    at: AT,
    identity: IDENTITY,
    'if-due': { about: 'do nothing unless the time of BACKUP_DRILL has passed since the last one' },
  },
  async run(input, { loadConfig, ...context }) {
    const config = loadConfig();
    return withDatabase({ loadConfig: () => config, ...context }, async (database) => {
      if (input.option('if-due') !== undefined && !(await isDrillDue(database, config.backup?.drill, new Date()))) return 0;
      const repository = await openRepository(config, input);
      const id = await findSnapshot(repository, input.option('at'));
      const { rows, auditEntries, checked, files, faults } = await drillBackup(
        context.application,
        config,
        await openSnapshot(repository, id),
      );
      await recordDrill(database, id, faults);
      for (const fault of faults) say(context.stdout, fault);
      if (faults.length > 0) return 1;
      say(
        context.stdout,
        `${id} was restored and is sound: ${[`${rows} rows`, `${auditEntries} entries of the audit log`, ...checked].join(', ')} and ${files} files checked.`,
      );
      return 0;
    });
  },
};

/** `backup prune`: deletes the backups that need not be kept. */
export const backupPrune: Command = {
  name: 'backup prune',
  summary: `Delete the backups that BACKUP_KEEP does not keep, by default ${KEEP}; never the newest three.`,
  options: {
    from: FROM,
    keep: { value: 'rules', about: `how many hours, days, weeks, months and years: ${KEEP}; default: BACKUP_KEEP` },
    'dry-run': { about: 'delete nothing, only say what would be deleted' },
  },
  async run(input, { loadConfig, ...context }) {
    const config = loadConfig();
    const dryRun = input.option('dry-run') !== undefined;
    const repository = await openRepository(config, input);
    const pruned = await pruneBackups(repository, { keep: rulesOf(input.option('keep') ?? config.backup?.keep ?? KEEP), dryRun });
    if (!dryRun) await withDatabase({ loadConfig: () => config, ...context }, (database) => recordPruned(database, pruned.snapshots));
    for (const id of pruned.snapshots) say(context.stdout, id);
    const what = `${pruned.snapshots.length} backups and ${pruned.objects} objects, ${sizeOf(pruned.bytes)}`;
    say(context.stderr, `${dryRun ? 'Would delete' : 'Deleted'} ${what}; ${pruned.kept} backups stay.`);
    return 0;
  },
};

function rulesOf(text: string): ReturnType<typeof parseKeepRules> {
  try {
    return parseKeepRules(text);
  } catch (error) {
    throw error instanceof UsageError ? new CommandUsageError(`--keep ${error.message}.`) : error;
  }
}

async function openRepository(config: Config, input: CommandInput): Promise<Repository> {
  return Repository.open(backupTarget(config, input.option('from') ?? config.backup?.to), { identity: await readIdentity(input) });
}

/** Reads the file of `--identity`. */
export async function readIdentity(input: CommandInput): Promise<string | undefined> {
  const file = input.option('identity');
  return file === undefined ? undefined : readFile(file, 'utf8');
}

function shareOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (text === 'all') return 1;
  const [, percent] = /^(\d{1,2}|100)%$/.exec(text) ?? [];
  if (percent === undefined || percent === '0') throw new CommandUsageError('--read must be all, or a share such as 5%.');
  return Number(percent) / 100;
}
