import type { Database, JsonObject } from '@colophon/core';
import { addressKey } from '../keys.ts';
import { forgetRefused } from '../outbox/suppression.ts';

/** A person as mail knows them: by addresses, by their account, by what the application calls them. */
export interface MailPerson {
  readonly addresses?: readonly string[];
  /** Such as `user:<id>` or `contributor:<id>`. */
  readonly recipientKeys?: readonly string[];
  /** Only what was sent in this tenant, null being global rows; all of it when it is not given. */
  readonly tenantId?: string | null;
}

/** All that mail keeps about a person. */
export interface PersonalMail {
  readonly mails: readonly JsonObject[];
  readonly settings: readonly JsonObject[];
  readonly stopped: readonly JsonObject[];
}

const COLUMNS = ['id', 'kind', 'recipientKey', 'to', 'tenantId', 'status', 'reason', 'created_at', 'sentAt'] as const;

/** All that is kept about a person: which mails they were sent, what they chose, and what they stopped. */
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
  const hashes = (person.addresses ?? []).map(addressKey);
  const stopped =
    hashes.length === 0
      ? []
      : await database.all(
          builder.selectFrom('mail_suppressions').select(['reason', 'kind', 'until']).where('addressKey', 'in', hashes).compile(),
        );
  return { mails: plain(mails), settings: plain(settings), stopped: plain(stopped) };
}

/**
 * Erases what mail keeps about a person: their address goes from every mail, what still waits is not sent, and what they chose is
 * forgotten. That somebody stopped mails stays, as a keyed hash of the address, so that they are not sent any again.
 *
 * @returns how many mails held their address
 */
export async function eraseMailOf(database: Database, person: MailPerson): Promise<number> {
  const { builder } = database.dialect;
  return database.transaction(async () => {
    // What is claimed meanwhile is claimed before or after, and asks who it is for either way.
    await database.lock('mail_outbox claims');
    const ids = await mailsOf(database, person);
    if (ids.length > 0) {
      const ended = { claim: null, nextAttemptAt: null, status: 'dropped', reason: 'erased' };
      const waiting = builder.updateTable('mail_outbox').set(ended).where('id', 'in', ids).where('status', 'in', ['waiting', 'sending']);
      await database.run(waiting.compile());
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
