import { contributionReplyAddress } from '@colophon/content';
import { type MailKind, noted, said } from '@colophon/mail';
import { contributionOf, toContributor } from '../contributors.ts';
import type { Places } from '../places.ts';
import { decisionMail } from './contribution-decided.ts';

/** An editor asks the sender of a contribution for changes; a reply by mail is a revision. */
export function changesRequested(places: Places): MailKind {
  return {
    ...toContributor(),
    name: 'changes-requested',
    label: 'Changes requested',
    events: ['contribution.changes_requested'],
    frequency: 'now',
    async compose(notice, context) {
      const contribution = await contributionOf(notice, context, ['needs_changes']);
      if (!contribution) return undefined;
      const takesReplies = (await contributionReplyAddress(contribution)) !== undefined;
      const how = takesReplies
        ? 'To send a new text, reply to this mail from the address that received it: your reply becomes the new text. Or follow the link, where you can also withdraw your contribution.'
        : 'Follow the link to send it again with changes, or to withdraw it. Please do not reply to this mail.';
      const blocks = [said('The editors ask you for changes.'), noted('They write:', contribution.requestedChanges ?? ''), said(how)];
      return decisionMail(contribution, { subject: 'Changes requested', blocks, link: 'Your contribution' }, { notice, context, places });
    },
  };
}
