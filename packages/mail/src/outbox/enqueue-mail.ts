import { type Database, type JsonObject, makeCall, UsageError, where } from '@colophon/core';
import { readAddress } from '../message/address.ts';
import { MailOutbox } from './outgoing-mail.ts';

/** A mail that is to be sent. */
export interface MailToSend {
  /** The kind that composes it when it is sent. */
  readonly kind: string;
  readonly recipientKey: string;
  readonly to: string;
  readonly tenantId: string | null;
  /** Ids and states that the kind composes it of; no text that a person wrote. */
  readonly data: JsonObject;
  /** The same key makes one mail, however often it is given. */
  readonly dedupeKey: string;
  /** Default: now. */
  readonly dueAt?: Date | undefined;
}

/**
 * Puts a mail into the outbox, in the ambient transaction: it goes out once that is committed, and not at all if it is not.
 *
 * @returns whether it was put there; false when one with its `dedupeKey` is there already
 * @throws UsageError when `to` is not exactly one address
 */
export async function enqueueMail(database: Database, mail: MailToSend, now = new Date()): Promise<boolean> {
  const to = readAddress(mail.to);
  if (to === undefined) throw new UsageError('A mail goes to exactly one address, such as ada@news.example.');
  const { kind, recipientKey, tenantId, data, dedupeKey, dueAt = now } = mail;
  return database.transaction(async () => {
    await database.lock(`mail_outbox ${dedupeKey}`);
    const outbox = new MailOutbox(database, makeCall({ now: () => now }));
    if (await outbox.findMatching(where('dedupeKey', 'eq', dedupeKey))) return false;
    await outbox.add({ kind, recipientKey, to, tenantId, data, dedupeKey, nextAttemptAt: dueAt.toISOString() });
    return true;
  });
}
