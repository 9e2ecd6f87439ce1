import { configureContentCredentials, type Content, signPending } from '@colophon/content';
import { makePrivateKey, openSigner } from '@colophon/core/signing';
import { accept, draft, openDesk, timed } from './desk.support.ts';

// What signing adds to a publication: publications that are signed beside, as in a running application, against those that are not.
const CALLS = 20;
const desk = await openDesk();
const key = makePrivateKey();
const signer = await openSigner(desk.database, () => key);
const settings = { signer, baseUrl: 'https://news.example' };

async function reviewed(): Promise<Content> {
  const content = await draft(desk, 'article');
  await accept(content);
  return content;
}

async function publish(content: Content): Promise<void> {
  content.status = 'published';
  await content.save();
}

let signing: Promise<unknown> = Promise.resolve();
const stop = setInterval(() => {
  signing = signing.then(() => signPending(desk.database));
}, 1000);
const times = await timed(
  {
    unsigned: { prepare: async () => (configureContentCredentials(undefined), reviewed()), run: publish },
    signed: { prepare: async () => (configureContentCredentials(settings), reviewed()), run: publish },
  },
  CALLS,
);
clearInterval(stop);
configureContentCredentials(settings);
const began = performance.now();
const signed = (await signing, await signPending(desk.database));
console.log(
  `publication ${times.unsigned.toFixed(2)} ms, signed ${times.signed.toFixed(2)} ms: ${((times.signed / times.unsigned - 1) * 100).toFixed(1)} % more`,
);
console.log(`signing beside it ${((performance.now() - began) / Math.max(1, signed)).toFixed(2)} ms an account (${signed} accounts)`);
await desk.close();
