import { newIntent, ProblemError } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';
import { problemOf } from '../editor/editor-problem.ts';
import type { EditorProblem } from '../editor/editor-problem.ts';
import { readAnswer } from '../read-answer.ts';
import { createStore, type Store } from '../store.ts';
import { takeEvent } from './chat-events.ts';
import {
  type ChatEvent,
  type ChatMessage,
  type ChatThread,
  isMessage,
  isProposal,
  isUnsent,
  messageBody,
  putMessage,
  streamingReply,
  type ThreadRecord,
  withLocal,
} from './chat-records.ts';
import type { AssistantContext } from './context.ts';
import { followThread } from './follow-thread.ts';
import type { Proposal } from './proposal.ts';

/** A chat about a piece. */
export interface ChatSnapshot {
  readonly status: 'loading' | 'ready' | 'off' | 'failed';
  /** Why there is no chat, as the server words it. */
  readonly notice: string | null;
  readonly problem: EditorProblem | null;
  readonly threads: readonly ChatThread[];
  /** Null before the first message of a new thread. */
  readonly threadId: string | null;
  readonly messages: readonly ChatMessage[];
  readonly proposals: readonly Proposal[];
  readonly isReplying: boolean;
}

export interface ChatSession extends Store<ChatSnapshot> {
  readonly open: () => Promise<void>;
  /** Shows a thread as stored. A reply that is being written in it is followed; that of the previous thread continues on the server. */
  readonly choose: (threadId: string | null) => Promise<void>;
  /**
   * Sends a message with the state of the editor; resolves when the reply is complete. `instead` is the id of the rejected message that is
   * sent again.
   */
  readonly say: (content: string, context: AssistantContext | null, instead?: string) => Promise<void>;
  /** Stops the reply, as soon as there is one; the text received so far is kept. */
  readonly stop: () => Promise<void>;
  readonly decide: (proposalId: string, what: 'apply' | 'dismiss' | 'take-back') => Promise<void>;
  readonly dispose: () => void;
}

const LONGEST_TITLE = 60;
/** As many as a thread can have. */
const MOST_MESSAGES = 200;
const DECIDED = { apply: 'applied', dismiss: 'dismissed', 'take-back': 'open' } as const;

const EMPTY: ChatSnapshot = Object.freeze({
  status: 'loading',
  notice: null,
  problem: null,
  threads: [],
  threadId: null,
  messages: [],
  proposals: [],
  isReplying: false,
});

/**
 * Creates a chat with an assistant about a piece, over its chat routes.
 *
 * @example
 * const chat = createChatSession({ client, contentId: id });
 * await chat.open();
 * await chat.say('Shorten the title.', assistantContext(editor));
 */
export function createChatSession(options: { readonly client: ColophonClient; readonly contentId: string }): ChatSession {
  return new Conversation(options.client, options.contentId);
}

class Conversation implements ChatSession {
  readonly #client: ColophonClient;
  readonly #contentId: string;
  readonly #control = new AbortController();
  readonly #store = createStore<ChatSnapshot>(EMPTY);
  readonly getSnapshot = this.#store.getSnapshot;
  readonly subscribe = this.#store.subscribe;
  /** Ends when another thread is shown. */
  #shown = new AbortController();
  /** Unsent messages of threads that are not shown. */
  readonly #unsent = new Map<string | null, readonly ChatMessage[]>();
  #stopWanted = false;

  constructor(client: ColophonClient, contentId: string) {
    this.#client = client;
    this.#contentId = contentId;
  }

  async open(): Promise<void> {
    this.#patch({ status: 'loading', problem: null });
    try {
      const value = readAnswer<{ session: unknown; threads?: readonly ChatThread[]; notice?: string }>(
        await this.#send('get', ''),
        {},
        { threads: 'records', notice: 'text' },
      );
      if (value.session === null) {
        this.#patch({ status: 'off', notice: value.notice ?? null });
        return;
      }
      this.#patch({ status: 'ready', threads: value.threads ?? [] });
      await this.choose(value.threads?.[0]?.id ?? null);
    } catch (error) {
      this.#patch({ status: 'failed', problem: problemOf(error) });
    }
  }

  async choose(threadId: string | null): Promise<void> {
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    const before = this.getSnapshot();
    const unsent = before.messages.filter(isUnsent);
    if (before.threadId !== threadId) this.#unsent.set(before.threadId, unsent);
    const messages = before.threadId === threadId ? unsent : (this.#unsent.get(threadId) ?? []);
    this.#unsent.delete(threadId);
    this.#patch({ threadId, messages, proposals: [], problem: null, isReplying: false });
    if (threadId === null) return;
    try {
      await this.#read(threadId, signal);
    } catch (error) {
      if (!signal.aborted) this.#patch({ problem: problemOf(error) });
      return;
    }
    if (!signal.aborted && streamingReply(this.getSnapshot().messages)) void this.#followOn(threadId, signal);
  }

  async say(content: string, context: AssistantContext | null, instead?: string): Promise<void> {
    if (this.getSnapshot().isReplying) return;
    const own: ChatMessage = { id: `own-${newIntent().key}`, role: 'user', content, status: 'streaming' };
    const others = this.getSnapshot().messages.filter(({ id }) => id !== instead);
    this.#stopWanted = false;
    this.#patch({ isReplying: true, problem: null, messages: [...others, own] });
    const { signal } = this.#shown;
    let { threadId } = this.getSnapshot();
    let isStored = false;
    try {
      threadId = await this.#threadFor(content, signal);
      const path = `${this.#pathOf(threadId)}/messages`;
      // Not ended with the thread that is shown: a message that was sent arrives.
      for await (const event of this.#client.events(path, { body: messageBody(content, context), signal: this.#control.signal })) {
        if (!isStored) this.#settle(own, threadId);
        isStored = true;
        if (signal.aborted) return;
        if (this.#take(event, threadId, signal)) return this.#patch({ isReplying: false });
      }
      isStored ||= await this.#isStored(content, threadId, others, signal);
      if (!isStored) throw new ProblemError('unknown', '', { status: 0, retryable: true });
    } catch (error) {
      const mayBeStored = !isRejection(error) && threadId !== null;
      if (mayBeStored) isStored ||= await this.#isStored(content, threadId ?? '', others, signal);
      if (!isStored) this.#settle(own, threadId, [{ ...own, status: 'failed', problem: problemOf(error) }]);
      // Another window sent a message: what it says is shown too.
      const isBusy = ProblemError.isInstance(error) && error.code === 'reply_in_progress';
      if (!isStored && !isBusy) {
        if (!signal.aborted) this.#patch({ isReplying: false });
        return;
      }
    }
    // A lost connection ends neither the reply nor the message.
    if (isStored) this.#settle(own, threadId);
    if (threadId === null || signal.aborted) return;
    if (!isStored) await this.#read(threadId, signal).catch(() => undefined);
    await this.#followOn(threadId, signal);
  }

  async stop(): Promise<void> {
    const { threadId, messages, isReplying } = this.getSnapshot();
    const reply = streamingReply(messages);
    if (threadId === null || reply === undefined) {
      this.#stopWanted = isReplying;
      return;
    }
    try {
      const stopped = await this.#send('post', '/{threadId}/messages/{messageId}/stop', { threadId, messageId: reply.id });
      if (isMessage(stopped) && stopped.status !== 'streaming' && this.getSnapshot().threadId === threadId)
        this.#patch({ messages: putMessage(this.getSnapshot().messages, stopped) });
    } catch (error) {
      this.#patch({ problem: problemOf(error) });
    }
  }

  async decide(proposalId: string, what: 'apply' | 'dismiss' | 'take-back'): Promise<void> {
    const { proposals, threadId } = this.getSnapshot();
    const before = proposals.find(({ id }) => id === proposalId);
    const { signal } = this.#shown;
    this.#patch({ problem: null });
    this.#decided(proposalId, DECIDED[what]);
    try {
      await this.#send('post', `/proposals/{proposalId}/${what}`, { proposalId }, what === 'apply' ? { local: true } : {});
    } catch (error) {
      // What stands is what the server says: another window may have decided, or nothing was decided.
      this.#decided(proposalId, before?.status ?? 'open');
      if (threadId !== null) await this.#read(threadId, signal).catch(() => undefined);
      this.#patch({ problem: problemOf(error) });
    }
  }

  dispose(): void {
    const gone = new Error('The piece is closed.');
    this.#control.abort(gone);
    this.#shown.abort(gone);
  }

  #patch(changes: Partial<ChatSnapshot>): void {
    if (!this.#control.signal.aborted) this.#store.set(Object.freeze({ ...this.getSnapshot(), ...changes }));
  }

  #decided(proposalId: string, status: NonNullable<Proposal['status']>): void {
    this.#patch({ proposals: this.getSnapshot().proposals.map((each) => (each.id === proposalId ? { ...each, status } : each)) });
  }

  /** Removes an own message once it is stored, or shows it as rejected in its thread. */
  #settle({ id: ownId }: ChatMessage, threadId: string | null, rejected: readonly ChatMessage[] = []): void {
    const without = (messages: readonly ChatMessage[] = []): readonly ChatMessage[] => messages.filter(({ id }) => id !== ownId);
    for (const [id, messages] of this.#unsent) this.#unsent.set(id, without(messages));
    const shown = without(this.getSnapshot().messages);
    const isShown = this.getSnapshot().threadId === threadId;
    if (!isShown) this.#unsent.set(threadId, [...without(this.#unsent.get(threadId)), ...rejected]);
    this.#patch({ messages: isShown ? [...shown, ...rejected] : shown });
  }

  async #send(method: 'get' | 'post', path: string, ids: Readonly<Record<string, string>> = {}, body?: object): Promise<unknown> {
    const params = { path: { id: this.#contentId, ...ids }, ...(method === 'get' && path !== '' && { query: { limit: MOST_MESSAGES } }) };
    const more = body === undefined ? {} : { body };
    const { signal } = this.#control;
    return (await send(this.#client, method, `/contents/{id}/chat${path}`, { params, ...more, signal })).value;
  }

  #pathOf(threadId: string): string {
    return `/contents/${encodeURIComponent(this.#contentId)}/chat/${encodeURIComponent(threadId)}`;
  }

  async #threadFor(content: string, signal: AbortSignal): Promise<string> {
    const { threadId } = this.getSnapshot();
    if (threadId !== null) return threadId;
    const made = await this.#send('post', '', {}, { title: content.slice(0, LONGEST_TITLE) });
    const thread = readAnswer<ChatThread>(readAnswer<{ thread: unknown }>(made, { thread: 'object' }).thread, { id: 'text' });
    const threads = [thread, ...this.getSnapshot().threads];
    this.#patch(signal.aborted ? { threads } : { threadId: thread.id, threads });
    return thread.id;
  }

  /** Shows a thread as stored. */
  async #read(threadId: string, signal: AbortSignal): Promise<ThreadRecord> {
    const { messages = [], proposals = [] } = readAnswer<Partial<ThreadRecord>>(
      await this.#send('get', '/{threadId}/messages', { threadId }),
      {},
      { messages: 'records', proposals: 'records' },
    );
    const stored = { messages: messages.filter(isMessage), proposals: proposals.filter(isProposal) };
    if (!signal.aborted) this.#patch({ messages: withLocal(stored.messages, this.getSnapshot().messages), proposals: stored.proposals });
    return stored;
  }

  /** Whether a message whose response was lost arrived: the thread then ends with it, or with its reply. */
  async #isStored(content: string, threadId: string, before: readonly ChatMessage[], signal: AbortSignal): Promise<boolean> {
    const stored = await this.#read(threadId, signal).catch(() => undefined);
    const last = stored?.messages.findLast(({ role }) => role === 'user');
    return last?.content === content && !before.some(({ id }) => id === last.id);
  }

  /** Follows the reply of a thread until it is complete. */
  async #followOn(threadId: string, signal: AbortSignal): Promise<void> {
    this.#patch({ isReplying: true });
    try {
      await followThread({
        signal: AbortSignal.any([signal, this.#control.signal]),
        events: (ended) => this.#client.events(`${this.#pathOf(threadId)}/events`, { signal: ended }),
        take: (event) => this.#take(event, threadId, signal),
        isOver: async () => streamingReply((await this.#read(threadId, signal)).messages) === undefined,
      });
    } catch (error) {
      if (!signal.aborted) this.#patch({ problem: problemOf(error) });
    } finally {
      if (!signal.aborted) this.#patch({ isReplying: false });
    }
  }

  /** Processes an event; returns whether the reply is complete. */
  #take(event: ChatEvent, threadId: string, signal: AbortSignal): boolean {
    if (signal.aborted) return true;
    const { messages, proposals, isDone, hasBegun, isBehind } = takeEvent(this.getSnapshot(), event);
    this.#patch({ messages, proposals });
    if (isBehind) void this.#read(threadId, signal).catch(() => undefined);
    if (hasBegun && this.#stopWanted) void this.stop();
    return isDone;
  }
}

/** Whether the server answered that it does not accept the request. */
function isRejection(error: unknown): boolean {
  return ProblemError.isInstance(error) && error.status >= 400 && error.status < 500;
}
