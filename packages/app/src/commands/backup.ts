import type { Manifest } from '@colophon/backup';
import { isRecipient, parseKeepRules, pruneBackups, Repository } from '@colophon/backup';
import type { Config } from '../settings/config.ts';
import { backupTarget } from '../backups/backup-source.ts';
import { runBackup } from '../backups/run-backup.ts';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command, CommandContext } from '../definition/command.ts';
import { sizeOf } from './size-of.ts';
import { withDatabase } from './with-database.ts';

const DONE = 0;
const WITH_MISSING_FILES = 4;

/** `backup`: stores one moment of the records, and the files that they name. */
export const backup: Command = {
  name: 'backup',
  summary: 'Back up all records and files: 0 it is complete, 1 it failed, 4 files were missing.',
  options: {
    to: { value: 'place', about: 'a folder or s3://bucket/prefix; default: BACKUP_TO' },
    recipient: { value: 'age1…', about: 'encrypt it for this public key of age; default: BACKUP_RECIPIENTS', multiple: true },
    'with-key': { about: 'also store the secret and the signing key; only encrypted' },
    'if-due': { about: 'do nothing unless the last one is older than BACKUP_EVERY; then also delete what BACKUP_KEEP does not keep' },
    json: { about: 'print the description as JSON' },
  },
  async run(input, context) {
    const recipients = input.optionList('recipient');
    const wrong = recipients.find((each) => !isRecipient(each));
    if (wrong !== undefined) throw new CommandUsageError('--recipient must be a public key as age-keygen prints it: age1….');
    return withDatabase(context, async (database, config) => {
      const onlyIfDue = input.option('if-due') !== undefined;
      const withKeys = input.option('with-key') !== undefined;
      const made = await runBackup(context.application, config, database, { to: input.option('to'), recipients, withKeys, onlyIfDue });
      if (!made) return DONE;
      if (input.option('json') === undefined) print(made, context, config, input.option('to'));
      else say(context.stdout, JSON.stringify({ ...made, objects: Object.keys(made.objects).length }, undefined, 2));
      if (onlyIfDue && config.backup?.keep !== undefined) await prune(config, config.backup.keep);
      return made.missing > 0 ? WITH_MISSING_FILES : DONE;
    });
  },
};

async function prune(config: Config, keep: string): Promise<void> {
  await pruneBackups(await Repository.open(backupTarget(config)), { keep: parseKeepRules(keep) });
}

function print(made: Manifest, { stdout, stderr }: CommandContext, config: Config, to: string | undefined): void {
  const { id, rows, files, bytes, stored, missing, hasKeys } = made;
  say(
    stdout,
    `${id} in ${backupTarget(config, to ?? config.backup?.to).label}: ${rows} rows and ${files} files, ${sizeOf(bytes)}; ${sizeOf(stored)} were new.`,
  );
  if (missing > 0) say(stderr, `${missing} files were missing in the file storage or damaged; backup verify names them.`);
  if (!hasKeys)
    say(stderr, 'The secret and the signing key are not in it: keep a copy of data/secret and data/signing-key, or use --with-key.');
}
