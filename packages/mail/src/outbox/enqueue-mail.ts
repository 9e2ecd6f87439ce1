import { type Database, type JsonObject, makeCall, UsageError, where } from '@colophon/core';
import { readAddress } from '../message/address.ts';
import { mailLane, putMails } from './mail-lane.ts';
import { MailOutbox } from './outgoing-mail.ts';

/** A mail to be sent. */
export interface MailToSend {
  /** The kind that composes it when it is sent. */
  readonly kind: string;
  readonly recipientKey: string;
  readonly to: string;
  readonly tenantId: string | null;
  /** Ids and states from which the kind composes it; no text written by a person. */
  readonly data: JsonObject;
  /** Only one mail is created for a key. */
  readonly dedupeKey: string;
  /** Default: now. */
  readonly dueAt?: Date | undefined;
}

/**
 * Puts a mail into the outbox, in the ambient transaction: it is sent once that has been committed.
 *
 * @returns whether it was added; false if a mail with its `dedupeKey` exists already
 * @throws UsageError if `to` is not exactly one address
 */
export async function enqueueMail(database: Database, mail: MailToSend, now = new Date()): Promise<boolean> {
  const to = readAddress(mail.to);
  if (to === undefined) throw new UsageError('A mail must have exactly one recipient address, such as ada@news.example.');
  const { kind, recipientKey, tenantId, data, dedupeKey, dueAt = now } = mail;
  return database.transaction(async () => {
    await database.lock(`mail_outbox ${dedupeKey}`);
    const outbox = new MailOutbox(database, makeCall({ now: () => now }));
    if (await outbox.findMatching(where('dedupeKey', 'eq', dedupeKey))) return false;
    await addMail(outbox, { kind, recipientKey, to, tenantId, data, dedupeKey }, dueAt, now);
    return true;
  });
}

/** Adds a mail to the outbox and to its lane, in the ambient transaction. */
export async function addMail(outbox: MailOutbox, values: Omit<MailToSend, 'dueAt'>, dueAt: Date, now: Date): Promise<void> {
  const { database } = outbox;
  await database.transaction(async () => {
    const { id, recipientKey, tenantId } = await outbox.add({ ...values, nextAttemptAt: dueAt.toISOString() });
    await putMails(mailLane(database), [{ id, recipientKey, tenantId, due: dueAt > now ? dueAt.getTime() : 0 }]);
  });
}
