import type { Database } from '@colophon/core';
import { onSecurityEvent, type SecurityEvent } from '@colophon/identity';
import { enqueueMail } from '@colophon/mail';
import type { Config } from '../../config/load-config.ts';
import { SECURITY_NOTICE, SECURITY_REPORT } from './kinds/security-notice.ts';
import { accountOf, staffOf } from './staff.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Puts mails about security events into the outbox, with the events themselves; without settings for mail none are made. */
export function mailSecurityEvents({ mail }: Pick<Config, 'mail'>, database: Database): void {
  if (mail) onSecurityEvent(database, (event, context) => tellOf(event, context));
}

async function tellOf(event: SecurityEvent, { database, now }: { database: Database; now: Date }): Promise<void> {
  const { id, kind, tenantId, userId } = event;
  const data = { eventId: id };
  const within = tellsPersonOncePer(event);
  const person = userId === null || within === undefined ? undefined : await accountOf(`user:${userId}`, { database, now });
  if (person && within !== undefined) {
    const dedupeKey = `${SECURITY_NOTICE} ${kind} ${userId} ${Math.floor(now.getTime() / within)}`;
    await enqueueMail(database, { kind: SECURITY_NOTICE, recipientKey: person.key, to: person.address, tenantId, data, dedupeKey }, now);
  }
  if (!concernsAdmins(event)) return;
  for (const { key, address: to } of await staffOf(tenantId, 'admin', { database, now })) {
    if (key === `user:${userId}`) continue;
    const dedupeKey = `${SECURITY_REPORT} ${id} ${key}`;
    await enqueueMail(database, { kind: SECURITY_REPORT, recipientKey: key, to, tenantId, data, dedupeKey }, now);
  }
}

/** In which time the person is mailed at most once about events of this kind, in milliseconds; undefined if they are not mailed. */
function tellsPersonOncePer({ kind, userId, data }: SecurityEvent): number | undefined {
  switch (kind) {
    case 'signin.new_device':
    case 'factor.changed':
    case 'password.changed':
    case 'session.ended_by_admin':
    case 'agent.connected':
      return MINUTE_MS;
    case 'token.created':
      return data['by'] === `user:${userId ?? ''}` ? MINUTE_MS : undefined;
    case 'role.changed':
      // A first role comes with an invitation.
      return data['from'] === null ? undefined : MINUTE_MS;
    case 'signin.throttled':
      return HOUR_MS;
    // Single mistakes are shown on the account page; after too many the person is told.
    case 'signin.failed':
    case 'factor.failed':
    case 'token.used_from_new_network':
    case 'account.disabled':
    case 'agent.revoked':
    case 'key.rotated':
    case 'mode.changed':
    case 'backup.restored':
    case 'export.made':
    case 'archive.made':
      return undefined;
  }
}

/** Whether admins are mailed: about every change of a role, and about new members only if they become admins. */
function concernsAdmins({ kind, data }: SecurityEvent): boolean {
  return kind === 'role.changed' && (data['from'] !== null || data['to'] === 'admin');
}
