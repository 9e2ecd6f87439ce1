import { type Call, NotFoundError } from '@colophon/core';
import { hasTable } from '@colophon/core';
import { PendingCalls } from '@colophon/core/approvals';
import { Attempts } from '@colophon/core/throttle';
import { z } from 'zod';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { ApplyInput, MessageInput, MessagesInput, ProposalInput, StopInput, ThreadInput } from './chat-inputs.ts';
import { type ContentChatMessage, ContentChatMessages } from './chat-message.ts';
import { chatPlace, getOrCreateSession, listThreads } from './chat-place.ts';
import { type ContentChatProposal, ContentChatProposals } from './chat-proposal.ts';
import { contentChatRoutes } from './chat-routes.ts';
import { type ContentChatSession, ContentChatSessions } from './chat-session.ts';
import { type ContentChatThread, ContentChatThreads } from './chat-thread.ts';
import { chooseModel } from './choose-model.ts';
import { applyProposal, type Decision, dismissProposal, takeBackProposal } from './decide-proposal.ts';
import { eraseSession, sweepChat } from './erase-chat.ts';
import { listMessages, proposalsOf, type ThreadMessages } from './list-messages.ts';
import { sendMessage } from './send-message.ts';
import { stopReplies } from './running-replies.ts';
import { stopMessage } from './stop-message.ts';
import { type ChatThreadMade, createThread } from './threads.ts';

/** How long a request waits for a reply; after that the client follows the events of the reply. */
const AWAITED_MS = 60_000;

const record = z.looseObject({ id: z.string() });
const ChatAnswer = z.union([
  z.object({ session: record, threads: z.array(record) }),
  z.object({ session: z.null(), notice: z.string().describe('Why there is no chat, for people.') }),
]);
const ThreadAnswer = z.object({ session: record, thread: record });
const MessagesAnswer = z.object({ thread: record, messages: z.array(record), proposals: z.array(record) });
const SentAnswer = z.object({ userMessage: record, agentMessage: record, session: record, proposals: z.array(record) });
const DecisionAnswer = z.object({ proposal: record, content: record });

/** The result of `getChat`. */
export type Chat =
  | { readonly session: ContentChatSession; readonly threads: readonly ContentChatThread[] }
  | { readonly session: null; readonly notice: string };

/** An assistant discusses a piece with its editors, and proposes changes that a person applies. */
export const chat = capability({
  tables: [ContentChatSessions, ContentChatThreads, ContentChatMessages, ContentChatProposals],
  stores: [Attempts, PendingCalls],
  routes: contentChatRoutes,
  sweeps: [(database, { keepChatDays }) => sweepChat(database, keepChatDays)],
  stop: stopReplies,
  record: {
    operations: {
      getChat: {
        method: 'GET',
        path: ['chat'],
        output: ChatAnswer,
        access: 'viewer',
        // Creates the session if there is none.
        effects: 'write',
        description: 'Get your chat with the assistant about the piece: your session and threads, or a notice why there is none.',
      },
      createChatThread: {
        path: ['chat'],
        input: ThreadInput,
        output: ThreadAnswer,
        access: 'viewer',
        creates: true,
        transaction: false,
        replay: false,
        description: 'Start a conversation with the assistant.',
      },
      listChatMessages: {
        method: 'GET',
        path: ['chat', '{threadId}', 'messages'],
        input: MessagesInput,
        output: MessagesAnswer,
        access: 'viewer',
        description: 'List the messages of one of your conversations, and the proposals in it.',
      },
      sendChatMessage: {
        path: ['chat', '{threadId}', 'messages'],
        input: MessageInput,
        output: SentAnswer,
        access: 'viewer',
        creates: true,
        transaction: false,
        bodyLimit: 2_000_000,
        replay: false,
        description: 'Send a message to the assistant. With Accept: text/event-stream the answer comes as it is made.',
      },
      stopChatMessage: {
        path: ['chat', '{threadId}', 'messages', '{messageId}', 'stop'],
        input: StopInput,
        output: record,
        access: 'viewer',
        transaction: false,
        replay: false,
        description: 'Stop a reply; the text received so far is kept.',
      },
      applyChatProposal: {
        path: ['chat', 'proposals', '{proposalId}', 'apply'],
        input: ApplyInput,
        output: DecisionAnswer,
        version: 'optional',
        transaction: false,
        replay: false,
        description: 'Apply a proposal of the assistant, as yourself.',
      },
      takeBackChatProposal: {
        path: ['chat', 'proposals', '{proposalId}', 'take-back'],
        input: ProposalInput,
        output: DecisionAnswer,
        version: 'optional',
        replay: false,
        description: 'Revert the changes of an applied proposal.',
      },
      dismissChatProposal: {
        path: ['chat', 'proposals', '{proposalId}', 'dismiss'],
        input: ProposalInput,
        output: record,
        access: 'viewer',
        replay: false,
        description: 'Dismiss a proposal.',
      },
      eraseChat: {
        method: 'DELETE',
        path: ['chat'],
        access: 'viewer',
        description: 'Erase your chat about the piece.',
      },
    },
    methods: {
      /** Returns the caller's session and threads about the piece, or a notice why there is no chat. */
      async getChat(this: ContentRecord, call: Call = this.call): Promise<Chat> {
        const { database } = this;
        if (!(await hasTable(database, 'content_chat_sessions'))) return { session: null, notice: 'Chat is not set up in this database.' };
        const place = chatPlace(this, call);
        const chosen = await chooseModel(call.caller, this, undefined);
        if ('notice' in chosen) return { session: null, notice: chosen.notice };
        return { session: await getOrCreateSession(place), threads: await listThreads(place) };
      },

      /** Starts a conversation. */
      createChatThread(this: ContentRecord, input: ThreadInput = {}, call: Call = this.call): Promise<ChatThreadMade> {
        return createThread(chatPlace(this, call), input);
      },

      /** Returns the messages of one of the caller's conversations, oldest first. */
      listChatMessages(this: ContentRecord, input: MessagesInput, call: Call = this.call): Promise<ThreadMessages> {
        return listMessages(chatPlace(this, call), input);
      },

      /** Sends a message to the assistant, and waits up to a minute for the reply. */
      async sendChatMessage(this: ContentRecord, input: MessageInput, call: Call = this.call) {
        const { userMessage, agentMessage, session, ended } = await sendMessage(chatPlace(this, call), input);
        await atMost(ended, AWAITED_MS);
        const reply: ContentChatMessage = await new ContentChatMessages(this.database).require(agentMessage.id);
        const proposals: readonly ContentChatProposal[] = await proposalsOf(this.database, [reply.id]);
        return { userMessage, agentMessage: reply, session, proposals };
      },

      /** Stops a reply, in whichever process it runs. */
      stopChatMessage(this: ContentRecord, input: StopInput, call: Call = this.call): Promise<ContentChatMessage> {
        return stopMessage(chatPlace(this, call), input);
      },

      /** Applies a proposal as the caller. @throws ConflictError `proposal_stale`, `proposal_state` */
      applyChatProposal(this: ContentRecord, input: ApplyInput, call: Call = this.call): Promise<Decision> {
        return applyProposal(this, input, call);
      },

      /** Reverts the changes of an applied proposal. @throws ConflictError `proposal_stale`, `proposal_state` */
      takeBackChatProposal(this: ContentRecord, { proposalId }: ProposalInput, call: Call = this.call): Promise<Decision> {
        return takeBackProposal(this, proposalId, call);
      },

      /** Dismisses a proposal. @throws ConflictError `proposal_state` */
      dismissChatProposal(this: ContentRecord, { proposalId }: ProposalInput, call: Call = this.call): Promise<ContentChatProposal> {
        return dismissProposal(chatPlace(this, call), proposalId);
      },

      /** Erases the caller's chat about the piece. @throws NotFoundError if there is none */
      async eraseChat(this: ContentRecord, call: Call = this.call): Promise<void> {
        const { participant } = chatPlace(this, call);
        const session = await new ContentChatSessions(this.database).find({ participant, contentId: this.id });
        if (!session) throw new NotFoundError('You have no chat about this piece.');
        await eraseSession(this.database, session, call);
      },
    },
  },
});

async function atMost(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds).unref()));
  await Promise.race([work, over]);
  clearTimeout(timer);
}
