import { type MailKind, said } from '@colophon/mail';
import { contributionOf, toContributor } from '../contributors.ts';
import type { Places } from '../places.ts';
import { decisionMail } from './contribution-decided.ts';

/** A contribution was approved. */
export function contributionPromoted(places: Places): MailKind {
  return {
    ...toContributor(),
    name: 'contribution-promoted',
    label: 'A contribution of yours was approved',
    events: ['contribution.promoted'],
    frequency: 'now',
    async compose(notice, context) {
      const contribution = await contributionOf(notice, context, ['promoted']);
      if (!contribution) return undefined;
      const blocks = [said('The editors have approved it, and prepare it for publication. Thank you.')];
      return decisionMail(
        contribution,
        { subject: 'What you sent was approved', blocks, link: 'What you sent' },
        { notice, context, places },
      );
    },
  };
}
