import { type Call, type Database, type DatabaseOption, makeCall, UsageError } from '@colophon/core';
import { type ChatPlace, chatPlace, getOrCreateSession, listThreads } from '../chat/chat-place.ts';
import type { ContentChatMessage } from '../chat/chat-message.ts';
import type { ContentChatProposal } from '../chat/chat-proposal.ts';
import type { ContentChatSession } from '../chat/chat-session.ts';
import type { ContentChatThread } from '../chat/chat-thread.ts';
import type { ChatSettings } from '../chat/configure-chat.ts';
import { followReply, type ReplyEvent } from '../chat/follow-reply.ts';
import { listMessages, type ThreadMessages } from '../chat/list-messages.ts';
import { sendMessage } from '../chat/send-message.ts';
import { type ChatThreadMade, createThread } from '../chat/threads.ts';
import { Contents } from '../content/contents.ts';
import { readInput } from '../record/read-input.ts';
import { MessageInput, MessagesInput, ThreadInput } from '../chat/chat-inputs.ts';

/**
 * Whose chat about which piece. The host has found out who that is: a helper asks nobody again, and lets them do what a viewer
 * of their tenant may, unless `call` says otherwise.
 */
export interface ContentEditorChat {
  readonly db: DatabaseOption;
  readonly tenantId?: string | null | undefined;
  /** The account (`user:` is added to a bare id), or `token:<id>`. */
  readonly profileId: string;
  readonly contentId: string;
  /** The collection to read the piece from; one of `db` unless given. */
  readonly contents?: Contents | undefined;
  readonly call?: Call | undefined;
}

/**
 * The session of a person about a piece and its threads, the newest first. The session is made when there is none.
 *
 * @throws NotFoundError when they may not read drafts of the piece
 * @example
 * const { session, threads } = await getOrCreateContentEditorChatSession({ db: database, profileId: 'anna', contentId: article.id });
 */
export async function getOrCreateContentEditorChatSession(
  chat: ContentEditorChat,
): Promise<{ session: ContentChatSession; threads: readonly ContentChatThread[] }> {
  const place = await placeOf(chat);
  return { session: await getOrCreateSession(place), threads: await listThreads(place) };
}

/** Begins a thread of a person about a piece. */
export async function createContentEditorChatThread(
  input: ContentEditorChat & ThreadInput & { readonly sessionId?: string | undefined },
): Promise<ChatThreadMade> {
  const { title, model, referenceIds } = input;
  return createThread(await placeOf(input), readInput(ThreadInput, { title, model, referenceIds }));
}

/** What was said in a thread, the oldest first, and what the assistant proposed. */
export async function listContentEditorChatThreadMessages(
  input: ContentEditorChat & { readonly threadId: string; readonly limit?: number | undefined; readonly before?: number | undefined },
): Promise<ThreadMessages> {
  const { threadId, limit, before } = input;
  return listMessages(await placeOf(input), readInput(MessagesInput, { threadId, limit, before }));
}

/** A message that was sent, and the reply to it. */
export interface ContentEditorChatReply {
  readonly userMessage: ContentChatMessage;
  /** As it was when the reply began; its text comes by `events`. */
  readonly agentMessage: ContentChatMessage;
  readonly session: ContentChatSession;
  /** What was proposed by the time that the reply began: nothing; more comes by `events`. */
  readonly proposals: readonly ContentChatProposal[];
  /** The reply as it is made. Leaving the loop stops nothing. */
  readonly events: AsyncIterable<ReplyEvent>;
}

/**
 * Says something to the assistant. The reply is made whether anybody follows it or not.
 *
 * @throws ConflictError `reply_in_progress`, TooManyAttemptsError, ColophonError `chat_unavailable`
 */
export async function sendContentEditorChatThreadMessage(
  input: ContentEditorChat &
    MessageInput & {
      readonly sessionId?: string | undefined;
      readonly signal?: AbortSignal | undefined;
      readonly chooseModel?: ChatSettings['chooseModel'];
      readonly onError?: (error: unknown) => void;
    },
): Promise<ContentEditorChatReply> {
  const { threadId, content, model, currentEditorState, formFields, referenceIds, signal, chooseModel, onError } = input;
  const place = await placeOf(input);
  const message = readInput(MessageInput, { threadId, content, model, currentEditorState, formFields, referenceIds });
  const sent = await sendMessage(place, message, { ...(chooseModel ? { chooseModel } : {}), ...(onError ? { onError } : {}) });
  const { userMessage, agentMessage, session, proposals } = sent;
  const events = followReply(place.content.database, agentMessage.id, { signal });
  return { userMessage, agentMessage, session, proposals, events };
}

async function placeOf({ db, tenantId = null, profileId, contentId, contents, call }: ContentEditorChat): Promise<ChatPlace> {
  const made = call ?? makeCall({ caller: { ...participantOf(profileId), name: null, tenantId, role: 'viewer' } });
  const database = contents?.database ?? (isDatabase(db) ? db : (await Contents.create({ db })).database);
  return chatPlace(await new Contents(database, made).require(contentId), made);
}

function participantOf(profileId: string): { kind: 'user' | 'token'; id: string } {
  const [, kind = 'user', id = ''] = /^(?:(user|token):)?(.+)$/.exec(profileId) ?? [];
  if (id === '') throw new UsageError('profileId names the account: an id, user:<id> or token:<id>.');
  return { kind: kind as 'user' | 'token', id };
}

function isDatabase(db: DatabaseOption): db is Database {
  return typeof (db as Partial<Database>).transaction === 'function';
}
