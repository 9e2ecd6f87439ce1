import { type Call, type Database, forgetAnswers, type JsonObject, SYSTEM_CALL, readAll } from '@colophon/core';
import { PendingCalls } from '@colophon/core/approvals';
import { recordEvent } from '../events/record-event.ts';
import { contentChat } from './chat-settings.ts';
import { ContentChatMessages } from './chat-message.ts';
import { ContentChatProposals } from './chat-proposal.ts';
import { type ContentChatSession, ContentChatSessions } from './chat-session.ts';
import { ContentChatThreads } from './chat-thread.ts';
import { endApprovalsOf, personOf } from './proposal-approval.ts';
import { giveUpLostReplies } from './make-reply.ts';
import { runningReply } from './running-replies.ts';

const DAY_MS = 86_400_000;
/** In days after the last message. */
export const CHAT_KEPT = 180;
const AT_ONCE = 100;

/**
 * Erases a session with all its messages. Of applied proposals, the changed fields, the model and the
 * time are kept; their texts, and all other proposals, are deleted.
 */
export async function eraseSession(database: Database, session: ContentChatSession, call: Pick<Call, 'now'>): Promise<void> {
  const { id, participant, contentId, tenantId } = session;
  const threads = database.dialect.builder.selectFrom('content_chat_threads').select('id').where('sessionId', '=', id);
  const streaming = database.dialect.builder
    .selectFrom('content_chat_messages')
    .select('id')
    .where('threadId', 'in', threads)
    .where('status', '=', 'streaming');
  for (const row of await database.all(streaming.compile())) runningReply(String(row['id']))?.stop();
  await database.transaction(async () => {
    const named = (await database.all(threads.compile())).map((row) => String(row['id']));
    await forgetAnswers(database, id, ...named);
    await endApprovalsOf(database, named, call.now);
    await blankProposals(database, contentId, participant);
    await new ContentChatSessions(database).remove(id);
    await recordEvent(database, call, { kind: 'chat.erased', objectType: 'contents', objectId: contentId, tenantId, data: {} });
  });
}

/** Erases all of them together: a remaining proposal would belong to no chat, and could not be found. */
async function blankProposals(database: Database, contentId: string, participant: string): Promise<void> {
  const { builder } = database.dialect;
  const remove = builder
    .deleteFrom('content_chat_proposals')
    .where('contentId', '=', contentId)
    .where('participant', '=', participant)
    .where('status', '<>', 'applied');
  await database.run(remove.compile());
  for (let last = ''; ;) {
    const applied = await new ContentChatProposals(database).list({
      where: { contentId, participant, status: 'applied', id: { gt: last } } as never,
      orderBy: 'id',
      limit: AT_ONCE,
    });
    for (const { id, changes } of applied) {
      const fields = [...new Set(changes.map(({ field }) => field))].map((field) => ({ field }));
      const update = builder
        .updateTable('content_chat_proposals')
        .set({ changes: database.dialect.encode('json', fields), applied: null, reason: '' })
        .where('id', '=', id);
      await database.run(update.compile());
    }
    const { id } = applied.at(-1) ?? {};
    if (id === undefined || applied.length < AT_ONCE) return;
    last = id;
  }
}

/** Erases all chats of a participant with the assistant. @returns the number of sessions */
export async function eraseChatOf(database: Database, participant: string, call: Pick<Call, 'now'> = SYSTEM_CALL): Promise<number> {
  await eraseInputs(database, personOf(participant));
  for (let erased = 0; ;) {
    const sessions = await new ContentChatSessions(database).list({ where: { participant } as never, limit: AT_ONCE });
    for (const session of sessions) await eraseSession(database, session, call);
    erased += sessions.length;
    if (sessions.length < AT_ONCE) return erased;
  }
}

/** Erases the arguments of calls that programs made for a person; the records of who decided stay. */
async function eraseInputs(database: Database, userId: string): Promise<void> {
  const { builder } = database.dialect;
  const update = builder.updateTable('pending_calls').set({ input: null }).where('userId', '=', userId).where('input', 'is not', null);
  await database.run(update.compile());
}

/** Erases inactive chats, and those of closed accounts. @returns the number of chats */
export async function sweepChat(database: Database, days: number = CHAT_KEPT, now = new Date()): Promise<number> {
  await giveUpLostReplies(database, now);
  const before = database.dialect.encode('datetime', new Date(now.getTime() - days * DAY_MS).toISOString());
  const { builder } = database.dialect;
  const old = builder
    .selectFrom('content_chat_sessions')
    .select('id')
    .where((each) =>
      each.or([each('lastMessageAt', '<', before), each.and([each('lastMessageAt', 'is', null), each('created_at', '<', before)])]),
    )
    .limit(AT_ONCE);
  const ids = (await database.all(old.compile())).map((row) => String(row['id']));
  const sessions = new ContentChatSessions(database);
  let erased = 0;
  for (const id of ids) {
    const session = await sessions.get(id);
    if (!session) continue;
    await eraseSession(database, session, { now: () => now });
    erased += 1;
  }
  for (const participant of await closedAccounts(database)) erased += await eraseChatOf(database, participant, { now: () => now });
  return erased;
}

async function closedAccounts(database: Database): Promise<string[]> {
  const { openAccounts } = database.ports.use(contentChat);
  if (!openAccounts) return [];
  const query = database.dialect.builder
    .selectFrom('content_chat_sessions')
    .select('participant')
    .distinct()
    .where('participant', 'like', 'user:%');
  const all = (await database.all(query.compile())).map((row) => String(row['participant']));
  const closed: string[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE);
    const open = await openAccounts(some.map((each) => each.slice('user:'.length)));
    closed.push(...some.filter((each) => !open.has(each.slice('user:'.length))));
  }
  return closed;
}

/** All that is stored of a participant's chats with the assistant. */
export interface ChatExport {
  /** Their messages and the replies. */
  readonly chat: readonly JsonObject[];
  readonly chatThreads: readonly JsonObject[];
  /** What the assistant proposed to them. */
  readonly chatProposals: readonly JsonObject[];
  /** What programs asked them, and what they decided. */
  readonly pendingCalls: readonly JsonObject[];
}

/** Returns the messages, replies, conversations and proposals of a participant, for a data export. */
export async function exportChatOf(database: Database, participant: string): Promise<ChatExport> {
  const messages = await readAll(new ContentChatMessages(database), { participant });
  const threads = await readAll(new ContentChatThreads(database), { participant });
  const proposals = await readAll(new ContentChatProposals(database), { participant });
  const calls = await readAll(new PendingCalls(database), { userId: personOf(participant) });
  return {
    chat: messages.map((each) => each.toJSON()),
    chatThreads: threads.map((each) => each.toJSON()),
    chatProposals: proposals.map((each) => each.toJSON()),
    pendingCalls: calls.map((each) => ({ ...each.toJSON(), ...(each.input === null ? {} : { input: each.input }) })),
  };
}
