import type { Database } from '@colophon/core';
import { type ContentChatMessage, ContentChatMessages } from './chat-message.ts';
import type { MessagesInput } from './chat-inputs.ts';
import { type ChatPlace, requireThread } from './chat-place.ts';
import { type ContentChatProposal, ContentChatProposals } from './chat-proposal.ts';
import type { ContentChatThread } from './chat-thread.ts';
import { giveUpLostReplies } from './make-reply.ts';

export interface ThreadMessages {
  readonly thread: ContentChatThread;
  readonly messages: readonly ContentChatMessage[];
  readonly proposals: readonly ContentChatProposal[];
}

/** Returns the messages of a thread, the oldest of the page first, with their proposals. */
export async function listMessages(place: ChatPlace, { threadId, limit = 100, before }: MessagesInput): Promise<ThreadMessages> {
  const { database } = place.content;
  const thread = await requireThread(place, threadId);
  await giveUpLostReplies(database, place.call.now());
  const where = { threadId, ...(before === undefined ? {} : { sequence: { lt: before } }) };
  const messages = await new ContentChatMessages(database).list({ where: where as never, orderBy: '-sequence', limit });
  return {
    thread,
    messages: messages.toReversed(),
    proposals: await proposalsOf(
      database,
      messages.map(({ id }) => id),
    ),
  };
}

/** Returns the proposals of these messages, in order. */
export async function proposalsOf(database: Database, messageIds: readonly string[]): Promise<ContentChatProposal[]> {
  if (messageIds.length === 0) return [];
  return new ContentChatProposals(database).list({
    where: { messageId: { in: messageIds } } as never,
    orderBy: 'created_at,id',
    limit: 1000,
  });
}
