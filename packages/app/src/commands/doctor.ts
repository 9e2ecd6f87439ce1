import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { migrationStatus, openDatabase } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { Backups } from '../backups/backup.ts';
import type { Application, Diagnostics, Finding } from '../definition/application.ts';
import { say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { missingFile } from '../migrations/raw-database.ts';
import type { Config } from '../settings/config.ts';
import { dataFolder } from '../settings/data-folder.ts';
import { databaseOptions } from '../settings/database-options.ts';
import { signingKeyFile } from '../server/signing.ts';
import { explainError } from './explain-error.ts';

/** The command `doctor` of an application: reports what would keep the server from running, and how to fix it. */
export function doctorOf<C extends Config>(diagnostics: Diagnostics<C> | undefined): Command<C> {
  return {
    name: 'doctor',
    summary: 'Report what would keep the server from running.',
    ...(diagnostics?.options ? { options: diagnostics.options } : {}),
    async run(input, { application, loadConfig, stdout }) {
      const config = loadConfig();
      const own = (await diagnostics?.find(config, input)) ?? [];
      const findings = [
        { what: 'the configuration is complete' },
        checkDataDirectory(dataFolder(config)),
        checkPrivate('the secret is private', join(dataFolder(config), 'secret')),
        checkPrivate('the signing key is private', signingKeyFile(config)),
        await checkDatabase(application, config),
        ...(config.databasePooler ? [await checkPooler(config)] : []),
        await checkFiles(config),
        await checkBackups(application, config),
        await checkPort(application, config),
        ...own,
      ];
      for (const { what: check, fault } of findings) say(stdout, fault === undefined ? `ok    ${check}` : `FAULT ${check}: ${fault}`);
      return findings.some((finding) => finding.fault !== undefined) ? 1 : 0;
    },
  };
}

/** An application, as its checks know it. */
type Checked = Pick<Application, 'program' | 'name' | 'table' | 'migrations'>;

function checkDataDirectory(folder: string): Finding {
  const check = `${folder} can be written`;
  try {
    accessSync(existsSync(folder) ? folder : '.', constants.W_OK);
    return { what: check };
  } catch {
    return { what: check, fault: 'this user is not allowed to write there' };
  }
}

function checkPrivate(check: string, path: string): Finding {
  if (process.platform === 'win32' || !existsSync(path) || (statSync(path).mode & 0o077) === 0) return { what: check };
  return { what: check, fault: `other users can read ${path}; run: chmod 600 ${path}` };
}

async function checkDatabase({ program, table, migrations: files }: Checked, config: Config): Promise<Finding> {
  const check = 'the database schema matches the code';
  try {
    const database = await openDatabase(config.databaseUrl, databaseOptions(config));
    try {
      const { state, mayStart, differences } = await migrationStatus(database, table.schema, { files });
      if (mayStart || state === 'empty') return { what: check };
      return { what: check, fault: `${state} ${differences.join('; ')}; see ${program} migrate plan` };
    } finally {
      await database.close();
    }
  } catch (error) {
    return { what: check, fault: explainError(error)?.message ?? (error as Error).message };
  }
}

/** Behind a pooler nothing is set for a session, so that only the role can limit the time of a statement outside a transaction. */
async function checkPooler(config: Config): Promise<Finding> {
  const check = 'statements through the pooler have a time limit';
  try {
    const database = await openDatabase(config.databaseUrl, databaseOptions(config));
    try {
      const row = await database.first({ sql: 'SHOW statement_timeout', parameters: [] });
      if (row?.['statement_timeout'] !== '0') return { what: check };
      return { what: check, fault: `the role has none; run on the server: ALTER ROLE … SET statement_timeout = '60s'` };
    } finally {
      await database.close();
    }
  } catch (error) {
    return { what: check, fault: explainError(error)?.message ?? (error as Error).message };
  }
}

const WEEK_MS = 7 * 86_400_000;

/** An application that is a week old needs a backup that is younger. */
async function checkBackups({ program, table }: Checked, config: Config): Promise<Finding> {
  const check = 'there is a backup of the last week';
  if (missingFile(config.databaseUrl) !== undefined) return { what: check };
  try {
    const database = await openDatabase(config.databaseUrl, databaseOptions(config));
    try {
      const { state } = await migrationStatus(database, table.schema);
      if (state !== 'current') return { what: check };
      const since = new Date(Date.now() - WEEK_MS).toISOString();
      const begun = await database.first({ sql: 'SELECT min(applied_at) AS at FROM "_colophon_migrations"', parameters: [] });
      const made = await new Backups(database).count({ where: { state: 'done', finishedAt: { gt: since } } });
      if (made > 0 || String(begun?.['at']) > since) return { what: check };
      return { what: check, fault: `no_backup; set BACKUP_TO, or run ${program} backup` };
    } finally {
      await database.close();
    }
  } catch (error) {
    return { what: check, fault: explainError(error)?.message ?? (error as Error).message };
  }
}

async function checkFiles({ filesUrl, filesEnvironment }: Config): Promise<Finding> {
  const store = await openFileStore(filesUrl, filesEnvironment);
  const check = `files can be written to ${store.label}`;
  try {
    await store.check();
    return { what: check };
  } catch (error) {
    const { message, cause } = error as Error;
    return { what: check, fault: cause instanceof Error ? cause.message : message };
  }
}

function checkPort({ name }: Checked, { port, host }: Config): Promise<Finding> {
  const check = `port ${port} is free, or ${name} runs on it`;
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return resolve({ what: check, fault: error.message });
      fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(2000) })
        .then((response) => resolve(response.ok ? { what: check } : { what: check, fault: 'another server is listening there' }))
        .catch(() => resolve({ what: check, fault: 'another program is listening there; set PORT' }));
    });
    probe.listen(port, host, () => probe.close(() => resolve({ what: check })));
  });
}
