import { Webhooks } from '@colophon/core/webhooks';
import { leads, type MailKind, noted, said } from '@colophon/mail';
import type { Places } from '../places.ts';
import { toStaff } from '../staff.ts';

const WHY = {
  gone: 'The receiver responded with 410 Gone.',
  failing: 'All deliveries failed for five days.',
};

/** A webhook was disabled automatically. */
export function webhookDisabled(places: Places): MailKind {
  return {
    ...toStaff('admin'),
    name: 'webhook-disabled',
    label: 'A webhook was disabled',
    events: ['webhook.disabled'],
    frequency: 'now',
    async compose({ data }, { database }) {
      const webhook = typeof data['objectId'] === 'string' ? await new Webhooks(database).get(data['objectId']) : undefined;
      // It was enabled again or removed.
      if (!webhook || webhook.enabled || webhook.disabledReason === null) return undefined;
      return {
        subject: 'A webhook was disabled',
        blocks: [
          said(`A webhook was disabled. ${WHY[webhook.disabledReason]} Pending deliveries are sent when it is enabled again.`),
          noted('Its host:', new URL(webhook.url).host),
          leads('Open the desk', places.desk('')),
        ],
        reason: 'You get this because you are an admin. You can change this in your notification settings.',
      };
    },
  };
}
