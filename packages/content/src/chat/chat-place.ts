import { type Call, NotFoundError, UnauthenticatedError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { type ContentChatSession, ContentChatSessions } from './chat-session.ts';
import { type ContentChatThread, ContentChatThreads } from './chat-thread.ts';
import { participantOf } from './participant.ts';

/** A piece, and who talks about it. */
export interface ChatPlace {
  readonly content: ContentRecord;
  readonly participant: string;
  readonly call: Call;
}

/**
 * Whoever may read the drafts of a piece may talk about it.
 *
 * @throws UnauthenticatedError for strangers, NotFoundError for everybody else who may not
 */
export function chatPlace(content: ContentRecord, call: Call): ChatPlace {
  const participant = participantOf(call.caller);
  if (participant === undefined) throw new UnauthenticatedError('Sign in to chat.');
  if (!isTenantStaff(call.caller, content as unknown as Readonly<Record<string, unknown>>) || content.status === 'deleted')
    throw new NotFoundError(`There is no Content ${content.id}.`);
  return { content, participant, call };
}

/** The session of this person and piece; made when there is none, and one however many ask at once. */
export function getOrCreateSession({ content, participant }: ChatPlace): Promise<ContentChatSession> {
  const { database, id, tenantId } = content;
  return new ContentChatSessions(database).getOrUpsert({ participant, contentId: id, tenantId });
}

/** Their threads about it, the newest first. */
export function listThreads({ content, participant }: ChatPlace): Promise<ContentChatThread[]> {
  return new ContentChatThreads(content.database).list({
    where: { contentId: content.id, participant } as never,
    orderBy: '-created_at,-id',
    limit: MOST_THREADS,
  });
}

/** Threads of one session. */
export const MOST_THREADS = 50;

/** A thread of this person about this piece, checked from end to end. @throws NotFoundError */
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
