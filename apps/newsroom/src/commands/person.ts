import {
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOption,
  CommandUsageError,
  openApplicationSigner,
  say,
  TENANT,
  tenantIdOf,
  withDatabase,
} from '@colophon/app';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Database, scrubDeleted } from '@colophon/core';
import { erasePerson, exportPerson, type PersonInContent, readAuthoredContent, zipPersonalData } from '@colophon/content';
import { eraseSecurityEventsOf } from '@colophon/identity';
import { eraseMailOf, exportMailOf, type MailPerson } from '@colophon/mail';
import type { Config } from '../config/load-config.ts';
import { wireFiles } from '../server/wire.ts';
import { exportAccount } from './export-account.ts';

const EMAIL: CommandOption = { value: 'address', about: "the person's e-mail address", required: true };
const IN_TENANT: CommandOption = { ...TENANT, about: 'only what they contributed to this tenant; without it, everything' };

/** `newsroom person export`: prints all stored data about a person, or writes it to a file with the files they sent. */
export const personExport: Command<Config> = {
  name: 'person export',
  summary: 'Print, as JSON, all stored data about a person: their account, activity, contributions, comments, chats, mails.',
  options: {
    email: EMAIL,
    tenant: IN_TENANT,
    zip: {
      value: 'file',
      about: 'write a ZIP with the files that they sent to this file, which must not exist yet, instead of printing',
    },
  },
  run: (input, context) =>
    withDatabase(context, async (database, config) => {
      const person = await personOf(database, input);
      const { userId } = person;
      const inContent = await exportPerson(database, person);
      warnIfUnknown(person, inContent.contributors, context);
      const kept = {
        account: userId === undefined ? null : await exportAccount(database, userId),
        ...inContent,
        authored: userId === undefined ? null : await readAuthoredContent(database, userId),
        mail: await exportMailOf(database, inMail(person)),
      };
      const file = input.option('zip');
      if (file === undefined) {
        say(context.stdout, JSON.stringify(kept, null, 2));
        return 0;
      }
      await wireFiles(config, database);
      await writeNewFile(file, await zipPersonalData(database, kept, inContent.contributors));
      say(context.stdout, `Wrote ${file}.`);
      return 0;
    }),
};

/** Complete, readable by its owner only, and never over an existing file. */
async function writeNewFile(path: string, bytes: ReadableStream<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new CommandUsageError(`${path} already exists; name another file.`) : error;
  });
  try {
    await pipeline(bytes, file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** `newsroom person erase`: erases the data, except what was published. */
export const personErase: Command<Config> = {
  name: 'person erase',
  summary: 'Erase the stored data about a person; published pieces and their versions stay. Prints what was done, as JSON.',
  options: { email: EMAIL, tenant: IN_TENANT, reason: { value: 'words', about: 'the reason, which is stored: do not name the person' } },
  run: (input, context) =>
    withDatabase(context, async (database, config) => {
      await wireFiles(config, database);
      // Erasing a byline publishes the piece again.
      await openApplicationSigner(context.application, config, database);
      const person = await personOf(database, input);
      const erased = await erasePerson(database, person, input.option('reason'));
      warnIfUnknown(person, erased.contributors, context);
      // Security events belong to the account, which no tenant owns.
      const securityEvents = person.tenantId === undefined ? await eraseSecurityEventsOf(database, person) : 0;
      const mails = await eraseMailOf(database, inMail(person));
      // Deleted data is still in the bytes of the database.
      const report = { ...erased, mails, securityEvents, storage: await scrubDeleted(database) };
      say(context.stdout, JSON.stringify(report, null, 2));
      return 0;
    }),
};

async function personOf(database: Database, input: CommandInput): Promise<PersonInContent> {
  const email = input.option('email') ?? '';
  const tenant = input.option('tenant');
  if (tenant !== undefined) return { email, tenantId: await tenantIdOf(database, tenant) };
  const query = database.dialect.builder.selectFrom('users').select('id').where('email', '=', email.trim().toLowerCase());
  const row = await database.first(query.compile());
  return { email, userId: row && String(row['id']) };
}

/** Mails to a person's address; without a tenant also those to their account, whatever its address was then. */
function inMail({ email, userId, tenantId }: PersonInContent): MailPerson {
  return {
    addresses: [email.trim().toLowerCase()],
    ...(userId === undefined ? {} : { recipientKeys: [`user:${userId}`] }),
    ...(tenantId === undefined ? {} : { tenantId }),
  };
}

/** Warns the operator about an unknown address: a mistyped one has no data either. */
function warnIfUnknown(
  { userId, email }: PersonInContent,
  contributors: readonly unknown[],
  { stderr }: Pick<CommandContext, 'stderr'>,
): void {
  if (userId === undefined && contributors.length === 0) say(stderr, `There is no account and no contributor under ${email}.`);
}
