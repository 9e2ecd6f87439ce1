import type { Database, JsonObject, Role } from '@colophon/core';
import type { OutboxEvent } from '@colophon/core/events';
import type { MailContent } from '../message/mail-content.ts';
import type { Frequency } from '../settings/frequency.ts';

/** Something that happened, as the outbox of an application tells it. `NumberedEvent` of `@colophon/content` is one. */
export type MailEvent = OutboxEvent;

/** Somebody who may be sent a mail. */
export interface MailRecipient {
  /** `user:<id>` for an account, or what the application calls others, such as `contributor:<id>`. */
  readonly key: string;
  readonly address: string;
  /** Whether it is known that the address is theirs. To others one mail an hour goes at most. */
  readonly isConfirmed: boolean;
}

/** What a mail is to say something about. */
export interface MailNotice {
  readonly recipient: MailRecipient;
  readonly tenantId: string | null;
  /** What the event was about, and its data. */
  readonly data: JsonObject;
  /** When it happened, ISO 8601. */
  readonly at: string;
  /** The outgoing mail. */
  readonly mailId: string;
}

/** What kinds are given to find out whom to tell, and what. */
export interface MailContext {
  readonly database: Database;
  readonly now: Date;
}

/**
 * A kind of mail: which events it tells of, to whom, and what it says. One file each.
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
  /** Lower-case letters, digits and hyphens. It never changes: settings and links name it. */
  readonly name: string;
  /** What settings call it. */
  readonly label: string;
  readonly events: readonly string[];
  /** How soon it is told to whoever has chosen nothing. */
  readonly frequency: Frequency;
  /** The least role of those who choose for themselves whether they are told; undefined for what goes to people without an account. */
  readonly role?: Role | undefined;
  /** What a recipient is told of once, where several events may be about it. Default: each event is told of. */
  onceFor?(event: MailEvent): string;
  /** Whom to tell of an event. */
  find(event: MailEvent, context: MailContext): Promise<readonly MailRecipient[]>;
  /** The recipient as they are when the mail is sent; undefined when they are not to be told any more. */
  check(key: string, tenantId: string | null, context: MailContext): Promise<MailRecipient | undefined>;
  /** What the mail says; undefined when there is nothing to be said any more. */
  compose(notice: MailNotice, context: MailContext): Promise<MailContent | undefined>;
}
