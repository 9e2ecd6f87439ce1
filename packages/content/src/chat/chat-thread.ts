import { collection, datetime, integer, list, object, reference, text } from '@colophon/core';
import { chatTable } from './participant.ts';
import { besideContents } from '../record/beside-contents.ts';

/** One conversation of a chat. */
export class ContentChatThread extends object(
  {
    sessionId: reference('content_chat_sessions', { required: true, onDelete: 'cascade' }),
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    participant: text({ required: true, maxLength: 250, description: 'user:<id> or token:<id>.' }),
    title: text({ default: 'General', maxLength: 200, personal: true }),
    referenceIds: list(text(), {
      maxItems: 20,
      description: 'Other pieces shown to the assistant, if the person can read them.',
    }),
    messageCount: integer({ default: 0, minimum: 0 }),
    lastMessageAt: datetime(),
    resolvedAt: datetime(),
  },
  {
    ...chatTable,
    table: 'content_chat_threads',
    audit: false,
    indexes: [['sessionId', '-created_at', '-id'], ['contentId']],
    label: 'Content chat threads',
    description: 'Conversations with the assistant.',
  },
) {}

export class ContentChatThreads extends collection(ContentChatThread, besideContents) {}
