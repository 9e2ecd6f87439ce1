import { newIntent } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';
import { problemOf } from '../editor/editor-problem.ts';
import type { EditorProblem } from '../editor/editor-snapshot.ts';
import { createStore, type Store } from '../store.ts';
import type { AssistantContext } from './context.ts';
import type { Proposal } from './proposal.ts';

export interface ChatThread {
  readonly id: string;
  readonly title: string;
}

export interface ChatMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly status: 'done' | 'streaming' | 'failed' | 'stopped';
  readonly errorCode?: string | null;
  /** Why it was not sent; it stands here alone. */
  readonly problem?: EditorProblem;
}

/** A conversation about one piece. */
export interface ChatSnapshot {
  readonly status: 'loading' | 'ready' | 'off' | 'failed';
  /** Why there is no chat, in the server's words. */
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
  readonly choose: (threadId: string | null) => Promise<void>;
  /** Sends a message, with what stands in the editor; settles when the answer is done. */
  readonly say: (content: string, context: AssistantContext | null) => Promise<void>;
  /** Asks that the answer end; what came of it stays. */
  readonly stop: () => Promise<void>;
  readonly decide: (proposalId: string, what: 'apply' | 'dismiss') => Promise<void>;
  readonly dispose: () => void;
}

const LONGEST_TITLE = 60;

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
 * A conversation with an assistant about a piece, over whatever serves its chat routes.
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

  constructor(client: ColophonClient, contentId: string) {
    this.#client = client;
    this.#contentId = contentId;
  }

  async open(): Promise<void> {
    try {
      const value = await this.#send<{ session: unknown; threads?: readonly ChatThread[]; notice?: string }>('get', '');
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
    this.#patch({ threadId, messages: [], proposals: [], problem: null });
    if (threadId === null) return;
    try {
      const value = await this.#send<{ messages?: readonly ChatMessage[]; proposals?: readonly Proposal[] }>(
        'get',
        '/{threadId}/messages',
        {
          threadId,
        },
      );
      if (this.getSnapshot().threadId === threadId) this.#patch({ messages: value.messages ?? [], proposals: value.proposals ?? [] });
    } catch (error) {
      this.#patch({ problem: problemOf(error) });
    }
  }

  async say(content: string, context: AssistantContext | null): Promise<void> {
    if (this.getSnapshot().isReplying) return;
    const own: ChatMessage = { id: `own-${newIntent().key}`, role: 'user', content, status: 'streaming' };
    this.#patch({ isReplying: true, messages: [...this.getSnapshot().messages.filter(({ problem }) => problem === undefined), own] });
    const drop = (): void => this.#patch({ messages: this.getSnapshot().messages.filter(({ id }) => id !== own.id) });
    const { signal } = this.#control;
    try {
      const thread = `/contents/${encodeURIComponent(this.#contentId)}/chat/${encodeURIComponent(await this.#threadFor(content))}`;
      const events = this.#client.events(`${thread}/messages`, { body: messageOf(content, context), signal });
      const isDone = await this.#follow(withFirst(events, drop));
      // Closing the connection stops nothing: the answer goes on, and is followed where it is.
      if (!isDone) await this.#follow(this.#client.events(`${thread}/events`, { signal }));
    } catch (error) {
      this.#put({ ...own, status: 'failed', problem: problemOf(error) });
    } finally {
      this.#patch({ isReplying: false });
    }
  }

  async stop(): Promise<void> {
    const { threadId, messages } = this.getSnapshot();
    const reply = messages.findLast(({ role, status }) => role === 'assistant' && status === 'streaming');
    if (threadId === null || reply === undefined) return;
    await this.#quietly('/{threadId}/messages/{messageId}/stop', { threadId, messageId: reply.id });
  }

  async decide(proposalId: string, what: 'apply' | 'dismiss'): Promise<void> {
    const status = what === 'apply' ? 'applied' : 'dismissed';
    const { proposals } = this.getSnapshot();
    this.#patch({ proposals: proposals.map((each) => (each.id === proposalId ? { ...each, status } : each)) });
    await this.#quietly(`/proposals/{proposalId}/${what}`, { proposalId }, what === 'apply' ? { local: true } : {});
  }

  dispose(): void {
    this.#control.abort(new Error('The piece is closed.'));
  }

  #patch(changes: Partial<ChatSnapshot>): void {
    if (!this.#control.signal.aborted) this.#store.set(Object.freeze({ ...this.getSnapshot(), ...changes }));
  }

  #put(message: ChatMessage): void {
    const { messages } = this.getSnapshot();
    const isKnown = messages.some(({ id }) => id === message.id);
    this.#patch({ messages: isKnown ? messages.map((each) => (each.id === message.id ? message : each)) : [...messages, message] });
  }

  async #send<Value>(method: 'get' | 'post', path: string, ids: Readonly<Record<string, string>> = {}, body?: object): Promise<Value> {
    const params = { path: { id: this.#contentId, ...ids } };
    const more = body === undefined ? {} : { body };
    const { signal } = this.#control;
    return (await send<Value>(this.#client, method, `/contents/{id}/chat${path}`, { params, ...more, signal })).value;
  }

  /** What is refused is shown and changes nothing else. */
  async #quietly(path: string, ids: Readonly<Record<string, string>>, body?: object): Promise<void> {
    await this.#send('post', path, ids, body).catch((error: unknown) => this.#patch({ problem: problemOf(error) }));
  }

  async #threadFor(content: string): Promise<string> {
    const { threadId, threads } = this.getSnapshot();
    if (threadId !== null) return threadId;
    const { thread } = await this.#send<{ thread: ChatThread }>('post', '', {}, { title: content.slice(0, LONGEST_TITLE) });
    this.#patch({ threadId: thread.id, threads: [thread, ...threads] });
    return thread.id;
  }

  /** Takes events in until the answer is done; false where the stream broke off before. */
  async #follow(events: AsyncIterable<{ readonly event: string; readonly data: string }>): Promise<boolean> {
    for await (const { event, data } of events) {
      const value = JSON.parse(data) as Record<string, unknown>;
      if (event === 'message') {
        this.#put(value['userMessage'] as ChatMessage);
        this.#put({ ...(value['agentMessage'] as ChatMessage), status: 'streaming' });
      } else if (event === 'delta') {
        const { messageId, offset, text } = value as unknown as Delta;
        const found = this.getSnapshot().messages.find(({ id }) => id === messageId);
        if (found) this.#put({ ...found, content: `${found.content.slice(0, offset)}${text}` });
      } else if (event === 'proposal') this.#patch({ proposals: [...this.getSnapshot().proposals, value as unknown as Proposal] });
      else if (event === 'done' || event === 'error') {
        if (value['message']) this.#put(value['message'] as ChatMessage);
        return true;
      }
    }
    return false;
  }
}

interface Delta {
  readonly messageId: string;
  readonly offset: number;
  readonly text: string;
}

/** Calls back when the first event comes: the message is stored then. */
async function* withFirst<Event>(events: AsyncIterable<Event>, first: () => void): AsyncGenerator<Event, void> {
  let isFirst = true;
  for await (const event of events) {
    if (isFirst) first();
    isFirst = false;
    yield event;
  }
}

function messageOf(content: string, context: AssistantContext | null): object {
  if (context === null) return { content };
  const { fields, currentEditorState, referenceIds } = context;
  return { content, currentEditorState, formFields: fields, referenceIds: referenceIds.slice(0, 20) };
}
