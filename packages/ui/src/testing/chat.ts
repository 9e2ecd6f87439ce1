import type { ProblemError, ServerEvent } from '@colophon/client';
import type { Proposal } from '../state/assistant/proposal.ts';
import type { AnswerSource } from '../state/records.ts';
import { type FakeClient, fakeClient } from './fake-client.ts';

/** The behavior of a chat. */
export interface ChatScript {
  /** There is no chat, for this reason. */
  readonly notice?: string;
  /** Messages are rejected. */
  readonly refuses?: ProblemError;
  /** The stream of the first reply ends early. */
  readonly breaksOff?: boolean;
  readonly answer?: string;
  /** What the reply used. */
  readonly sources?: readonly AnswerSource[];
  readonly proposal?: Proposal | null;
  /** Waits before the reply ends. */
  readonly until?: Promise<void>;
}

/** A client of a chat, with the requested streams. */
export interface ChatClient extends FakeClient {
  readonly streams: readonly { readonly path: string; readonly body: unknown }[];
}

const PROPOSAL: Proposal = {
  id: 'p1',
  baseRev: 3,
  reason: 'A title of five words is read by more people.',
  model: 'm-1',
  changes: [{ field: 'title', value: 'Council finds the money' }],
};

/** Creates a chat with the same reply to every message, and one proposed change. */
export function chatServer(script: ChatScript = {}): ChatClient {
  const { answer = 'Here is a shorter one.', proposal = PROPOSAL } = script;
  const streams: { path: string; body: unknown }[] = [];
  const client = fakeClient(({ method, path, body }) => {
    if (path === '/contents/{id}/chat')
      return method === 'post'
        ? { session: {}, thread: { id: 't1', title: (body as { title: string }).title } }
        : script.notice === undefined
          ? { session: {}, threads: [] }
          : { session: null, notice: script.notice };
    return { messages: [], proposals: [] };
  });
  const event = (name: string, data: unknown): ServerEvent => ({ event: name, data: JSON.stringify(data), id: 'm2:0' });
  const reply = { id: 'm2', role: 'assistant', content: '', status: 'streaming' };
  return {
    ...client,
    sent: client.sent,
    streams,
    async *events(path, options) {
      streams.push({ path, body: options?.body });
      if (script.refuses) throw script.refuses;
      const { content } = (options?.body ?? {}) as { content?: string };
      if (content !== undefined) {
        yield event('message', { userMessage: { id: 'm1', role: 'user', content, status: 'done' }, agentMessage: reply });
        yield event('delta', { messageId: 'm2', offset: 0, text: answer.slice(0, 5) });
        if (script.breaksOff) return;
      }
      yield event('delta', { messageId: 'm2', offset: 5, text: answer.slice(5) });
      if (proposal) yield event('proposal', proposal);
      await script.until;
      yield event('done', { message: { ...reply, content: answer, status: 'done', sources: script.sources ?? null }, usage: null });
    },
  };
}
