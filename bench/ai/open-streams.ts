import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getAI } from '@colophon/ai';
import { median, startVendor } from './loopback.support.ts';

const STREAMS = 1000;
// The garbage is collected before each measurement, so that only retained memory counts.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = (): number => {
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};

const vendor = await startVendor();
const baseURL = `${vendor.url}/v1`;
const ai = await getAI({ type: 'openai', apiKey: 'k', baseUrl: baseURL });
const messages = [{ role: 'user' as const, content: 'Hold on, please.' }];
const body = JSON.stringify({ model: 'gpt-6-luna', max_completion_tokens: 4096, messages, stream: true });
const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };

/** Opens streams whose server sends one chunk and then waits, measures the heap, and closes them. */
async function ours(): Promise<number> {
  const before = heap();
  const streams = Array.from({ length: STREAMS }, () => ai.stream(messages));
  await Promise.all(streams.map((stream) => stream.next()));
  const held = heap() - before;
  await Promise.all(streams.map(async (stream) => stream.return?.()));
  return held;
}

async function raw(): Promise<number> {
  const before = heap();
  const controller = new AbortController();
  const readers = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body, signal: controller.signal });
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      return reader;
    }),
  );
  const held = heap() - before;
  await Promise.all(readers.map((reader) => reader.cancel()));
  return held;
}

const figures = { ours: [] as number[], raw: [] as number[] };
await ours();
await raw();
for (let round = 0; round < 5; round += 1) {
  figures.ours.push(await ours());
  await new Promise((resolve) => setTimeout(resolve, 200));
  figures.raw.push(await raw());
  await new Promise((resolve) => setTimeout(resolve, 200));
}
console.log(`\n${STREAMS} open streams, heap held by each way\n\n| contender | heap | ours is |\n|---|--:|--:|`);
console.log(`| @colophon/ai | ${median(figures.ours).toFixed(1)} MB | |`);
console.log(`| raw fetch | ${median(figures.raw).toFixed(1)} MB | ${(median(figures.ours) / median(figures.raw)).toFixed(2)}× |`);
vendor.stop();
