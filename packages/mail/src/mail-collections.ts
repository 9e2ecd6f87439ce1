import type { AnyCollectionClass } from '@colophon/core';
import { MailOutbox } from './outbox/outgoing-mail.ts';
import { MailSuppressions } from './outbox/suppression.ts';
import { MailCursors } from './relay/mail-cursor.ts';
import { NotificationSettings } from './settings/notification-setting.ts';

/** The collections that an application puts into its operation table for mail: their tables come with its migrations. */
export const mailCollections: readonly AnyCollectionClass[] = [MailOutbox, NotificationSettings, MailSuppressions, MailCursors];
