import { collection, datetime, integer, json, object, reference, text } from '@colophon/core';
import { z } from 'zod';
import { chatTable } from './participant.ts';
import { AnswerSource } from '../record/answer-sources.ts';
import { besideContents } from '../record/beside-contents.ts';

export const CHAT_MESSAGE_STATUSES = ['done', 'streaming', 'failed', 'stopped'] as const;

/** The number of tokens used by a reply, if the model reports it. */
export interface ChatUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A message of the person or of the assistant. A reply is `streaming` while its text grows. */
export class ContentChatMessage extends object(
  {
    threadId: reference('content_chat_threads', { required: true, onDelete: 'cascade' }),
    participant: text({ required: true, maxLength: 250, description: 'user:<id> or token:<id>.' }),
    sequence: integer({ required: true, minimum: 1 }),
    role: text({ values: ['user', 'assistant'], required: true }),
    content: text({
      default: '',
      maxLength: 200_000,
      personal: true,
      description: 'Markdown; shown with pictures and automatic links off.',
    }),
    status: text({ values: CHAT_MESSAGE_STATUSES, default: 'done' }),
    errorCode: text({ maxLength: 100 }),
    model: text({ maxLength: 200 }),
    usage: json<ChatUsage & Record<string, number>>(),
    sources: json<AnswerSource[]>({ schema: z.array(AnswerSource), description: 'What a reply used, if its model reports it.' }),
    replyTo: text({ maxLength: 100, description: 'The message that it replies to.' }),
    stopRequestedAt: datetime({ private: true }),
    beatAt: datetime({ private: true }),
  },
  {
    ...chatTable,
    table: 'content_chat_messages',
    audit: false,
    unique: [['threadId', 'sequence']],
    indexes: [['status', 'beatAt']],
    orderBy: 'sequence',
    label: 'Content chat messages',
    description: 'The messages of conversations with the assistant.',
  },
) {}

export class ContentChatMessages extends collection(ContentChatMessage, besideContents) {}
