import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createOutbound, isPublicAddress } from '@colophon/outbound';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

// The cost of the guard: a page of 20 KB over loopback, compressed, compared with `fetch` which also opens a connection per request;
// checking addresses; and how soon a body that decompresses to 300 MB is aborted.
const ROUNDS = 7;
const REQUESTS = 150;
const page = gzipSync(`<!doctype html><p>${'words '.repeat(3400)}`);
const bomb = gzipSync(Buffer.alloc(300_000_000));

const server = createServer(({ url }, response) => {
  response.setHeader('content-encoding', 'gzip').end(url === '/bomb' ? bomb : page);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/page`;
const outbound = createOutbound({ userAgent: 'Colophon/1.0', allowHosts: [`127.0.0.1:${port}`] });

async function time(work: () => unknown, times: number): Promise<number> {
  const began = performance.now();
  for (let index = 0; index < times; index += 1) await work();
  return ((performance.now() - began) * 1000) / times;
}

const guarded = (): Promise<unknown> => outbound.request({ url });
const bare = async (): Promise<unknown> => (await fetch(url, { headers: { connection: 'close' } })).arrayBuffer();
const judged = (): boolean => isPublicAddress('93.184.215.14') && isPublicAddress('2606:4700:4700::1111');
const refused = (): Promise<unknown> => outbound.request({ url: `http://127.0.0.1:${port}/bomb` }).catch(() => undefined);

const measures = { guarded: [] as number[], bare: [] as number[], judged: [] as number[], refused: [] as number[] };
await time(guarded, REQUESTS);
await time(bare, REQUESTS);
for (let round = 0; round < ROUNDS; round += 1) {
  measures.guarded.push(await time(guarded, REQUESTS));
  measures.bare.push(await time(bare, REQUESTS));
  measures.judged.push(await time(judged, 20_000));
  measures.refused.push(await time(refused, 3));
}
server.close();
server.closeAllConnections();

const ratio = median(measures.guarded) / median(measures.bare);
printTable(
  ['Outbound requests over loopback', 'µs', '÷ fetch'],
  [
    ['guarded, 20 KB packed', median(measures.guarded), ratio],
    ['fetch, a connection each', median(measures.bare), 1],
    ['two addresses judged', median(measures.judged), median(measures.judged) / median(measures.bare)],
    ['300 MB of zeros given up', median(measures.refused), median(measures.refused) / median(measures.bare)],
  ],
);
