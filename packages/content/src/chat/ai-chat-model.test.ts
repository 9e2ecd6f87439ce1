import { createFakeAI } from '@colophon/ai/testing';
import { expect, it } from 'vitest';
import { createAIChatModel, type StreamingModel } from './ai-chat-model.ts';
import type { ChatModelEvent, ChatModelRequest } from './chat-settings.ts';

const REQUEST: ChatModelRequest = {
  system: 'You help.',
  messages: [{ role: 'user', content: 'When did it open?' }],
  model: undefined,
  maxTokens: 100,
  tools: [],
};
const eventsOf = async (model: ReturnType<typeof createAIChatModel>): Promise<ChatModelEvent[]> => {
  const events: ChatModelEvent[] = [];
  for await (const event of model.reply(REQUEST, new AbortController().signal)) events.push(event);
  return events;
};

it('replies with what an AI of the library streams', async () => {
  const model = createAIChatModel(
    createFakeAI([{ content: 'In 1866.', toolCalls: [{ name: 'propose_changes', arguments: { reason: '' } }] }]),
  );
  const events = await eventsOf(model);
  expect(events.flatMap((event) => ('text' in event ? event.text : [])).join('')).toBe('In 1866.');
  expect(events).toContainEqual({ toolCall: { name: 'propose_changes', arguments: '{"reason":""}' } });
  expect(events.at(-1)).toMatchObject({ finish: { usage: { inputTokens: expect.any(Number) as unknown } } });
  expect(model.searchesWeb).toBe(false);
});

it('continues a reply that the vendor interrupted for its searches, and reports all sources and all tokens', async () => {
  const asked: { turns: unknown[]; serverTools: unknown }[] = [];
  const part = (text: string, response: object) => ({
    async *events() {
      await Promise.resolve();
      yield { type: 'text', text };
      yield { type: 'finish', response: { model: 'm', usage: { promptTokens: 10, completionTokens: 2 }, ...response } };
    },
  });
  const paused = { role: 'assistant', content: 'It ', replay: 'signed' };
  const ai: StreamingModel = {
    stream: (turns, { serverTools }) => {
      asked.push({ turns: [...turns], serverTools });
      if (asked.length === 1) return part('It ', { finishReason: 'paused', message: paused, sources: [{ url: 'https://one.example/' }] });
      return part('opened.', { finishReason: 'stop', sources: [{ url: 'https://two.example/' }] });
    },
  };
  const model = createAIChatModel(ai, { webSearches: 2 });
  expect(await eventsOf(model)).toEqual([
    { text: 'It ' },
    { text: 'opened.' },
    {
      finish: {
        model: 'm',
        usage: { inputTokens: 20, outputTokens: 4 },
        sources: [{ url: 'https://one.example/' }, { url: 'https://two.example/' }],
      },
    },
  ]);
  expect(asked[1]?.turns.at(-1)).toBe(paused);
  expect(asked[0]?.serverTools).toEqual([{ type: 'web_search', maxUses: 2 }]);
  expect(model.searchesWeb).toBe(true);
});
