import { collection, datetime, integer, json, type JsonObject, type JsonValue, object, reference, text } from '@colophon/core';
import { z } from 'zod';
import { chatTable } from './participant.ts';

export const CHAT_PROPOSAL_STATUSES = ['open', 'applied', 'dismissed', 'stale'] as const;

/** The fields that the assistant may propose to change, and no others. */
export const PROPOSABLE_FIELDS = ['title', 'description', 'body', 'category', 'tags', 'language'] as const;
export type ProposableField = (typeof PROPOSABLE_FIELDS)[number];

/** A change that is proposed: a field's whole value, or one place of the body. */
export type ProposedChange =
  | { readonly field: ProposableField; readonly value: JsonValue; readonly base: string }
  | { readonly field: 'body'; readonly find: string; readonly replace: string; readonly start: number };

/** What applying a proposal changed, so that it can be taken back. */
export interface AppliedChange extends JsonObject {
  readonly field: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

const changes = z.array(z.looseObject({ field: z.enum(PROPOSABLE_FIELDS) })).max(20);

/** A change of a piece that the assistant proposes. A person looks at it and applies it, or does not; nothing else comes of it. */
export class ContentChatProposal extends object(
  {
    messageId: reference('content_chat_messages', { onDelete: 'set null' }),
    threadId: reference('content_chat_threads', { onDelete: 'set null' }),
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    participant: text({ required: true, maxLength: 250, description: 'user:<id> or token:<id>.' }),
    baseRev: integer({ required: true, minimum: 1, description: 'The revision of the piece that the assistant was shown.' }),
    changes: json<readonly ProposedChange[]>({ required: true, schema: changes as never, personal: true }),
    reason: text({ default: '', maxLength: 2000, personal: true }),
    model: text({ maxLength: 200 }),
    status: text({ values: CHAT_PROPOSAL_STATUSES, default: 'open' }),
    decidedBy: text({ maxLength: 200, personal: true }),
    decidedAt: datetime(),
    appliedRev: integer({ minimum: 1, description: 'The revision of the piece that it led to; null when it was applied to unsaved text.' }),
    applied: json<AppliedChange[]>({ schema: z.array(z.looseObject({ field: z.string() })) as never, private: true }),
  },
  {
    ...chatTable,
    table: 'content_chat_proposals',
    indexes: [['threadId', 'status'], ['messageId'], ['contentId', 'participant']],
    label: 'Content chat proposals',
    description: 'Changes that the assistant proposed, and what became of them.',
  },
) {}

export class ContentChatProposals extends collection(ContentChatProposal) {}
