import { type Call, type Database, type DatabaseOption, makeCall, UsageError } from '@colophon/core';
import { type ChatPlace, chatPlace, getOrCreateSession, listThreads } from '../chat-place.ts';
import type { ContentChatMessage } from '../chat-message.ts';
import type { ContentChatProposal } from '../chat-proposal.ts';
import type { ContentChatSession } from '../chat-session.ts';
import type { ContentChatThread } from '../chat-thread.ts';
import type { ChatSettings } from '../chat-settings.ts';
import { followReply, type ReplyEvent } from '../follow-reply.ts';
import { listMessages, type ThreadMessages } from '../list-messages.ts';
import { sendMessage } from '../send-message.ts';
import { type ChatThreadMade, createThread } from '../threads.ts';
import { Contents } from '../../content/contents.ts';
import { readInput } from '../../record/read-input.ts';
import { MessageInput, MessagesInput, ThreadInput } from '../chat-inputs.ts';

/**
 * The person and the piece of a chat. The host has authenticated the person: a helper does not check again, and grants the rights of a
 * viewer of the tenant, unless `call` is given.
 */
export interface ContentEditorChat {
  readonly db: DatabaseOption;
  readonly tenantId?: string | null | undefined;
  /** The account (`user:` is prepended to a bare id), or `token:<id>`. */
  readonly profileId: string;
  readonly contentId: string;
  /** The collection to read the piece from; default: one of `db`. */
  readonly contents?: Contents | undefined;
  readonly call?: Call | undefined;
}

/**
 * Returns the session of a person for a piece and its threads, newest first. The session is created if there is none.
 *
 * @throws NotFoundError if they may not read drafts of the piece
 * @example
 * const { session, threads } = await getOrCreateContentEditorChatSession({ db: database, profileId: 'anna', contentId: article.id });
 */
export async function getOrCreateContentEditorChatSession(
  chat: ContentEditorChat,
): Promise<{ session: ContentChatSession; threads: readonly ContentChatThread[] }> {
  const place = await placeOf(chat);
  return { session: await getOrCreateSession(place), threads: await listThreads(place) };
}

/** Creates a thread of a person for a piece. */
export async function createContentEditorChatThread(
  input: ContentEditorChat & ThreadInput & { readonly sessionId?: string | undefined },
): Promise<ChatThreadMade> {
  const { title, model, referenceIds } = input;
  return createThread(await placeOf(input), readInput(ThreadInput, { title, model, referenceIds }));
}

/** Returns the messages of a thread, oldest first, and the assistant's proposals. */
export async function listContentEditorChatThreadMessages(
  input: ContentEditorChat & { readonly threadId: string; readonly limit?: number | undefined; readonly before?: number | undefined },
): Promise<ThreadMessages> {
  const { threadId, limit, before } = input;
  return listMessages(await placeOf(input), readInput(MessagesInput, { threadId, limit, before }));
}

/** A sent message, and the reply to it. */
export interface ContentEditorChatReply {
  readonly userMessage: ContentChatMessage;
  /** Its state when the reply began; `events` delivers its text. */
  readonly agentMessage: ContentChatMessage;
  readonly session: ContentChatSession;
  /** The proposals when the reply began: none; `events` delivers more. */
  readonly proposals: readonly ContentChatProposal[];
  /** The events of the reply. Leaving the loop does not stop it. */
  readonly events: AsyncIterable<ReplyEvent>;
}

/**
 * Sends a message to the assistant. The reply is generated whether anyone reads it or not.
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
  if (id === '') throw new UsageError('profileId must be the id of the account, user:<id> or token:<id>.');
  return { kind: kind as 'user' | 'token', id };
}

function isDatabase(db: DatabaseOption): db is Database {
  return typeof (db as Partial<Database>).transaction === 'function';
}
