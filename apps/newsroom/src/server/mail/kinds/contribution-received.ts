import { leads, type MailKind, quoted, said } from '@colophon/mail';
import { contributionOf } from '../contributors.ts';
import { FOR_EDITORS } from '../pieces.ts';
import type { Places } from '../places.ts';
import { toStaff } from '../staff.ts';

/** A contribution was received, held back, or revised. Those that intake rejects notify nobody. */
export function contributionReceived(places: Places): MailKind {
  const staff = toStaff('editor');
  return {
    ...staff,
    name: 'contribution-received',
    label: 'A contribution was received',
    events: ['contribution.received', 'contribution.quarantined', 'contribution.revised'],
    frequency: 'now',
    // A revision that was held back is reported once.
    find: async (event, context) =>
      event.kind === 'contribution.revised' && event.data['status'] === 'quarantined' ? [] : staff.find(event, context),
    async compose(notice, context) {
      const contribution = await contributionOf(notice, context, ['submitted', 'quarantined']);
      if (!contribution) return undefined;
      const isAnswer = contribution.revisionCount > 1;
      const quarantineNote = contribution.status === 'quarantined' ? ' It is in quarantine; the reason is shown on the desk.' : '';
      const { title, body, channel } = contribution;
      return {
        subject: isAnswer ? 'A contribution was sent again' : 'A contribution was received',
        blocks: [
          said(
            `${isAnswer ? 'A contribution was sent again with changes' : 'A contribution was received'}, by ${channel === 'email' ? 'e-mail' : 'the web'}.${quarantineNote}`,
          ),
          ...(title ? [quoted('Its title:', title)] : []),
          ...(body.trim() === '' ? [] : [quoted('It begins:', body)]),
          leads('Read it and decide', places.desk(`/contributions/${contribution.id}`)),
        ],
        reason: FOR_EDITORS,
      };
    },
  };
}
