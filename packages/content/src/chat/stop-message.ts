import { NotFoundError } from '@colophon/core';
import { type ContentChatMessage, ContentChatMessages } from './chat-message.ts';
import type { StopInput } from './chat-inputs.ts';
import { type ChatPlace, requireThread } from './chat-place.ts';
import { runningReply } from './running-replies.ts';

/** Ends a reply, in whichever process it runs; its text so far is kept. A reply that has ended is returned unchanged. */
export async function stopMessage(place: ChatPlace, { threadId, messageId }: StopInput): Promise<ContentChatMessage> {
  const { content, call } = place;
  const { database } = content;
  await requireThread(place, threadId);
  const message = await new ContentChatMessages(database).get(messageId);
  if (message?.threadId !== threadId) throw new NotFoundError(`There is no message ${messageId.slice(0, 200)} in this thread.`);
  if (message.status !== 'streaming') return message;
  const { dialect } = database;
  const stopRequestedAt = dialect.encode('datetime', call.now().toISOString());
  const update = dialect.builder.updateTable('content_chat_messages').set({ stopRequestedAt }).where('id', '=', messageId);
  await database.run(update.compile());
  const running = runningReply(messageId);
  if (running) {
    running.stop();
    await running.changed();
  }
  return new ContentChatMessages(database).require(messageId);
}
