import { accountCredentials, type Content, signPending } from '@colophon/content';
import { makePrivateKey, openSigner } from '@colophon/core/signing';
import { median } from '../support/median.ts';
import { accept, draft, openDesk } from './desk.support.ts';

// The cost that signing adds to a publication: publications while accounts are signed in the background, as in a running application,
// against publications without, in turn; and the CPU time of signing an account. Nothing is signed within a publication itself.
const ROUNDS = Number(process.argv[3] ?? 12);
const CALLS = 25;
const desk = await openDesk();
const key = makePrivateKey();
desk.database.ports.provide(accountCredentials, { signer: await openSigner(desk.database, () => key), baseUrl: 'https://news.example' });

async function reviewed(): Promise<Content> {
  const content = await draft(desk, 'article');
  await accept(content);
  return content;
}

/** The duration of each publication in milliseconds; the pieces were prepared before. */
async function publications(): Promise<number[]> {
  const ready: Content[] = [];
  for (let each = 0; each < CALLS; each += 1) ready.push(await reviewed());
  const taken: number[] = [];
  for (const content of ready) {
    const began = performance.now();
    content.status = 'published';
    await content.save();
    taken.push(performance.now() - began);
  }
  return taken;
}

async function signedPublications(): Promise<number[]> {
  let signing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    signing = signing.then(() => signPending(desk.database));
  }, 100);
  const taken = await publications();
  clearInterval(timer);
  await signing;
  return taken;
}

const plain: number[] = [];
const beside: number[] = [];
const ratios: number[] = [];
let signed = 0;
let processor = 0;
for (let round = 0; round <= ROUNDS; round += 1) {
  const without = await publications();
  const spent = process.cpuUsage();
  const count = await signPending(desk.database);
  const { user, system } = process.cpuUsage(spent);
  const together = await signedPublications();
  if (round === 0) continue;
  plain.push(...without);
  beside.push(...together);
  ratios.push(median(together) / median(without));
  signed += count;
  processor += (user + system) / 1000;
}
const [unsignedMs, signedMs] = [median(plain), median(beside)];
console.log(`publication ${unsignedMs.toFixed(2)} ms, while accounts are signed ${signedMs.toFixed(2)} ms: × ${median(ratios).toFixed(3)}`);
console.log(`an account takes ${(processor / signed).toFixed(2)} ms of the processor, beside publications (${signed} accounts)`);
await desk.close();
