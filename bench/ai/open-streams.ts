import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getAI } from '@colophon/ai';
import { median, startVendor } from './loopback.support.ts';

/** Streams that are open before the first measurement, and those whose heap is measured. */
const WARM = 500;
const MEASURED = 2000;
const ROUNDS = 5;
const CONTENDERS = { '@colophon/ai': openOurs, 'raw fetch': openRaw } as const;

type Contender = keyof typeof CONTENDERS;
/** Opens a stream whose server sends one chunk and then waits, reads the chunk, and returns what keeps the stream open. */
type Open = () => Promise<unknown>;

const messages = [{ role: 'user' as const, content: 'Hold on, please.' }];

async function openOurs(url: string): Promise<Open> {
  const ai = await getAI({ type: 'openai', apiKey: 'k', baseUrl: `${url}/v1` });
  return async () => {
    const stream = ai.stream(messages);
    await stream.next();
    return stream;
  };
}

async function openRaw(url: string): Promise<Open> {
  const body = JSON.stringify({ model: 'gpt-6-luna', max_completion_tokens: 4096, messages, stream: true });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };
  return async () => {
    const controller = new AbortController();
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body, signal: controller.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    return [controller, reader];
  };
}

/**
 * The heap in KB that one more open stream holds, in a process of its own: the difference between two measurements with streams open, so
 * that compiled code, buffers of the process and garbage of earlier rounds are in both and cancel out. None is closed in between.
 */
async function heapPerStream(contender: Contender): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const vendor = await startVendor();
  const open = await CONTENDERS[contender](vendor.url);
  const held: unknown[] = [];
  const openMany = async (count: number): Promise<number> => {
    for (let rest = count; rest > 0; rest -= 100) held.push(...(await Promise.all(Array.from({ length: Math.min(100, rest) }, open))));
    // What a finished task leaves is collected only when the task is over.
    for (let pause = 0; pause < 3; pause += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      collect();
    }
    return process.memoryUsage().heapUsed;
  };
  const before = await openMany(WARM);
  const after = await openMany(MEASURED);
  vendor.stop();
  return (after - before) / MEASURED / 1024;
}

const [asked] = process.argv.slice(2);
if (asked !== undefined && Object.hasOwn(CONTENDERS, asked)) {
  console.log(await heapPerStream(asked as Contender));
  process.exit(0);
}
const figures = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of Object.keys(CONTENDERS)) {
    const program = [...process.execArgv, fileURLToPath(import.meta.url), name];
    const { stdout, status } = spawnSync(process.execPath, program, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    if (status !== 0) throw new Error(`The process for ${name} ended with ${status}.`);
    figures.set(name, [...(figures.get(name) ?? []), Number(stdout)]);
  }
}
const show = (name: string): string => {
  const list = figures.get(name) ?? [];
  return `${median(list).toFixed(1)} KB (${Math.min(...list).toFixed(1)} to ${Math.max(...list).toFixed(1)})`;
};
const ratio = median(figures.get('@colophon/ai') ?? []) / median(figures.get('raw fetch') ?? []);
console.log(`\nheap held by one of ${MEASURED} open streams, ${ROUNDS} processes each\n\n| contender | heap | ours is |\n|---|--:|--:|`);
console.log(`| @colophon/ai | ${show('@colophon/ai')} | |\n| raw fetch | ${show('raw fetch')} | ${ratio.toFixed(2)}× |`);
