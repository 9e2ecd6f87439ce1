import type { ServerEvent } from '@colophon/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeClient, fakeClient } from '../../testing/fake-client.ts';
import { problem } from '../../testing/problem.ts';
import type { ChatMessage } from './chat-records.ts';
import { type ChatSession, createChatSession } from './chat-session.ts';
import type { Proposal } from './proposal.ts';

type Stream = (path: string) => AsyncIterable<ServerEvent>;

/** A chat as stored on a server, which other windows change as well. */
interface Stored {
  messages: ChatMessage[];
  proposals: Proposal[];
  stream: Stream;
  refuses: unknown;
}

const event = (name: string, data: unknown): ServerEvent => ({ event: name, data: JSON.stringify(data), id: 'x' });
const said = (sequence: number, content: string): ChatMessage => ({ id: `m${sequence}`, role: 'user', content, status: 'done', sequence });
const reply = (sequence: number, content: string, status: ChatMessage['status']): ChatMessage => ({
  id: `m${sequence}`,
  role: 'assistant',
  content,
  status,
  sequence,
});
const proposal: Proposal = { id: 'p1', baseRev: 1, reason: '', changes: [{ field: 'title', value: 'B' }], status: 'open' };

async function* never(): AsyncGenerator<ServerEvent> {
  yield* [];
  await new Promise(() => undefined);
}

function chatOver(stored: Stored): { client: FakeClient; chat: ChatSession; streams: string[] } {
  const streams: string[] = [];
  const fake = fakeClient(({ path, params }) => {
    if (path === '/contents/{id}/chat') return { session: {}, threads: [{ id: 't1', title: 'One' }], thread: { id: 't3', title: 'Three' } };
    if (path.endsWith('/messages') && params?.path?.['threadId'] === 't1')
      return { messages: stored.messages, proposals: stored.proposals };
    if (path.endsWith('/messages')) return { messages: [], proposals: [] };
    if (stored.refuses) throw stored.refuses;
    return { id: 'm2', role: 'assistant', content: 'So far', status: 'stopped' };
  });
  const client: FakeClient = {
    ...fake,
    sent: fake.sent,
    async *events(path, options) {
      streams.push(path);
      const aborted = new Promise<{ done: true; value?: never }>((done) => {
        options?.signal?.addEventListener('abort', () => done({ done: true }));
      });
      const events = stored.stream(path)[Symbol.asyncIterator]();
      for (;;) {
        const next = await Promise.race([events.next(), aborted]);
        if (next.done === true) return;
        yield next.value;
      }
    },
  };
  return { client, chat: createChatSession({ client, contentId: '1' }), streams };
}

const shown = (chat: ChatSession): unknown => chat.getSnapshot().messages.map(({ content, status }) => [content, status]);

describe('a reply', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('that is being written when the page is opened is followed to its end, and can be stopped', async () => {
    const stored: Stored = { messages: [said(1, 'Hi'), reply(2, 'One', 'streaming')], proposals: [proposal], stream: never, refuses: null };
    let end = (): void => undefined;
    const ended = new Promise<void>((done) => (end = done));
    stored.stream = async function* () {
      yield event('delta', { messageId: 'm2', offset: 0, text: 'One two' });
      yield event('proposal', proposal);
      await ended;
      yield event('done', { message: reply(2, 'One two three', 'done') });
    };
    const { chat, client } = chatOver(stored);
    await chat.open();
    await vi.waitFor(() => expect(shown(chat)).toContainEqual(['One two', 'streaming']));
    expect(chat.getSnapshot()).toMatchObject({ isReplying: true, proposals: [{ id: 'p1' }] });
    await chat.stop();
    expect(client.sent.at(-1)?.path).toBe('/contents/{id}/chat/{threadId}/messages/{messageId}/stop');
    end();
    await vi.waitFor(() => expect(chat.getSnapshot().isReplying).toBe(false));
    expect(shown(chat)).toEqual([
      ['Hi', 'done'],
      ['One two three', 'done'],
    ]);
  });

  it('is read as stored when its stream is silent: one that ended meanwhile has none any more', async () => {
    const stored: Stored = { messages: [said(1, 'Hi'), reply(2, 'One', 'streaming')], proposals: [], stream: never, refuses: null };
    const { chat } = chatOver(stored);
    await chat.open();
    stored.messages = [said(1, 'Hi'), reply(2, 'One and all.', 'done')];
    await vi.advanceTimersByTimeAsync(6000);
    expect(shown(chat)).toEqual([
      ['Hi', 'done'],
      ['One and all.', 'done'],
    ]);
    expect(chat.getSnapshot().isReplying).toBe(false);
  });

  it('of another thread is not shown in this one, and does not keep it from being used', async () => {
    const stored: Stored = { messages: [said(1, 'Hi'), reply(2, 'One', 'streaming')], proposals: [], stream: never, refuses: null };
    const { chat } = chatOver(stored);
    await chat.open();
    await chat.choose(null);
    expect(chat.getSnapshot()).toMatchObject({ isReplying: false, messages: [] });
    stored.stream = async function* (path) {
      if (path.includes('t3')) yield event('done', { message: reply(1, 'Elsewhere', 'done') });
    };
    await chat.say('New', null);
    expect(chat.getSnapshot().threadId).toBe('t3');
    expect(shown(chat)).toEqual([['Elsewhere', 'done']]);
  });

  it('is stopped once it begins, if that was requested before', async () => {
    const stored: Stored = { messages: [], proposals: [], stream: never, refuses: null };
    let begin = (): void => undefined;
    const begun = new Promise<void>((done) => (begin = done));
    stored.stream = async function* () {
      await begun;
      yield event('message', { userMessage: said(1, 'Hi'), agentMessage: reply(2, '', 'streaming') });
      await new Promise(() => undefined);
    };
    const { chat, client } = chatOver(stored);
    await chat.open();
    void chat.say('Hi', null);
    await chat.stop();
    begin();
    await vi.waitFor(() => expect(shown(chat)).toContainEqual(['So far', 'stopped']));
    expect(client.sent.at(-1)?.path).toMatch(/stop$/);
  });

  it('to another window is shown, where a message was rejected because of it', async () => {
    const stored: Stored = { messages: [], proposals: [], stream: never, refuses: null };
    const { chat, streams } = chatOver(stored);
    await chat.open();
    stored.messages = [said(1, 'From there'), reply(2, 'One', 'streaming')];
    let end = (): void => undefined;
    const ended = new Promise<void>((done) => (end = done));
    stored.stream = async function* (path) {
      if (path.endsWith('/messages')) throw problem(409, 'reply_in_progress', 'The assistant is still replying.');
      await ended;
      yield event('done', { message: reply(2, 'One two', 'done') });
    };
    const sending = chat.say('From here', null);
    await vi.waitFor(() => expect(streams.at(-1)).toMatch(/events$/));
    expect([chat.getSnapshot().isReplying, shown(chat)]).toEqual([
      true,
      [
        ['From there', 'done'],
        ['One', 'streaming'],
        ['From here', 'failed'],
      ],
    ]);
    end();
    await sending;
    expect(shown(chat)).toContainEqual(['One two', 'done']);
  });
});

describe('a message', () => {
  it('that was rejected is kept while others are sent, and replaced where it is sent again', async () => {
    const stored: Stored = { messages: [], proposals: [], stream: never, refuses: null };
    stored.stream = async function* () {
      yield* [];
      throw problem(503, 'unavailable', 'Not now.');
    };
    const { chat } = chatOver(stored);
    await chat.open();
    await chat.say('First', null);
    await chat.say('Second', null);
    expect(shown(chat)).toEqual([
      ['First', 'failed'],
      ['Second', 'failed'],
    ]);
    await chat.say('First', null, chat.getSnapshot().messages[0]?.id);
    await chat.choose(null);
    await chat.choose('t1');
    expect(shown(chat)).toEqual([
      ['Second', 'failed'],
      ['First', 'failed'],
    ]);
  });

  it('is not offered again if it arrived and only the response was lost', async () => {
    const stored: Stored = { messages: [], proposals: [], stream: never, refuses: null };
    stored.stream = async function* () {
      yield* [];
      stored.messages = [said(1, 'Hi'), reply(2, 'Hello.', 'done')];
      throw new TypeError('Failed to fetch');
    };
    const { chat } = chatOver(stored);
    await chat.open();
    const sending = chat.say('Hi', null);
    await sending;
    expect(shown(chat)).toEqual([
      ['Hi', 'done'],
      ['Hello.', 'done'],
    ]);
  });
});

describe('a decision about a proposal', () => {
  it('that the server rejects shows what stands there', async () => {
    const refuses = problem(409, 'proposal_state', 'The proposal is dismissed.');
    const stored: Stored = { messages: [said(1, 'Hi'), reply(2, 'One', 'done')], proposals: [proposal], stream: never, refuses };
    const { chat } = chatOver(stored);
    await chat.open();
    stored.proposals = [{ ...proposal, status: 'dismissed' }];
    await chat.decide('p1', 'apply');
    expect(chat.getSnapshot()).toMatchObject({ problem: { code: 'proposal_state' }, proposals: [{ status: 'dismissed' }] });
  });
});
