import Anthropic from '@anthropic-ai/sdk';
import { getAI } from '@colophon/ai';
import { percentile, raceAll, startVendor } from './loopback.support.ts';

const vendor = await startVendor();
const ai = await getAI({ type: 'anthropic', apiKey: 'k', baseUrl: vendor.url, onUsage: () => undefined });
const client = new Anthropic({ apiKey: 'k', baseURL: vendor.url, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'Write one sentence about foxes.' }];
const request = { model: 'claude-haiku-5-5', max_tokens: 4096, messages, thinking: { type: 'disabled' as const } };
const body = JSON.stringify(request);
const headers = { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2023-06-01' };

const read = async (chunks: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _chunk of chunks) count += 1;
  return count;
};
const tables = {
  'One call over the Messages wire': {
    '@colophon/ai': () => ai.chat(messages),
    'the vendor’s own package': () => client.messages.create(request),
    'raw fetch': async () => (await fetch(`${vendor.url}/v1/messages`, { method: 'POST', headers, body })).json(),
  },
  'A stream of 20 chunks over the Messages wire': {
    '@colophon/ai': () => read(ai.stream(messages)),
    'the vendor’s own package': async () => read(await client.messages.create({ ...request, stream: true })),
  },
};
for (const [title, contenders] of Object.entries(tables)) {
  const times = await raceAll(contenders, 800);
  const ours = times['@colophon/ai'] ?? [];
  console.log(`\n${title}\n\n| contender | p50 | p99 | ours is, p50 | p99 |\n|---|--:|--:|--:|--:|`);
  for (const [name, list] of Object.entries(times)) {
    const figures = [0.5, 0.99].map((share) => percentile(list, share));
    const ratios = [0.5, 0.99].map((share, index) => `${(percentile(ours, share) / (figures[index] as number)).toFixed(2)}×`);
    console.log(`| ${name} | ${figures.map((figure) => `${figure.toFixed(2)} ms`).join(' | ')} | ${ratios.join(' | ')} |`);
  }
}
vendor.stop();
