import type { Database } from '@colophon/core';
import { describeSecurityEvent, type SecurityEvent, SecurityEvents } from '@colophon/identity';
import { leads, type MailBlock, type MailContext, type MailKind, type MailNotice, noted, quoted, said } from '@colophon/mail';
import type { Places } from '../places.ts';
import { accountOf, toStaff } from '../staff.ts';

export const SECURITY_NOTICE = 'security-notice';
export const SECURITY_REPORT = 'security-report';

/** A security event of somebody's own account. Created with the event itself, not from events of content. */
export function securityNotice(places: Places): MailKind {
  return {
    name: SECURITY_NOTICE,
    label: 'Something changed about your account, or somebody tried to sign in',
    events: [],
    frequency: 'now',
    role: 'viewer',
    find: async () => [],
    check: (key, _tenantId, context) => accountOf(key, context),
    async compose(notice, { database }) {
      const event = await eventOf(notice, database);
      return (
        event && {
          subject: 'Your account',
          blocks: [
            said(describeSecurityEvent(event)),
            ...origin(event),
            said('If this was not you, ask your administrator at once for a link to set a new password: it signs everybody out.'),
            leads('Your account', places.account()),
          ],
          reason: 'You get this because it is about your account.',
        }
      );
    },
  };
}

/** A change that the administrators of a tenant should know of. */
export function securityReport(places: Places): MailKind {
  return {
    ...toStaff('admin'),
    name: SECURITY_REPORT,
    label: 'The role of a person changed',
    events: [],
    frequency: 'now',
    async compose(notice, { database }: MailContext) {
      const event = await eventOf(notice, database);
      return (
        event && {
          subject: 'A role was changed',
          blocks: [said(describeSecurityEvent(event)), noted('Account:', event.subject), leads('Open the desk', places.desk(''))],
          reason: 'You get this because you are an admin. You can change this in your notification settings.',
        }
      );
    },
  };
}

async function eventOf({ data }: MailNotice, database: Database): Promise<SecurityEvent | undefined> {
  return typeof data['eventId'] === 'string' ? new SecurityEvents(database).get(data['eventId']) : undefined;
}

/** From where it was done: the client's own words. */
function origin({ address, agent }: SecurityEvent): MailBlock[] {
  return [...(address === null ? [] : [quoted('Network address:', address)]), ...(agent === null ? [] : [quoted('Browser:', agent)])];
}
