import type { Database } from '@colophon/core';
import { type AnswerSource, answerSources } from '../record/answer-sources.ts';
import type { ChatUsage } from './chat-message.ts';
import { ContentChatProposals } from './chat-proposal.ts';
import type { Chosen } from './choose-model.ts';
import { type ChatModelRequest, contentChat } from './chat-settings.ts';
import { askForApproval } from './proposal-approval.ts';
import { PROPOSE_CHANGES, readProposal } from './propose-tool.ts';
import { RunningReply, runReply, Stopped } from './running-replies.ts';
import type { ShownFields } from './shown-fields.ts';

const TIMEOUT_MS = 120_000;
const MAXIMUM_TOKENS = 2000;
/** How often the partial reply is stored, in milliseconds and in characters. */
const STORE_EVERY_MS = 300;
const STORE_EVERY = 500;
const LONGEST_REPLY = 100_000;
/** Limits for proposals in a reply and in a thread, and for their characters in total. */
const MOST_PROPOSALS = 5;
const MOST_PROPOSALS_OF_THREAD = 200;
const LONGEST_PROPOSALS = 1_000_000;
const UNUSABLE = 'A proposal of the assistant could not be used.';

/** The parameters of a reply. */
export interface ReplyOrder {
  readonly database: Database;
  readonly messageId: string;
  readonly threadId: string;
  readonly contentId: string;
  readonly tenantId: string | null;
  readonly participant: string;
  readonly baseRev: number;
  readonly shown: ShownFields;
  readonly chosen: Chosen;
  readonly request: Pick<ChatModelRequest, 'system' | 'messages' | 'tools'>;
  readonly onError: (error: unknown) => void;
}

/** The outcome of a reply. */
interface Ending {
  readonly status: 'done' | 'failed' | 'stopped';
  readonly errorCode: string | null;
  readonly model: string | null;
  readonly usage: ChatUsage | null;
  /** What the reply used. */
  readonly sources?: readonly AnswerSource[];
}

/** Starts a reply in the background. Its text is stored as it grows, so that any process can stream it. */
export function startReply(order: ReplyOrder): Promise<void> {
  const reply = new RunningReply(order.messageId);
  return runReply(reply, async () => {
    const ending = await answer(reply, order);
    await close(reply, order, ending).catch((error: unknown) => {
      order.onError(error);
      // A thread is not blocked by an outcome that cannot be stored.
      const failed = { status: 'failed', errorCode: 'chat_unavailable', model: null, usage: null } as const;
      return close(reply, order, failed).catch(order.onError);
    });
  });
}

async function answer(reply: RunningReply, order: ReplyOrder): Promise<Ending> {
  const { timeout = TIMEOUT_MS, maxTokens = MAXIMUM_TOKENS } = order.database.ports.use(contentChat);
  const signal = AbortSignal.any([reply.signal, AbortSignal.timeout(timeout)]);
  const store = storing(reply, order);
  let model: string | null = order.chosen.name ?? null;
  let usage: ChatUsage | null = null;
  let sources: readonly AnswerSource[] = [];
  try {
    const events = order.chosen.model.reply({ ...order.request, model: order.chosen.name, maxTokens }, signal)[Symbol.asyncIterator]();
    for (;;) {
      const { value: event, done } = await untilAborted(events.next(), signal);
      if (done) break;
      if ('text' in event) {
        reply.append(storable(event.text).slice(0, LONGEST_REPLY - reply.text.length));
        store.soon();
      } else if ('toolCall' in event) {
        await keepProposal(reply, order, event.toolCall);
      } else {
        model = storableModel(event.finish.model) ?? model;
        usage = event.finish.usage;
        sources = answerSources(event.finish.sources);
      }
    }
    return { status: 'done', errorCode: null, model, usage, sources };
  } catch (error) {
    if (reply.signal.aborted && reply.signal.reason instanceof Stopped) return { status: 'stopped', errorCode: null, model, usage };
    if (!signal.aborted) order.onError(error);
    return { status: 'failed', errorCode: signal.aborted ? 'reply_timeout' : codeOf(error), model, usage };
  } finally {
    await store.end();
  }
}

/** What people are told of the failure of a model: that its budget is used up is nothing that trying again would help. */
function codeOf(error: unknown): string {
  return (error as { code?: unknown } | null)?.code === 'SPENDING_LIMIT_EXCEEDED' ? 'budget_spent' : 'chat_unavailable';
}

/** Stores the text so far at intervals, and checks whether another process requested a stop. */
function storing(reply: RunningReply, order: ReplyOrder): { soon(): void; end(): Promise<void> } {
  let stored = 0;
  let running: Promise<void> = Promise.resolve();
  let isBusy = false;
  const round = (): void => {
    if (isBusy) return;
    isBusy = true;
    running = beat(reply, order)
      .then((length) => {
        stored = length;
      }, order.onError)
      .finally(() => {
        isBusy = false;
      });
  };
  const timer = setInterval(round, STORE_EVERY_MS).unref();
  return {
    soon: () => {
      if (reply.text.length - stored >= STORE_EVERY) round();
    },
    end: () => {
      clearInterval(timer);
      return running;
    },
  };
}

async function beat(reply: RunningReply, { database, messageId }: ReplyOrder): Promise<number> {
  const { builder } = database.dialect;
  const content = wholeCharacters(reply.text);
  const beatAt = database.dialect.encode('datetime', new Date().toISOString());
  const update = builder
    .updateTable('content_chat_messages')
    .set({ content, beatAt })
    .where('id', '=', messageId)
    .where('status', '=', 'streaming');
  const changed = await database.run(update.compile());
  const row = await database.first(
    builder.selectFrom('content_chat_messages').select('stopRequestedAt').where('id', '=', messageId).compile(),
  );
  // Erased, given up as lost, or stopped.
  if (changed === 0 || (row?.['stopRequestedAt'] ?? null) !== null) reply.stop();
  return content.length;
}

/** Stores the outcome of a reply, unless it was already decided. */
async function close(reply: RunningReply, { database, messageId, threadId }: ReplyOrder, ending: Ending): Promise<void> {
  const text = wholeCharacters(reply.text).toWellFormed();
  const { builder } = database.dialect;
  const usage = ending.usage === null ? null : database.dialect.encode('json', ending.usage);
  await database.transaction(async () => {
    const { status, errorCode, model } = ending;
    const { sources: used = [] } = ending;
    const sources = used.length === 0 ? null : database.dialect.encode('json', used);
    const update = builder.updateTable('content_chat_messages').set({ content: text, status, errorCode, model, usage, sources });
    await database.run(update.where('id', '=', messageId).where('status', '=', 'streaming').compile());
    if (model !== null) {
      const proposals = builder.updateTable('content_chat_proposals').set({ model });
      await database.run(proposals.where('messageId', '=', messageId).where('model', 'is', null).compile());
    }
    const tokens = (ending.usage?.inputTokens ?? 0) + (ending.usage?.outputTokens ?? 0);
    const session = builder.selectFrom('content_chat_threads').select('sessionId').where('id', '=', threadId);
    await database.run(
      builder
        .updateTable('content_chat_sessions')
        .set((each) => ({ tokensUsed: each('tokensUsed', '+', tokens) }))
        .where('id', 'in', session)
        .compile(),
    );
  });
}

/** An unknown tool or an unusable call results in a sentence in the reply, and nothing else. */
async function keepProposal(reply: RunningReply, order: ReplyOrder, call: { name: string; arguments: string }): Promise<void> {
  const isKnown = call.name === PROPOSE_CHANGES.name && (await hasRoom(reply, order, call.arguments.length));
  const read = isKnown ? readProposal(call.arguments, order.shown) : undefined;
  if (!read) {
    if (!reply.text.endsWith(UNUSABLE)) reply.append(`${reply.text === '' ? '' : '\n\n'}${UNUSABLE}`);
    return;
  }
  const { database, messageId, threadId, contentId, tenantId, participant, baseRev, chosen } = order;
  const proposed = { messageId, threadId, contentId, tenantId, participant, baseRev, ...read, model: chosen.name ?? null };
  await database.transaction(async () => {
    const approvalId = await askForApproval(database, proposed, () => new Date());
    await new ContentChatProposals(database).add({ ...proposed, approvalId } as never);
  });
  reply.tellOfProposal(call.arguments.length);
}

async function hasRoom(reply: RunningReply, { database, threadId }: ReplyOrder, length: number): Promise<boolean> {
  if (reply.proposals >= MOST_PROPOSALS || reply.proposedLength + length > LONGEST_PROPOSALS) return false;
  return (await new ContentChatProposals(database).count({ where: { threadId } as never })) < MOST_PROPOSALS_OF_THREAD;
}

/** Settles when the model does, or when waiting is aborted: a model that ignores the signal blocks nothing. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Removes an incomplete surrogate pair at the end, whose second half is still to come. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** Returns the vendor's name of a model, shortened to fit the columns. */
function storableModel(name: string | null): string | null {
  return name === null ? null : wholeCharacters(storable(name).slice(0, 200)).toWellFormed() || null;
}

function storable(text: string): string {
  return text.replaceAll('\0', '');
}

/** A reply without any update for this long was lost with its process. */
export const LOST_AFTER_MS = 30_000;

/** Ends replies whose process is gone. @returns the number of replies */
export async function giveUpLostReplies(database: Database, now = new Date()): Promise<number> {
  const before = database.dialect.encode('datetime', new Date(now.getTime() - LOST_AFTER_MS).toISOString());
  const update = database.dialect.builder
    .updateTable('content_chat_messages')
    .set({ status: 'failed', errorCode: 'reply_lost' })
    .where('status', '=', 'streaming')
    .where('beatAt', '<', before);
  return database.run(update.compile());
}
