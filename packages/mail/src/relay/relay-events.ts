import { type Database, makeCall, where } from '@colophon/core';
import { type EventCursors, type EventSource, followEvents } from '@colophon/core/events';
import { mailKinds } from '../kinds/mail-kinds.ts';
import type { MailContext, MailEvent, MailKind } from '../kinds/mail-kind.ts';
import { addMail } from '../outbox/enqueue-mail.ts';
import { MailOutbox } from '../outbox/outgoing-mail.ts';
import { readAddress } from '../message/address.ts';
import { dueFor } from '../kinds/frequency.ts';
import { chosenBy, userIdOf } from '../settings/notification-setting.ts';
import { MailCursors } from './mail-cursor.ts';

/** The source of events. */
export type MailEventSource = EventSource;

export interface RelayOptions {
  readonly source: MailEventSource;
  /** False if mail is not configured: events are skipped, so that they are not reported later. */
  readonly makesMails: boolean;
  /** Called for every event, in the transaction in which its mails are created; for erasures. */
  readonly onEvent?: (event: MailEvent, context: MailContext) => Promise<void>;
  readonly now?: () => Date;
}

const HOUR_MS = 3_600_000;
/** Events that are older when they are read are not reported. */
const TOLD_FOR_MS = 72 * HOUR_MS;

/**
 * Creates mails from new events. Any number of processes can do so: each event is processed once, since the cursor
 * advances in the same transaction. Saves do not wait for it. The first call starts with future
 * events.
 *
 * @returns the number of created mails
 */
export async function relayEvents(database: Database, options: RelayOptions): Promise<number> {
  const { source, makesMails, onEvent, now: clock = () => new Date() } = options;
  const cursors: EventCursors = { table: 'mail_cursors', add: (values) => new MailCursors(database).add(values) };
  return followEvents(database, {
    source,
    cursors,
    async handle(events) {
      const context: MailContext = { database, now: clock() };
      let mails = 0;
      for (const event of events) {
        await onEvent?.(event, context);
        const isLate = context.now.getTime() - Date.parse(event.at) > TOLD_FOR_MS;
        if (makesMails && !isLate) mails += await tellOf(event, context);
      }
      return mails;
    },
  });
}

async function tellOf(event: MailEvent, context: MailContext): Promise<number> {
  let mails = 0;
  for (const kind of context.database.ports.use(mailKinds).all)
    if (kind.events.includes(event.kind)) mails += await makeMails(kind, event, context);
  return mails;
}

async function makeMails(kind: MailKind, event: MailEvent, context: MailContext): Promise<number> {
  const { database, now } = context;
  const candidates = await kind.find(event, context);
  const recipients = candidates.filter(({ key }, index) => candidates.findIndex((each) => each.key === key) === index);
  const chosen = await chosenBy(
    database,
    recipients.flatMap(({ key }) => userIdOf(key) ?? []),
  );
  const outbox = new MailOutbox(database, makeCall({ now: () => now }));
  let mails = 0;
  for (const { key, address } of recipients) {
    const frequency = chosen.get(`${userIdOf(key) ?? ''} ${kind.name}`) ?? kind.frequency;
    const to = readAddress(address);
    if (frequency === 'off' || to === undefined) continue;
    const dedupeKey = `${kind.onceFor?.(event) ?? event.id} ${kind.name} ${key}`;
    // Runs in one process at a time.
    if (kind.onceFor && (await outbox.findMatching(where('dedupeKey', 'eq', dedupeKey)))) continue;
    const data = { ...event.data, event: event.kind, objectType: event.objectType, objectId: event.objectId, at: event.at };
    const mail = { kind: kind.name, recipientKey: key, to, tenantId: event.tenantId, data, dedupeKey };
    await addMail(outbox, mail, dueFor(frequency, now), now);
    mails += 1;
  }
  return mails;
}
