import { collection, datetime, integer, object, reference, text } from '@colophon/core';
import { chatTable } from './participant.ts';

/** What one person and the assistant talk about one piece. */
export class ContentChatSession extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    participant: text({ required: true, maxLength: 250, description: 'user:<id> or token:<id>.' }),
    status: text({ values: ['active', 'closed'], default: 'active' }),
    model: text({ maxLength: 200, description: 'The model that was picked last; what answered stands on each message.' }),
    lastMessageAt: datetime(),
    messageCount: integer({ default: 0, minimum: 0 }),
    tokensUsed: integer({ default: 0, minimum: 0 }),
  },
  {
    ...chatTable,
    table: 'content_chat_sessions',
    audit: false,
    unique: [['participant', 'contentId', 'tenantId']],
    indexes: [['lastMessageAt', 'id']],
    label: 'Content chat sessions',
    description: 'Chats of people and programs with the assistant, each their own.',
  },
) {}

export class ContentChatSessions extends collection(ContentChatSession) {}
