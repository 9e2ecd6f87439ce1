import { type ContentContribution, contributionMessageId, contributionReplyAddress, createContributionLink } from '@colophon/content';
import { leads, type MailBlock, type MailContent, type MailContext, type MailNotice, quoted, said } from '@colophon/mail';
import type { Places } from '../places.ts';

/** The specific parts of a mail to a contributor. */
export interface Decision {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** The text of the link to the contribution. */
  readonly link: string;
}

/**
 * A mail to the sender of a contribution: the decision, the link to follow it, and the address for replies. Sent to an unconfirmed address,
 * it quotes nothing of the contribution, because anybody may have typed that address.
 */
export async function decisionMail(
  contribution: ContentContribution,
  { subject, blocks, link }: Decision,
  { notice: { recipient, at, mailId }, context, places }: { notice: MailNotice; context: MailContext; places: Places },
): Promise<MailContent> {
  const { database } = context;
  const { title, tenantId, receivedAt } = contribution;
  const { path } = await createContributionLink(database, contribution.id);
  const url = await places.site(tenantId, path, context);
  const replyTo = await contributionReplyAddress(contribution);
  const sentOn = (receivedAt ?? at).slice(0, 10);
  const site = await places.nameOf(tenantId, context);
  return {
    subject,
    blocks: [
      said('Hello,'),
      said(`this is about the contribution sent to ${site} with this address on ${sentOn}.`),
      ...(recipient.isConfirmed && title ? [quoted('Its title:', title)] : []),
      ...blocks,
      ...(url === undefined ? [] : [leads(link, url)]),
      ...(recipient.isConfirmed
        ? []
        : [said('If you sent nothing, somebody entered your address by mistake, and you can ignore this mail.')]),
    ],
    reason: 'You get this because a contribution was submitted with your address, and an editor has decided about it.',
    replyTo,
    messageId: await contributionMessageId(database, contribution, mailId.replaceAll('-', '')),
  };
}
