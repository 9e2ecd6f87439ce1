import { collection, datetime, integer, object, reference, text } from '@colophon/core';
import { chatTable } from './participant.ts';
import { besideContents } from '../record/beside-contents.ts';

/** The chat of one person with the assistant about one piece. */
export class ContentChatSession extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    participant: text({ required: true, maxLength: 250, description: 'user:<id> or token:<id>.' }),
    status: text({ values: ['active', 'closed'], default: 'active' }),
    model: text({ maxLength: 200, description: 'The model selected last; each message records the model that answered.' }),
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
    description: 'Chats with the assistant, one for each person or program and piece.',
  },
) {}

export class ContentChatSessions extends collection(ContentChatSession, besideContents) {}
