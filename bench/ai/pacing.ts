import { createFakeAI } from '@colophon/ai/testing';
import { median } from './loopback.support.ts';

const CALLS = 10_000;
const plain = createFakeAI(['x']);
const paced = createFakeAI(['x'], { rateLimit: { enabled: true, key: 'bench' }, timeout: 600_000 });
const messages = [{ role: 'user' as const, content: 'x' }];

const oneByOne = async (): Promise<number> => {
  const begin = performance.now();
  for (let index = 0; index < CALLS; index += 1) await plain.chat(messages);
  return performance.now() - begin;
};
const queued = async (): Promise<number> => {
  const begin = performance.now();
  await Promise.all(Array.from({ length: CALLS }, () => paced.chat(messages)));
  return performance.now() - begin;
};

const added: number[] = [];
await oneByOne();
await queued();
for (let round = 0; round < 5; round += 1) added.push((-(await oneByOne()) + (await queued())) / CALLS);
console.log(`\nPacing of ${CALLS} queued calls adds ${(median(added) * 1000).toFixed(1)} µs to each\n`);
