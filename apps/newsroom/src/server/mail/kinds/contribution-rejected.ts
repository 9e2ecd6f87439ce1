import { type MailKind, said } from '@colophon/mail';
import { contributionOf, toContributor } from '../contributors.ts';
import type { Places } from '../places.ts';
import { decisionMail } from './contribution-decided.ts';

/** An editor decided not to use a contribution. Rejections by intake are not answered, so that nobody can explore its rules. */
export function contributionRejected(places: Places): MailKind {
  return {
    ...toContributor(({ decidedBy }) => decidedBy !== null),
    name: 'contribution-rejected',
    label: 'Your contribution was not accepted',
    events: ['contribution.rejected'],
    frequency: 'now',
    async compose(notice, context) {
      const contribution = await contributionOf(notice, context, ['rejected']);
      if (!contribution) return undefined;
      const blocks = [said('The editors have decided not to use it. Thank you for sending it.')];
      return decisionMail(
        contribution,
        { subject: 'Your contribution was not accepted', blocks, link: 'Your contribution' },
        { notice, context, places },
      );
    },
  };
}
