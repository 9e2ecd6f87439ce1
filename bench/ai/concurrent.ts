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

interface Round {
  /** Calls per second. */
  rate: number;
  /** Microseconds of this process's CPU time for one call, which is less affected by other work on the machine than the rate. */
  work: number;
}

/** Makes calls, `AT_ONCE` of them concurrently. */
async function measure(call: () => Promise<unknown>): Promise<Round> {
  const begin = performance.now();
  const before = process.cpuUsage();
  for (let batch = 0; batch < BATCHES; batch += 1) await Promise.all(Array.from({ length: AT_ONCE }, call));
  const { user, system } = process.cpuUsage(before);
  const calls = BATCHES * AT_ONCE;
  return { rate: (calls * 1000) / (performance.now() - begin), work: (user + system) / calls };
}

const contenders = { '@colophon/ai': () => ai.chat(messages), 'raw fetch': raw };
const rounds = new Map(Object.keys(contenders).map((name) => [name, [] as Round[]]));
for (const call of Object.values(contenders)) await measure(call);
for (let round = 0; round < 9; round += 1) {
  const order = Object.entries(contenders);
  if (round % 2 === 1) order.reverse();
  for (const [name, call] of order) rounds.get(name)?.push(await measure(call));
}
const middle = (name: string, what: keyof Round): number => median((rounds.get(name) ?? []).map((round) => round[what]));
console.log(`\n${AT_ONCE} chat calls at once over loopback\n`);
console.log('| contender | calls a second | ours is | processor time a call | ours is |');
console.log('|---|--:|--:|--:|--:|');
const ours = { rate: middle('@colophon/ai', 'rate'), work: middle('@colophon/ai', 'work') };
const bare = { rate: middle('raw fetch', 'rate'), work: middle('raw fetch', 'work') };
console.log(`| @colophon/ai | ${ours.rate.toFixed(0)} | | ${ours.work.toFixed(0)} µs | |`);
console.log(
  `| raw fetch | ${bare.rate.toFixed(0)} | ${(ours.rate / bare.rate).toFixed(2)}× | ${bare.work.toFixed(0)} µs | ${(ours.work / bare.work).toFixed(2)}× |`,
);
vendor.stop();
