import { collection, datetime, json, object, reference, text } from '@colophon/core';
import { ownTenantAccess } from '../access.ts';

export const INBOUND_OUTCOMES = ['contribution', 'revision', 'ignored', 'refused'] as const;
export type InboundOutcome = (typeof INBOUND_OUTCOMES)[number];

/** A mail that came in, and what became of it. It holds no word of the mail and no address of its sender. */
export class ContentInboundMail extends object(
  {
    messageKey: text({ required: true, maxLength: 64, private: true }),
    messageIdHash: text({ maxLength: 64, private: true }),
    recipient: text({ required: true, maxLength: 254, description: 'The address that it was sent to, without what stands behind a plus.' }),
    outcome: text({ values: INBOUND_OUTCOMES, required: true }),
    reason: text({ maxLength: 100, description: 'Why it was ignored or refused: a code.' }),
    contributionId: reference('content_contributions', { onDelete: 'set null' }),
    auth: json({ default: {}, description: 'What was found out about its sender: proof, spf, dkim, dmarc, and by whom.' }),
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
    description: 'Mails that came in, and what became of each.',
  },
) {}

/** The mails that came in. */
export class ContentInboundMails extends collection(ContentInboundMail) {}
