import { ConflictError } from '@colophon/core';
import { type ChatPlace, getOrCreateSession, listThreads, MOST_THREADS } from './chat-place.ts';
import { chooseModel } from './choose-model.ts';
import type { ContentChatSession } from './chat-session.ts';
import { type ContentChatThread, ContentChatThreads } from './chat-thread.ts';
import type { ThreadInput } from './chat-inputs.ts';

export interface ChatThreadMade {
  readonly session: ContentChatSession;
  readonly thread: ContentChatThread;
}

/** Creates a thread. @throws ConflictError if there are too many, ValidationError `model_not_offered` */
export async function createThread(place: ChatPlace, { title, model, referenceIds }: ThreadInput): Promise<ChatThreadMade> {
  const { content, participant, call } = place;
  const { database, id, tenantId } = content;
  if (model !== undefined) await chooseModel(call.caller, content, model);
  const session = await getOrCreateSession(place);
  return database.transaction(async () => {
    await database.lock(`chat session ${session.id}`);
    if ((await listThreads(place)).length >= MOST_THREADS)
      throw new ConflictError(`There are ${MOST_THREADS} threads about this piece already.`, {
        hint: 'Continue one of them, or erase the chat.',
      });
    if (model !== undefined) {
      session.model = model;
      await session.save();
    }
    const thread = await new ContentChatThreads(database).add({
      sessionId: session.id,
      contentId: id,
      tenantId,
      participant,
      ...(title === undefined ? {} : { title }),
      referenceIds: referenceIds ?? [],
    });
    return { session, thread };
  });
}
