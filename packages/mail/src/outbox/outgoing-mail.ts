import {
  type Call,
  collection,
  ConflictError,
  datetime,
  type Filter,
  integer,
  json,
  object,
  type Operations,
  recordOutput,
  text,
  where,
} from '@colophon/core';
import { mailLane, putMails } from './mail-lane.ts';

/**
 * `waiting` is due at `nextAttemptAt`, `sending` is held by a process; `sent`, `failed` (refused, or too many attempts)
 * and `dropped` (nothing left to report, or unwanted) are final. `held` was waiting when a backup was made that has been restored: it may have
 * been sent since, and is only sent when somebody asks for it.
 */
export const MAIL_STATUSES = ['waiting', 'sending', 'sent', 'failed', 'dropped', 'held'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/**
 * An outgoing mail. It contains no text: the content is read when it is sent, so that it is never outdated, and
 * only the address has to be erased.
 */
export class OutgoingMail extends object(
  {
    kind: text({ required: true, maxLength: 100, description: 'The kind of notification.' }),
    recipientKey: text({ required: true, maxLength: 200, description: 'The recipient: user:<id>, or an application-specific key.' }),
    to: text({ required: true, maxLength: 254, personal: true, description: 'The recipient’s address when the mail was created.' }),
    data: json({ default: {}, description: 'The subject matter: ids and states.' }),
    dedupeKey: text({ required: true, maxLength: 300, private: true }),
    status: text({ values: MAIL_STATUSES, default: 'waiting', readOnly: true }),
    reason: text({ maxLength: 100, readOnly: true, description: 'Why it failed or was dropped, or the last error: a code.' }),
    attempts: integer({ default: 0, minimum: 0, readOnly: true }),
    nextAttemptAt: datetime({ readOnly: true, description: 'When it is due; null while it is sent, and in a final status.' }),
    sentAt: datetime({ readOnly: true }),
  },
  {
    table: 'mail_outbox',
    tenant: true,
    api: { include: ['list', 'get', 'retryAction'] },
    mcp: { include: ['list', 'get'] },
    cli: { include: ['list', 'get', 'retryAction'] },
    audit: false,
    access: { read: 'admin', create: 'nobody', update: 'admin', delete: 'nobody', visible: ownTenant },
    unique: [['dedupeKey']],
    indexes: [['recipientKey'], ['to'], ['status', '-created_at', '-id']],
    label: 'Mail outbox',
    description: 'Outgoing mails and their status.',
  },
) {
  static readonly operations: Operations<OutgoingMail> = {
    retryAction: {
      path: ['retry'],
      output: recordOutput(),
      access: 'admin',
      description: 'Send a failed or held mail again.',
    },
  };

  /** Sends a failed or held mail again, starting with its first attempt. @throws ConflictError `mail_state` in any other state */
  async retryAction(_input?: undefined, call: Call = this.call): Promise<this> {
    if (this.status !== 'failed' && this.status !== 'held')
      throw new ConflictError(`A mail with the status ${this.status} cannot be sent again.`, {
        code: 'mail_state',
        extensions: { state: this.status },
        hint: 'Only failed and held mails can be sent again.',
      });
    Object.assign(this, { status: 'waiting', reason: null, attempts: 0, nextAttemptAt: call.now().toISOString() });
    return this.database.transaction(async () => {
      await this.save();
      await putMails(mailLane(this.database), [this]);
      return this;
    });
  }
}

/** The mails of all tenants. */
export class MailOutbox extends collection(OutgoingMail, { name: 'mail-outbox' }) {}

/** Rows of the caller's own tenant; global rows are for callers who can act on global records. */
function ownTenant({ caller }: Call): Filter | undefined {
  if (caller.kind === 'system') return undefined;
  return caller.tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', caller.tenantId);
}
