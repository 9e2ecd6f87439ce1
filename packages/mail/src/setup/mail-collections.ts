import type { AnyCollectionClass } from '@colophon/core';
import { MailOutbox } from '../outbox/outgoing-mail.ts';
import { MailSuppressions } from '../suppression/suppression.ts';
import { MailCursors } from '../relay/mail-cursor.ts';
import { NotificationSettings } from '../settings/notification-setting.ts';

/** The collections for mail, to be added to the operation table: their tables are part of its migrations. */
export const mailCollections: readonly AnyCollectionClass[] = [MailOutbox, NotificationSettings, MailSuppressions, MailCursors];
