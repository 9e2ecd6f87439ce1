import { collection, datetime, json, object, reference, text } from '@colophon/core';
import { ownTenantAccess } from './access.ts';
import { besideContents } from '../../record/beside-contents.ts';

export const INBOUND_OUTCOMES = ['contribution', 'revision', 'ignored', 'refused'] as const;
export type InboundOutcome = (typeof INBOUND_OUTCOMES)[number];

/** A received mail and its outcome. It contains no text of the mail and no address of its sender. */
export class ContentInboundMail extends object(
  {
    messageKey: text({ required: true, maxLength: 64, private: true }),
    messageIdHash: text({ maxLength: 64, private: true }),
    recipient: text({ required: true, maxLength: 254, description: 'The recipient address, without the part after a plus sign.' }),
    outcome: text({ values: INBOUND_OUTCOMES, required: true }),
    reason: text({ maxLength: 100, description: 'Why it was ignored or refused: a code.' }),
    contributionId: reference('content_contributions', { onDelete: 'set null' }),
    auth: json({ default: {}, description: 'The result of verifying its sender: proof, spf, dkim, dmarc, and by whom.' }),
    receivedAt: datetime({ required: true }),
  },
  {
    table: 'content_inbound_mails',
    tenant: true,
    api: { include: ['list', 'get'] },
    mcp: { include: ['list', 'get'] },
    cli: { include: ['list', 'get'] },
    audit: false,
    access: ownTenantAccess,
    unique: [['messageKey', 'tenantId']],
    indexes: [['messageIdHash'], ['receivedAt', 'id'], ['contributionId']],
    orderBy: '-receivedAt',
    label: 'Content inbound mails',
    description: 'Received mails and their outcomes.',
  },
) {}

/** The received mails. */
export class ContentInboundMails extends collection(ContentInboundMail, besideContents) {}
