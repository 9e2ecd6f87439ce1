import { type Database, makeCall } from '@colophon/core';
import { mailKinds } from '../kinds/configure-mail.ts';
import type { MailContext, MailEvent, MailKind } from '../kinds/mail-kind.ts';
import { MailOutbox } from '../outbox/outgoing-mail.ts';
import { readAddress } from '../message/address.ts';
import { dueFor } from '../settings/frequency.ts';
import { chosenBy, userIdOf } from '../settings/notification-setting.ts';
import { MailCursors } from './mail-cursor.ts';

/** Where events come from. */
export interface MailEventSource {
  /** Its name in the database. */
  readonly name: string;
  /** The number of the latest event; 0 when there is none. */
  last(database: Database): Promise<number>;
  /** The events after a number, in order. */
  read(database: Database, after: number, limit: number): Promise<readonly MailEvent[]>;
}

export interface RelayOptions {
  readonly source: MailEventSource;
  /** False where no mail goes out: events are passed over, so that none of them is told of later. */
  readonly makesMails: boolean;
  /** Hears of every event, in the transaction in which its mails are made; for erasures. */
  readonly onEvent?: (event: MailEvent, context: MailContext) => Promise<void>;
  readonly now?: () => Date;
}

const AT_ONCE = 100;
const HOUR_MS = 3_600_000;
/** Events that are older when they are read are not told of any more. */
const TOLD_FOR_MS = 72 * HOUR_MS;

/**
 * Makes mails of the events since the last time. Any number of processes may: each event is made into mails once, since the cursor
 * moves on in the transaction that makes them. Whoever saved something does not wait for it. The first time it begins with what
 * comes next.
 *
 * @returns how many mails were made
 */
export async function relayEvents(database: Database, options: RelayOptions): Promise<number> {
  const { source } = options;
  let made = 0;
  for (;;) {
    const [cursor, last] = [await cursorOf(database, source.name), await source.last(database)];
    if (cursor !== undefined && cursor >= last) return made;
    const part = await database.transaction(() => relayPart(database, options));
    made += part.mails;
    if (part.events < AT_ONCE) return made;
  }
}

async function relayPart(database: Database, options: RelayOptions): Promise<{ events: number; mails: number }> {
  const { source, makesMails, onEvent, now: clock = () => new Date() } = options;
  await database.lock(`mail_cursors ${source.name}`);
  const cursors = new MailCursors(database);
  const after = await cursorOf(database, source.name);
  if (after === undefined) {
    await cursors.add({ source: source.name, sequence: await source.last(database) });
    return { events: 0, mails: 0 };
  }
  const events = await source.read(database, after, AT_ONCE);
  const context: MailContext = { database, now: clock() };
  let mails = 0;
  for (const event of events) {
    await onEvent?.(event, context);
    const isLate = context.now.getTime() - Date.parse(event.at) > TOLD_FOR_MS;
    if (makesMails && !isLate) mails += await tellOf(event, context);
  }
  const latest = events.at(-1);
  if (latest) {
    const update = database.dialect.builder
      .updateTable('mail_cursors')
      .set({ sequence: latest.sequence })
      .where('source', '=', source.name);
    await database.run(update.compile());
  }
  return { events: events.length, mails };
}

async function tellOf(event: MailEvent, context: MailContext): Promise<number> {
  let mails = 0;
  for (const kind of mailKinds()) if (kind.events.includes(event.kind)) mails += await makeMails(kind, event, context);
  return mails;
}

async function makeMails(kind: MailKind, event: MailEvent, context: MailContext): Promise<number> {
  const { database, now } = context;
  const found = await kind.find(event, context);
  const recipients = found.filter(({ key }, index) => found.findIndex((each) => each.key === key) === index);
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
    await outbox.add({
      kind: kind.name,
      recipientKey: key,
      to,
      tenantId: event.tenantId,
      data: { ...event.data, event: event.kind, objectType: event.objectType, objectId: event.objectId, at: event.at },
      dedupeKey: `${event.id} ${kind.name} ${key}`,
      nextAttemptAt: dueFor(frequency, now).toISOString(),
    });
    mails += 1;
  }
  return mails;
}

async function cursorOf(database: Database, source: string): Promise<number | undefined> {
  const query = database.dialect.builder.selectFrom('mail_cursors').select('sequence').where('source', '=', source);
  const row = await database.first(query.compile());
  return row && Number(row['sequence']);
}
