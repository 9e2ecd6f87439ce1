import type { Database, JsonObject, Role } from '@colophon/core';
import type { OutboxEvent } from '@colophon/core/events';
import type { MailContent } from '../message/mail-content.ts';
import type { Frequency } from './frequency.ts';

/** An event from the outbox of an application. `NumberedEvent` of `@colophon/content` conforms to it. */
export type MailEvent = OutboxEvent;

/** A person who can be sent mail. */
export interface MailRecipient {
  /** `user:<id>` for an account, or an application-specific key for others, such as `contributor:<id>`. */
  readonly key: string;
  readonly address: string;
  /** Whether the address is confirmed. Other addresses receive at most one mail an hour. */
  readonly isConfirmed: boolean;
}

/** The subject matter of a mail. */
export interface MailNotice {
  readonly recipient: MailRecipient;
  readonly tenantId: string | null;
  /** The object of the event, and its data. */
  readonly data: JsonObject;
  /** The time of the event, ISO 8601. */
  readonly at: string;
  /** The id of the outgoing mail. */
  readonly mailId: string;
}

/** The context for determining recipients and content. */
export interface MailContext {
  readonly database: Database;
  readonly now: Date;
}

/**
 * A kind of mail: its events, its recipients and its content. One file each.
 *
 * @example
 * const editor: MailRecipient = { key: 'user:1', address: 'edna@news.example', isConfirmed: true };
 * const pageBroken: MailKind = {
 *   name: 'page-broken',
 *   label: 'A page is broken',
 *   events: ['page.broken'],
 *   frequency: 'daily',
 *   role: 'editor',
 *   find: async () => [editor],
 *   check: async (key) => (key === editor.key ? editor : undefined),
 *   compose: async () => ({
 *     subject: 'A page is broken',
 *     blocks: [leads('Look at it', 'https://news.example/desk')],
 *     reason: 'You get this because you are an editor.',
 *   }),
 * };
 */
export interface MailKind {
  /** Lower-case letters, digits and hyphens. It never changes, because settings and links contain it. */
  readonly name: string;
  /** The name shown in settings. */
  readonly label: string;
  readonly events: readonly string[];
  /** The frequency for users without a setting of their own. */
  readonly frequency: Frequency;
  /** The minimum role of users who can change the setting; undefined for mail to people without an account. */
  readonly role?: Role | undefined;
  /** A key for combining several events into one notification. Default: each event is reported. */
  onceFor?(event: MailEvent): string;
  /** Returns the recipients of an event. */
  find(event: MailEvent, context: MailContext): Promise<readonly MailRecipient[]>;
  /** Returns the recipient's current data when the mail is sent; undefined if they are no longer to be notified. */
  check(key: string, tenantId: string | null, context: MailContext): Promise<MailRecipient | undefined>;
  /** Returns the content of the mail; undefined if there is nothing left to report. */
  compose(notice: MailNotice, context: MailContext): Promise<MailContent | undefined>;
}
