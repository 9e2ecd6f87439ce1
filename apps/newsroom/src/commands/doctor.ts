import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { migrationStatus, openDatabase } from '@colophon/core';
import { openFileStore } from '@colophon/core/files';
import { createSmtpTransport, domainOf, readAddress, STANDARD_HEADERS } from '@colophon/mail';
import { checkMailbox } from '@colophon/readers';
import { databaseOptions } from '../config/database-options.ts';
import { type Config, DATA_DIRECTORY } from '../config/load-config.ts';
import { NEWSROOM_MIGRATIONS } from '../server/migrations.ts';
import { Backups } from '../server/backups/backup.ts';
import { newsroomTable } from '../server/objects.ts';
import { type Command, CommandUsageError, say } from './command.ts';
import { explainError } from './explain-error.ts';
import { missingFile } from './with-database.ts';

interface Finding {
  readonly what: string;
  readonly fault?: string;
}

/** `newsroom doctor`: reports what would keep the server from running, and how to fix it. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Report what would keep the server from running.',
  options: { 'mail-to': { value: 'address', about: 'Also send a test mail to this address.' } },
  async run(input, { loadConfig, stdout }) {
    const config = loadConfig();
    const mailTo = input.option('mail-to');
    if (mailTo !== undefined && readAddress(mailTo) === undefined)
      throw new CommandUsageError('--mail-to must be one address, such as ada@news.example.');
    const findings = [
      { what: 'the configuration is complete' },
      checkDataDirectory(),
      checkPrivate('the secret is private', 'secret'),
      checkPrivate('the signing key is private', 'signing-key'),
      await checkDatabase(config),
      ...(config.databasePooler ? [await checkPooler(config)] : []),
      await checkFiles(config),
      await checkBackups(config),
      await checkPort(config),
      ...(config.inbound?.imap === undefined ? [] : [await checkInboundMailbox(config.inbound.imap)]),
      ...(mailTo === undefined ? [] : [await checkMail(config, mailTo)]),
    ];
    for (const { what: check, fault } of findings) say(stdout, fault === undefined ? `ok    ${check}` : `FAULT ${check}: ${fault}`);
    return findings.some((finding) => finding.fault !== undefined) ? 1 : 0;
  },
};

function checkDataDirectory(): Finding {
  const check = `${DATA_DIRECTORY} can be written`;
  try {
    accessSync(existsSync(DATA_DIRECTORY) ? DATA_DIRECTORY : '.', constants.W_OK);
    return { what: check };
  } catch {
    return { what: check, fault: 'this user is not allowed to write there' };
  }
}

function checkPrivate(check: string, file: string): Finding {
  const path = join(DATA_DIRECTORY, file);
  if (process.platform === 'win32' || !existsSync(path) || (statSync(path).mode & 0o077) === 0) return { what: check };
  return { what: check, fault: `other users can read ${path}; run: chmod 600 ${path}` };
}

async function checkDatabase(config: Config): Promise<Finding> {
  const check = 'the database schema matches the code';
  try {
    const database = await openDatabase(config.databaseUrl, databaseOptions(config));
    try {
      const { state, mayStart, differences } = await migrationStatus(database, newsroomTable().schema, { files: NEWSROOM_MIGRATIONS });
      if (mayStart || state === 'empty') return { what: check };
      return { what: check, fault: `${state} ${differences.join('; ')}; see newsroom migrate plan` };
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

/** A Newsroom that is a week old needs a backup that is younger. */
async function checkBackups(config: Config): Promise<Finding> {
  const check = 'there is a backup of the last week';
  if (missingFile(config.databaseUrl) !== undefined) return { what: check };
  try {
    const database = await openDatabase(config.databaseUrl, databaseOptions(config));
    try {
      const { state } = await migrationStatus(database, newsroomTable().schema);
      if (state !== 'current') return { what: check };
      const since = new Date(Date.now() - WEEK_MS).toISOString();
      const begun = await database.first({ sql: 'SELECT min(applied_at) AS at FROM "_colophon_migrations"', parameters: [] });
      const made = await new Backups(database).count({ where: { state: 'done', finishedAt: { gt: since } } });
      if (made > 0 || String(begun?.['at']) > since) return { what: check };
      return { what: check, fault: 'no_backup; set BACKUP_TO, or run newsroom backup (docs/backup.md)' };
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

/** Sends a test mail. */
async function checkMail({ mail, baseUrl }: Config, to: string): Promise<Finding> {
  const check = `a test mail is sent to ${to}`;
  if (!mail) return { what: check, fault: 'mail is not configured: set MAIL_URL and MAIL_FROM' };
  const transport = createSmtpTransport(mail);
  try {
    await transport.send({
      from: mail.from,
      to,
      subject: 'Newsroom sends mail',
      text: `This was sent by newsroom doctor to check outgoing mail from ${baseUrl}.\n\nIt is ${transport.signs ? '' : 'not '}signed by DKIM.\n`,
      messageId: `${randomUUID()}@${domainOf(mail.from.address)}`,
      headers: STANDARD_HEADERS,
    });
    return { what: check };
  } catch (error) {
    return { what: check, fault: (error as Error).message };
  } finally {
    await transport.close?.();
  }
}

/** Signs in and opens the folder, without reading any mail. */
async function checkInboundMailbox(imap: string): Promise<Finding> {
  const check = 'the mailbox of INBOUND_IMAP can be read';
  try {
    await checkMailbox(imap);
    return { what: check };
  } catch (error) {
    return { what: check, fault: (error as Error).message };
  }
}

function checkPort({ port, host }: Config): Promise<Finding> {
  const check = `port ${port} is free, or Newsroom runs on it`;
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
