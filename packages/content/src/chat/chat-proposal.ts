import { collection, datetime, integer, json, type JsonObject, type JsonValue, object, reference, text } from '@colophon/core';
import { z } from 'zod';
import { chatTable } from './participant.ts';
import { besideContents } from '../record/beside-contents.ts';

export const CHAT_PROPOSAL_STATUSES = ['open', 'applied', 'dismissed', 'stale'] as const;

/** The fields that the assistant can propose to change. */
export const PROPOSABLE_FIELDS = ['title', 'description', 'body', 'category', 'tags', 'language'] as const;
export type ProposableField = (typeof PROPOSABLE_FIELDS)[number];

/** A proposed change: the whole value of a field, or one passage of the body. */
export type ProposedChange =
  | { readonly field: ProposableField; readonly value: JsonValue; readonly base: string }
  | { readonly field: 'body'; readonly find: string; readonly replace: string; readonly start: number };

/** The values before and after applying a proposal, so that it can be reverted. */
export interface AppliedChange extends JsonObject {
  readonly field: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

const changes = z.array(z.looseObject({ field: z.enum(PROPOSABLE_FIELDS) })).max(20);

/** A change of a piece proposed by the assistant. It has no effect unless a person applies it. */
export class ContentChatProposal extends object(
  {
    messageId: reference('content_chat_messages', { onDelete: 'set null' }),
    threadId: reference('content_chat_threads', { onDelete: 'set null' }),
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    participant: text({ required: true, maxLength: 250, description: 'user:<id> or token:<id>.' }),
    baseRev: integer({ required: true, minimum: 1, description: 'The revision of the piece shown to the assistant.' }),
    changes: json<readonly ProposedChange[]>({ required: true, schema: changes as never, personal: true }),
    reason: text({ default: '', maxLength: 2000, personal: true }),
    model: text({ maxLength: 200 }),
    status: text({ values: CHAT_PROPOSAL_STATUSES, default: 'open' }),
    decidedBy: text({ maxLength: 200, personal: true }),
    decidedAt: datetime(),
    appliedRev: integer({ minimum: 1, description: 'The resulting revision of the piece; null if applied to unsaved text.' }),
    approvalId: text({ maxLength: 100, description: 'The pending call that says who was asked, and on whose decision it was applied.' }),
    applied: json<AppliedChange[]>({ schema: z.array(z.looseObject({ field: z.string() })) as never, private: true }),
  },
  {
    ...chatTable,
    table: 'content_chat_proposals',
    indexes: [['threadId', 'status'], ['messageId'], ['contentId', 'participant']],
    label: 'Content chat proposals',
    description: 'Changes proposed by the assistant, and their outcomes.',
  },
) {}

export class ContentChatProposals extends collection(ContentChatProposal, besideContents) {}
