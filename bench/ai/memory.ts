import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getAI } from '@colophon/ai';
import { startVendor } from './loopback.support.ts';

const vendor = await startVendor();
const ai = await getAI({ type: 'general-hosted', apiKey: 'k', baseUrl: `${vendor.url}/v1` });
// The garbage is collected before each measurement, so that only retained memory counts.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heaps: number[] = [];

for (let round = 0; round < 10; round += 1) {
  await Promise.all(
    Array.from({ length: 1000 }, async () => {
      let count = 0;
      for await (const _chunk of ai.stream([{ role: 'user', content: 'Tell me about foxes.' }])) count += 1;
      if (count !== 20) throw new Error(`A stream gave ${count} chunks.`);
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  collect();
  heaps.push(process.memoryUsage().heapUsed / 1024 / 1024);
}
const first = heaps[0] as number;
const last = heaps.at(-1) as number;
console.log('\n1,000 streams at a time, ten rounds\n');
console.log(`heap after each round, MB: ${heaps.map((heap) => heap.toFixed(1)).join(' ')}`);
console.log(`the tenth is ${(last / first).toFixed(2)}× the first`);
vendor.stop();
