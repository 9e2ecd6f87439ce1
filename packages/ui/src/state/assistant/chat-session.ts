import { newIntent } from '@colophon/client';
import { isPlainObject } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import { problemOf } from '../editor/editor-problem.ts';
import type { EditorProblem } from '../editor/editor-snapshot.ts';
import { readAnswer } from '../read-answer.ts';
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
  /** Why it was not sent; it is only shown here. */
  readonly problem?: EditorProblem;
}

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
  readonly choose: (threadId: string | null) => Promise<void>;
  /** Sends a message with the state of the editor; resolves when the reply is complete. */
  readonly say: (content: string, context: AssistantContext | null) => Promise<void>;
  /** Stops the reply; the text received so far is kept. */
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

  constructor(client: ColophonClient, contentId: string) {
    this.#client = client;
    this.#contentId = contentId;
  }

  async open(): Promise<void> {
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
    this.#patch({ threadId, messages: [], proposals: [], problem: null });
    if (threadId === null) return;
    try {
      const value = readAnswer<{ messages?: readonly ChatMessage[]; proposals?: readonly Proposal[] }>(
        await this.#send('get', '/{threadId}/messages', { threadId }),
        {},
        { messages: 'records', proposals: 'records' },
      );
      const { messages = [], proposals = [] } = value;
      if (this.getSnapshot().threadId === threadId)
        this.#patch({ messages: messages.filter(isMessage), proposals: proposals.filter(isProposal) });
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
      // Closing the connection does not stop the reply, so it is followed again.
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

  async #send(method: 'get' | 'post', path: string, ids: Readonly<Record<string, string>> = {}, body?: object): Promise<unknown> {
    const params = { path: { id: this.#contentId, ...ids } };
    const more = body === undefined ? {} : { body };
    const { signal } = this.#control;
    return (await send(this.#client, method, `/contents/{id}/chat${path}`, { params, ...more, signal })).value;
  }

  /** A rejected message is shown and changes nothing else. */
  async #quietly(path: string, ids: Readonly<Record<string, string>>, body?: object): Promise<void> {
    await this.#send('post', path, ids, body).catch((error: unknown) => this.#patch({ problem: problemOf(error) }));
  }

  async #threadFor(content: string): Promise<string> {
    const { threadId, threads } = this.getSnapshot();
    if (threadId !== null) return threadId;
    const made = await this.#send('post', '', {}, { title: content.slice(0, LONGEST_TITLE) });
    const thread = readAnswer<ChatThread>(readAnswer<{ thread: unknown }>(made, { thread: 'object' }).thread, { id: 'text' });
    this.#patch({ threadId: thread.id, threads: [thread, ...threads] });
    return thread.id;
  }

  /** Processes events until the reply is complete; returns false if the stream ended before. */
  async #follow(events: AsyncIterable<{ readonly event: string; readonly data: string }>): Promise<boolean> {
    for await (const { event, data } of events) {
      const value = eventOf(data);
      if (event === 'message') {
        if (isMessage(value['userMessage'])) this.#put(value['userMessage']);
        if (isMessage(value['agentMessage'])) this.#put({ ...value['agentMessage'], status: 'streaming' });
      } else if (event === 'delta') {
        const { messageId, offset, text } = value as unknown as Delta;
        const found = this.getSnapshot().messages.find(({ id }) => id === messageId);
        if (found && typeof text === 'string') this.#put({ ...found, content: `${found.content.slice(0, offset)}${text}` });
      } else if (event === 'proposal') {
        if (isProposal(value)) this.#patch({ proposals: [...this.getSnapshot().proposals, value] });
      } else if (event === 'done' || event === 'error') {
        if (isMessage(value['message'])) this.#put(value['message']);
        return true;
      }
    }
    return false;
  }
}

/** Parses an event; undefined if it is not an event of a chat. */
function eventOf(data: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(data);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isMessage(value: unknown): value is ChatMessage {
  return isPlainObject(value) && typeof value['id'] === 'string' && typeof value['content'] === 'string';
}

function isProposal(value: unknown): value is Proposal & Readonly<Record<string, unknown>> {
  if (!isPlainObject(value) || typeof value['id'] !== 'string') return false;
  const { changes } = value;
  return Array.isArray(changes) && changes.every((change) => isPlainObject(change) && typeof change['field'] === 'string');
}

interface Delta {
  readonly messageId: string;
  readonly offset: number;
  readonly text: string;
}

/** Calls back on the first event, when the message is stored. */
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
