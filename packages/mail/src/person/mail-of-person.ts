import type { Database, JsonObject } from '@colophon/core';
import { mailLane } from '../outbox/mail-lane.ts';
import { mailSecretOf } from '../suppression/mail-secret.ts';
import { forgetRefused } from '../suppression/suppression.ts';

/** A person as known to mail: addresses, account, and application-specific keys. */
export interface MailPerson {
  readonly addresses?: readonly string[];
  /** Such as `user:<id>` or `contributor:<id>`. */
  readonly recipientKeys?: readonly string[];
  /** Only mail of this tenant, null for global rows; all by default. */
  readonly tenantId?: string | null;
}

/** All data that mail stores about a person. */
export interface PersonalMail {
  readonly mails: readonly JsonObject[];
  readonly settings: readonly JsonObject[];
  readonly stopped: readonly JsonObject[];
}

const COLUMNS = ['id', 'kind', 'recipientKey', 'to', 'tenantId', 'status', 'reason', 'created_at', 'sentAt'] as const;

/** Returns all data stored about a person: the mails they were sent, their settings, and what they unsubscribed from. */
export async function exportMailOf(database: Database, person: MailPerson): Promise<PersonalMail> {
  const { builder } = database.dialect;
  const plain = (rows: readonly Record<string, unknown>[]): JsonObject[] => rows.map((row) => ({ ...row }) as JsonObject);
  const ids = await mailsOf(database, person);
  const mails =
    ids.length === 0
      ? []
      : await database.all(
          builder
            .selectFrom('mail_outbox')
            .select([...COLUMNS])
            .where('id', 'in', ids)
            .orderBy('id')
            .compile(),
        );
  const users = usersOf(person);
  const settings =
    users.length === 0
      ? []
      : await database.all(
          builder
            .selectFrom('notification_settings')
            .select(['kind', 'channel', 'frequency'])
            .where('userId', 'in', users)
            .orderBy('kind')
            .compile(),
        );
  const hashes = (person.addresses ?? []).map((address) => mailSecretOf(database).addressKey(address));
  const stopped =
    hashes.length === 0
      ? []
      : await database.all(
          builder.selectFrom('mail_suppressions').select(['reason', 'kind', 'until']).where('addressKey', 'in', hashes).compile(),
        );
  return { mails: plain(mails), settings: plain(settings), stopped: plain(stopped) };
}

/**
 * Erases the data that mail stores about a person: removes their address from every mail, cancels waiting mails, and deletes
 * their settings. The fact that they unsubscribed is kept as a keyed hash of the address, so that they are not written to again.
 *
 * @returns the number of mails with their address
 */
export async function eraseMailOf(database: Database, person: MailPerson): Promise<number> {
  const { builder } = database.dialect;
  return database.transaction(async () => {
    const ids = await mailsOf(database, person);
    if (ids.length > 0) {
      const ended = { nextAttemptAt: null, status: 'dropped', reason: 'erased' };
      const waiting = builder.updateTable('mail_outbox').set(ended).where('id', 'in', ids).where('status', 'in', ['waiting', 'sending']);
      await database.run(waiting.compile());
      // Who is sending one of them at this moment has checked the recipient, and can settle nothing any more.
      await mailLane(database).remove(ids);
      await database.run(
        builder
          .updateTable('mail_outbox')
          .set({ to: 'erased@invalid', data: database.dialect.encode('json', {}) as never })
          .where('id', 'in', ids)
          .compile(),
      );
    }
    const users = person.tenantId === undefined ? usersOf(person) : [];
    if (users.length > 0) await database.run(builder.deleteFrom('notification_settings').where('userId', 'in', users).compile());
    for (const address of person.addresses ?? []) await forgetRefused(database, address);
    return ids.length;
  });
}

async function mailsOf(database: Database, { addresses = [], recipientKeys = [], tenantId }: MailPerson): Promise<string[]> {
  if (addresses.length === 0 && recipientKeys.length === 0) return [];
  let query = database.dialect.builder
    .selectFrom('mail_outbox')
    .select('id')
    .where((each) =>
      each.or([
        ...(addresses.length > 0 ? [each('to', 'in', [...addresses])] : []),
        ...(recipientKeys.length > 0 ? [each('recipientKey', 'in', [...recipientKeys])] : []),
      ]),
    );
  if (tenantId !== undefined) query = query.where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  return (await database.all(query.compile())).map((row) => String(row['id']));
}

function usersOf({ recipientKeys = [] }: MailPerson): string[] {
  return recipientKeys.flatMap((key) => (key.startsWith('user:') ? [key.slice('user:'.length)] : []));
}
