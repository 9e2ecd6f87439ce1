import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupSource, BackupTarget } from '@colophon/backup';
import { openBackupTarget } from '@colophon/backup';
import { type Database, hasTable, makeFolder, UsageError } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { publicKeySet, readOrMakeKeyFile } from '@colophon/core/signing';
import type { PinnedReads } from '@colophon/core/snapshot';
import type { Application } from '../definition/application.ts';
import { logKeyFile } from '../server/log.ts';
import { openKey, signingKeyFile } from '../server/signing.ts';
import type { Config } from '../settings/config.ts';
import { dataFolder } from '../settings/data-folder.ts';

/** The files below the data folder that hold keys, by the name that a backup gives them. */
export const KEY_FILES = ['secret', 'signing-key', 'log-key', 'backup-key'] as const;

/** Opens the place of backups. @throws UsageError if neither the command nor the settings name one */
export function backupTarget({ backup, filesEnvironment }: Config, to = backup?.to): BackupTarget {
  if (to === undefined)
    throw new UsageError('No place for backups is set.', { hint: 'Name one with --to, or set BACKUP_TO: a folder or s3://bucket/prefix.' });
  return openBackupTarget(to, filesEnvironment);
}

/** Describes an application to a backup. @param withKeys whether the secret and the signing key are stored as well */
export async function backupSource<C extends Config>(
  application: Application<C>,
  config: C,
  database: Database,
  withKeys: boolean,
): Promise<BackupSource> {
  const signer = await openKey(config, database);
  // A database of an earlier version is backed up before its schema is changed.
  const hasLog = await hasTable(database, 'log_heads');
  return {
    databaseUrl: database.directUrl,
    derived: derivedTables(application),
    files: await openFileStore(config.filesUrl, config.filesEnvironment),
    program: `${application.slug} ${application.version}`,
    keys: (await publicKeySet(database)) as unknown as BackupSource['keys'],
    sign: (payload, type) => signer.sign(payload, type),
    about: async (reads) => ({
      auditHeads: await auditHeads(reads),
      logHead: hasLog ? await logHead(reads) : null,
      secretCheck: secretCheck(config.secret),
    }),
    ...(withKeys ? { secrets: keysOf(config) } : {}),
  };
}

/** The tables that are not in a backup, since they are made again. */
export function derivedTables({ table }: Pick<Application, 'table'>): string[] {
  return table.schema.filter(({ kept }) => kept === 'derived').map(({ name }) => name);
}

/** Tells a secret from another one without revealing it. */
export function secretCheck(secret: string): string {
  return createHmac('sha256', secret).update('colophon-backup').digest('hex').slice(0, 16);
}

function keysOf(config: Config): Record<string, string> {
  return {
    secret: config.secret,
    'signing-key': config.signingKey ?? readOrMakeKeyFile(signingKeyFile(config)),
    ...logKeyOf(config),
    'backup-key': Buffer.from(repositoryKey(config)).toString('hex'),
  };
}

function logKeyOf(config: Config): Record<string, string> {
  const file = logKeyFile(config);
  if (config.logKey === undefined && file === undefined) return {};
  return { 'log-key': config.logKey ?? readOrMakeKeyFile(file ?? '') };
}

/** Returns the key of the names of encrypted repositories, made at first use. */
export function repositoryKey(config: Config): Uint8Array {
  const { backup } = config;
  if (backup?.key !== undefined) return Buffer.from(backup.key, 'hex');
  const folder = dataFolder(config);
  const path = join(folder, 'backup-key');
  if (!existsSync(path)) {
    makeFolder(folder);
    writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
}

/** The last signed head of the transparency log; null if there is none. */
async function logHead(reads: PinnedReads): Promise<string | null> {
  const query = reads.dialect.builder.selectFrom('log_heads').select('note').orderBy('log', 'desc').orderBy('size', 'desc').limit(1);
  const [row] = await reads.values(query.compile());
  return row ? String(row[0]) : null;
}

/** The newest link of each chain of the audit log. */
async function auditHeads(reads: PinnedReads): Promise<Readonly<Record<string, { sequence: number; chainHash: string }>>> {
  const { builder } = reads.dialect;
  const last = builder
    .selectFrom('audit_chain')
    .select('chain')
    .select((each) => each.fn.max('sequence').as('sequence'))
    .groupBy('chain')
    .as('last');
  const heads = builder
    .selectFrom(last)
    .innerJoin('audit_chain as link', (join_) => join_.onRef('link.chain', '=', 'last.chain').onRef('link.sequence', '=', 'last.sequence'))
    .select(['link.chain', 'link.sequence', 'link.chainHash']);
  const rows = await reads.values(heads.compile());
  return Object.fromEntries(
    rows.map(([chain, sequence, chainHash]) => [String(chain), { sequence: Number(sequence), chainHash: String(chainHash) }]),
  );
}
