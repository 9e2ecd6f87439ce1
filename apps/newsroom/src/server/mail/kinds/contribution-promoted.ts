import { type MailKind, said } from '@colophon/mail';
import { contributionOf, toContributor } from '../contributors.ts';
import type { Places } from '../places.ts';
import { decisionMail } from './contribution-decided.ts';

/** A contribution was approved. */
export function contributionPromoted(places: Places): MailKind {
  return {
    ...toContributor(),
    name: 'contribution-promoted',
    label: 'Your contribution was approved',
    events: ['contribution.promoted'],
    frequency: 'now',
    async compose(notice, context) {
      const contribution = await contributionOf(notice, context, ['promoted']);
      if (!contribution) return undefined;
      const blocks = [said('The editors have approved it and are preparing it for publication. Thank you.')];
      return decisionMail(
        contribution,
        { subject: 'Your contribution was approved', blocks, link: 'Your contribution' },
        { notice, context, places },
      );
    },
  };
}
