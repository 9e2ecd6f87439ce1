import { getAI } from '@colophon/ai';
import { median, startVendor } from './loopback.support.ts';

const AT_ONCE = 50;
const BATCHES = 40;

const vendor = await startVendor();
const baseURL = `${vendor.url}/v1`;
const ai = await getAI({ type: 'openai', apiKey: 'k', baseUrl: baseURL, onUsage: () => undefined });
const messages = [{ role: 'user' as const, content: 'Write one sentence about foxes.' }];
const body = JSON.stringify({ model: 'gpt-6-luna', max_completion_tokens: 4096, reasoning_effort: 'none', store: false, messages });
const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };
const raw = async (): Promise<unknown> => (await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body })).json();

/** Calls a second, with as many under way at once as `AT_ONCE` says. */
async function rate(call: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  for (let batch = 0; batch < BATCHES; batch += 1) await Promise.all(Array.from({ length: AT_ONCE }, call));
  return (BATCHES * AT_ONCE * 1000) / (performance.now() - begin);
}

const contenders = { '@colophon/ai': () => ai.chat(messages), 'raw fetch': raw };
const rates = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
for (const call of Object.values(contenders)) await rate(call);
for (let round = 0; round < 9; round += 1) {
  const order = Object.entries(contenders);
  if (round % 2 === 1) order.reverse();
  for (const [name, call] of order) rates.get(name)?.push(await rate(call));
}
const ours = median(rates.get('@colophon/ai') ?? []);
const bare = median(rates.get('raw fetch') ?? []);
console.log(`\n${AT_ONCE} chat calls at once over loopback\n`);
console.log('| contender | calls a second | ours is |');
console.log('|---|--:|--:|');
console.log(`| @colophon/ai | ${ours.toFixed(0)} | |`);
console.log(`| raw fetch | ${bare.toFixed(0)} | ${(ours / bare).toFixed(2)}× |`);
vendor.stop();
