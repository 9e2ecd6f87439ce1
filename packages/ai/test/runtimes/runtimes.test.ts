import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoopbackVendor, type Recorded, type Reply } from '../loopback/server.ts';
import { ANSWER, anthropicWire, ollamaWire, openaiWire } from '../loopback/wires.ts';
import { runContract, type Addresses } from './program.ts';
import { bundleContract, runtimes } from './runtimes.ts';

const BUNDLE_MS = 60_000;
let vendor: LoopbackVendor;
let silent: LoopbackVendor;
let folder: string;
let addresses: Addresses;

beforeAll(async () => {
  vendor = await LoopbackVendor.start(wire);
  vendor.fault = { kind: 'drop' };
  vendor.faultFor = ({ path: place }) => place.startsWith('/fault/drop/');
  silent = await LoopbackVendor.start(wire);
  silent.fault = { kind: 'silent' };
  addresses = { vendor: vendor.url, silent: silent.url, closed: `http://127.0.0.1:${await closedPort()}` };
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-runtimes-'));
  if (runtimes.some(({ binary }) => binary !== undefined)) await bundleContract(folder);
}, BUNDLE_MS);
afterAll(async () => {
  await Promise.all([vendor.close(), silent.close(), rm(folder, { recursive: true })]);
});

function wire(request: Recorded): Reply {
  const fault = /^\/fault\/(\w+)\//.exec(request.path)?.[1];
  if (fault === '401' || fault === '500') return { status: Number(fault), json: { error: { message: 'refused' } } };
  if (fault === '429') return { status: 429, headers: { 'retry-after': '7' }, json: { error: { message: 'slow down' } } };
  if (fault === 'redirect') return { status: 307, headers: { location: '/elsewhere' }, json: {} };
  if (fault === 'page') return { type: 'text/html', bytes: '<html>Sign in to the network</html>' };
  if (fault === 'malformed') return { type: 'application/json', bytes: '{"choices": [' };
  if (request.path.startsWith('/anthropic/')) return anthropicWire(request);
  if (request.path.startsWith('/ollama/')) return ollamaWire(request);
  if (request.path.startsWith('/speech/')) return { type: 'audio/mpeg', bytes: new Uint8Array(10).fill(7) };
  return openaiWire(request);
}

/** A port of the loopback interface at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const invalid = { error: 'INVALID_RESPONSE', retryable: false };
const network = { error: 'NETWORK_ERROR', retryable: true };
const each = (fault: string, outcome: object) => ({
  [`chat, ${fault}`]: outcome,
  [`stream, ${fault}`]: outcome,
  [`models, ${fault}`]: outcome,
});
const expected = {
  openai: { ok: ANSWER },
  anthropic: { ok: ANSWER },
  ollama: { ok: ANSWER },
  stream: { ok: ['text', 'text', 'text', 'finish'] },
  'stream that is left': { ok: 'The lighthouse ' },
  object: { ok: { title: 'Harbour', pages: 3 } },
  tools: { ok: ANSWER },
  picture: { ok: ANSWER },
  embeddings: {
    ok: [
      [0.1, 0.2, 0],
      [0.1, 0.2, 1],
    ],
  },
  images: { ok: ['image/png', expect.any(Number)] },
  transcription: { ok: ANSWER },
  speech: { ok: 10 },
  cache: { ok: [18, 'shared'] },
  ...each('401', { error: 'AUTH_ERROR', retryable: false }),
  ...each('429', { error: 'RATE_LIMIT', retryable: true, retryAfter: 7 }),
  ...each('500', { error: 'API_ERROR', retryable: true }),
  ...each('redirect', invalid),
  ...each('page', invalid),
  ...each('malformed', invalid),
  ...each('drop', network),
  timeout: { error: 'AI_TIMEOUT', retryable: true },
  abort: { error: 'AI_ABORTED', retryable: false },
  'nothing listens': network,
};

describe('the contract', () => {
  it('holds in Node', async () => {
    expect(await runContract(addresses)).toEqual(expected);
  });

  for (const runtime of runtimes) {
    it.skipIf(runtime.binary === undefined)(
      `holds in ${runtime.name}${runtime.binary === undefined ? ' (not installed: run npm ci in tools/runtimes)' : ''}`,
      async () => {
        vendor.requests.length = 0;
        expect(await runtime.run(folder, addresses)).toEqual(expected);
        // A redirect would carry the key elsewhere.
        expect(vendor.requests.filter(({ path: place }) => place.startsWith('/elsewhere'))).toEqual([]);
      },
      BUNDLE_MS,
    );
  }
});
