import { createOpenAI } from '@ai-sdk/openai';
import { getAI } from '@colophon/ai';
import { streamText } from 'ai';
import OpenAI from 'openai';
import { printRatios, race, startVendor } from './loopback.support.ts';

const vendor = await startVendor();
const baseURL = `${vendor.url}/v1`;
const ai = await getAI({ type: 'general-hosted', apiKey: 'k', baseUrl: baseURL, onUsage: () => undefined });
const model = createOpenAI({ apiKey: 'k', baseURL }).chat('gpt-6-luna');
const client = new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0 });
const prompt = 'Write one sentence about foxes.';
const messages = [{ role: 'user' as const, content: prompt }];
const body = JSON.stringify({
  model: 'gpt-6-luna',
  max_completion_tokens: 4096,
  messages,
  stream: true,
  stream_options: { include_usage: true },
});
const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };

const read = async (chunks: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _chunk of chunks) count += 1;
  return count;
};

/** The minimum: bytes to text to lines to JSON. */
async function* rawChunks(): AsyncGenerator<string> {
  const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body });
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ') || line === 'data: [DONE]') continue;
      const event = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] };
      const content = event.choices[0]?.delta.content;
      if (content) yield content;
    }
  }
}

const times = await race(
  {
    '@colophon/ai': () => read(ai.stream(messages)),
    'AI SDK streamText': () => read(streamText({ model, prompt, maxOutputTokens: 4096, maxRetries: 0 }).textStream),
    'openai package': async () =>
      read(await client.chat.completions.create({ model: 'gpt-6-luna', max_completion_tokens: 4096, messages, stream: true })),
    'raw fetch': () => read(rawChunks()),
  },
  800,
);
printRatios('A stream of 20 chunks over loopback', times, '@colophon/ai');
vendor.stop();
