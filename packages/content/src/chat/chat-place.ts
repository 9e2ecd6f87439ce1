import { type Call, NotFoundError, UnauthenticatedError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { type ContentChatSession, ContentChatSessions } from './chat-session.ts';
import { type ContentChatThread, ContentChatThreads } from './chat-thread.ts';
import { participantOf } from './participant.ts';

/** A piece and the participant of the chat. */
export interface ChatPlace {
  readonly content: ContentRecord;
  readonly participant: string;
  readonly call: Call;
}

/**
 * Requires permission to chat about a piece: anyone who can read its drafts has it.
 *
 * @throws UnauthenticatedError for callers who are not signed in, NotFoundError for others without permission
 */
export function chatPlace(content: ContentRecord, call: Call): ChatPlace {
  const participant = participantOf(call.caller);
  if (participant === undefined) throw new UnauthenticatedError('Sign in to chat.');
  if (!isTenantStaff(call.caller, content as unknown as Readonly<Record<string, unknown>>) || content.status === 'deleted')
    throw new NotFoundError(`There is no content ${content.id}.`);
  return { content, participant, call };
}

/** Returns the session of this person and piece, creating it if needed; concurrent requests get the same one. */
export function getOrCreateSession({ content, participant }: ChatPlace): Promise<ContentChatSession> {
  const { database, id, tenantId } = content;
  return new ContentChatSessions(database).getOrUpsert({ participant, contentId: id, tenantId });
}

/** Returns the person's threads about the piece, newest first. */
export function listThreads({ content, participant }: ChatPlace): Promise<ContentChatThread[]> {
  return new ContentChatThreads(content.database).list({
    where: { contentId: content.id, participant } as never,
    orderBy: '-created_at,-id',
    limit: MOST_THREADS,
  });
}

/** The threads of one session. */
export const MOST_THREADS = 50;

/** Returns a thread, after checking that it belongs to this person and piece. @throws NotFoundError */
export async function requireThread({ content, participant }: ChatPlace, threadId: string): Promise<ContentChatThread> {
  const thread = await new ContentChatThreads(content.database).get(threadId);
  const session = thread && (await new ContentChatSessions(content.database).get(thread.sessionId));
  const fits =
    thread?.contentId === content.id &&
    thread.participant === participant &&
    session?.contentId === content.id &&
    session.participant === participant;
  if (!thread || !fits) throw new NotFoundError(`There is no thread ${threadId.slice(0, 200)} of yours about this piece.`);
  return thread;
}
