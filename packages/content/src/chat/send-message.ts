import { type Call, ConflictError, type Database } from '@colophon/core';
import { type Allowance, reserveAttempt } from '@colophon/core/throttle';
import { type ContentChatMessage, ContentChatMessages } from './chat-message.ts';
import type { MessageInput } from './chat-inputs.ts';
import { type ChatPlace, requireThread } from './chat-place.ts';
import type { ContentChatProposal } from './chat-proposal.ts';
import { type ContentChatSession, ContentChatSessions } from './chat-session.ts';
import { type ContentChatThread, ContentChatThreads } from './chat-thread.ts';
import { chatUnavailable, chooseModel, type Chosen } from './choose-model.ts';
import { type ChatSettings, contentChat } from './chat-settings.ts';
import { giveUpLostReplies, startReply } from './make-reply.ts';
import { chatRequest } from './prompt.ts';
import { shownFields } from './shown-fields.ts';

const OF_PERSON: Allowance = { attempts: 30, windowMs: 600_000 };
const DAY_MS = 86_400_000;
const DAILY = 1000;
const MOST_MESSAGES = 200;
const HISTORY = 20;

/** A message and the reply in progress. */
export interface MessageSent {
  readonly userMessage: ContentChatMessage;
  readonly agentMessage: ContentChatMessage;
  readonly session: ContentChatSession;
  readonly thread: ContentChatThread;
  /** The proposals of the assistant; complete once the reply is done. */
  readonly proposals: readonly ContentChatProposal[];
  /** Settles when the reply has ended, whatever the outcome. */
  readonly ended: Promise<void>;
}

export interface SendOptions {
  readonly chooseModel?: ChatSettings['chooseModel'];
  readonly onError?: (error: unknown) => void;
}

/**
 * Sends a message to the assistant. The reply is created in the background, and stored as it grows.
 *
 * @throws ConflictError `reply_in_progress` @throws TooManyAttemptsError
 * @throws ColophonError `chat_unavailable`; the message is stored as failed
 */
export async function sendMessage(place: ChatPlace, input: MessageInput, options: SendOptions = {}): Promise<MessageSent> {
  const { content, call } = place;
  const { database } = content;
  const thread = await requireThread(place, input.threadId);
  const session = await new ContentChatSessions(database).require(thread.sessionId);
  const wanted = input.model ?? session.model ?? undefined;
  await reserve(place, call);
  const chosen = await chooseModel(call.caller, content, offered(database, wanted, input.model), options.chooseModel);
  if ('notice' in chosen) {
    await addTurn(place, thread, input, 'failed');
    throw chatUnavailable('no_model', chosen.notice);
  }
  const history = await historyOf(database, thread.id);
  const shown = shownFields(content, input);
  const asked = { content, call, history, question: input.content, shown, searchesWeb: chosen.model.searchesWeb };
  const request = await chatRequest(asked, input.referenceIds ?? thread.referenceIds);
  const { userMessage, agentMessage } = await addTurn(place, thread, input, 'done', chosen);
  const ended = startReply({
    database,
    messageId: (agentMessage as ContentChatMessage).id,
    threadId: thread.id,
    contentId: content.id,
    tenantId: content.tenantId,
    participant: place.participant,
    baseRev: content.rev,
    shown,
    chosen,
    request,
    onError: options.onError ?? database.ports.use(contentChat).onError ?? (() => undefined),
  });
  const counted = await new ContentChatSessions(database).require(session.id);
  return { userMessage, agentMessage: agentMessage as ContentChatMessage, session: counted, thread, proposals: [], ended };
}

/** A model remembered by the session is not used if it is no longer available. */
function offered(database: Database, wanted: string | undefined, picked: string | undefined): string | undefined {
  if (picked !== undefined) return picked;
  const { models = [], chooseModel: choose } = database.ports.use(contentChat);
  return wanted !== undefined && (choose !== undefined || models.includes(wanted)) ? wanted : undefined;
}

/** The person first, then the tenant, always in this order, so that two requests never deadlock. */
async function reserve({ content: { database, tenantId }, participant }: ChatPlace, { now }: Call): Promise<void> {
  const { daily = DAILY } = database.ports.use(contentChat);
  await database.transaction(async () => {
    await reserveAttempt(database, `chat-of:${participant}`, OF_PERSON, now());
    await reserveAttempt(database, `chat-to:${tenantId ?? ''}`, { attempts: daily, windowMs: DAY_MS }, now());
  });
}

async function historyOf(database: Database, threadId: string): Promise<{ role: 'user' | 'assistant'; content: string }[]> {
  const last = await new ContentChatMessages(database).list({
    where: { threadId, status: { in: ['done', 'stopped'] } } as never,
    orderBy: '-sequence',
    limit: HISTORY,
  });
  return last.toReversed().flatMap(({ role, content }) => (content === '' ? [] : [{ role: role as 'user' | 'assistant', content }]));
}

async function addTurn(
  { content, participant, call }: ChatPlace,
  thread: ContentChatThread,
  { content: said, model }: MessageInput,
  status: 'done' | 'failed',
  chosen?: Chosen,
): Promise<{ userMessage: ContentChatMessage; agentMessage?: ContentChatMessage }> {
  const { database, tenantId } = content;
  const now = call.now().toISOString();
  return database.transaction(async () => {
    await database.lock(`chat thread ${thread.id}`);
    await giveUpLostReplies(database, call.now());
    const messages = new ContentChatMessages(database);
    const [last] = await messages.list({ where: { threadId: thread.id } as never, orderBy: '-sequence', limit: 1 });
    if (last?.status === 'streaming')
      throw new ConflictError('The assistant is still replying.', {
        code: 'reply_in_progress',
        hint: 'Wait for the reply, or stop it.',
        retryable: true,
      });
    const number = last?.sequence ?? 0;
    if (number + 2 > MOST_MESSAGES)
      throw new ConflictError(`There are ${MOST_MESSAGES} messages in this thread already.`, { hint: 'Start another one.' });
    const common = { threadId: thread.id, participant, tenantId };
    const errorCode = status === 'failed' ? 'chat_unavailable' : null;
    const userMessage = await messages.add({ ...common, sequence: number + 1, role: 'user', content: said, status, errorCode });
    const agentMessage =
      status === 'failed'
        ? undefined
        : await messages.add({
            ...common,
            sequence: number + 2,
            role: 'assistant',
            status: 'streaming',
            replyTo: userMessage.id,
            model: chosen?.name ?? null,
            beatAt: new Date().toISOString(),
          });
    const added = agentMessage ? 2 : 1;
    await new ContentChatThreads(database).update(thread.id, { messageCount: number + added, lastMessageAt: now });
    const sessions = new ContentChatSessions(database);
    const session = await sessions.getForUpdate(thread.sessionId);
    if (session)
      await sessions.update(session.id, {
        messageCount: session.messageCount + added,
        lastMessageAt: now,
        ...(model === undefined ? {} : { model }),
      });
    return { userMessage, ...(agentMessage ? { agentMessage } : {}) };
  });
}
