import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../support/median.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';

// The time from the first byte of a model until the user's browser has the first words of the answer: through Newsroom, compared with
// reading the model's stream directly. A user may send 30 messages in ten minutes.
const ROUNDS = 25;
const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-chat-'));

/** A model that delays its response briefly, and records when it sends the first byte. */
let sentAt = 0;
const vendor = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    setTimeout(() => {
      sentAt = performance.now();
      say(response, { choices: [{ index: 0, delta: { content: 'The oak ' }, finish_reason: null }] });
      setTimeout(() => {
        say(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
        say(response, { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } });
        response.end('data: [DONE]\n\n');
      }, 20);
    }, 30);
  });
});
function say(response: ServerResponse, part: object): void {
  const common = { id: 'c', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'talker' };
  response.write(`data: ${JSON.stringify({ ...common, ...part })}\n\n`);
}
await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`;

/** Milliseconds after the model's first byte when a stream first contains text; it is read to its end. */
async function firstText(response: Response, text: string): Promise<number> {
  const decoder = new TextDecoder();
  let [seen, at] = ['', Number.NaN];
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    seen += decoder.decode(bytes, { stream: true });
    if (Number.isNaN(at) && seen.includes(text)) at = performance.now() - sentAt;
  }
  return at;
}

const database = join(directory, 'chat.sqlite');
const token = await fillNewsroom(database, 20);
const newsroom = await startNewsroom(`sqlite:${database}`, directory, {
  LIB_AI_PROVIDER: 'openai',
  LIB_AI_API_KEY: 'sk-loopback',
  LIB_AI_BASE_URL: base,
  LIB_AI_MODEL: 'talker',
});
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
const api = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}): Promise<Response> =>
  fetch(`${newsroom.url}/api/v1${path}`, { ...init, headers: { ...headers, ...init.headers } });
const { items } = (await (await api('/contents?limit=1&fields=id')).json()) as { items: { id: string }[] };
const chat = `/contents/${items[0]?.id}/chat`;
const { thread } = (await (await api(chat, { method: 'POST', body: '{}' })).json()) as { thread: { id: string } };

const [through, straight]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  straight.push(await firstText(await fetch(`${base}/chat/completions`, { method: 'POST', body: '{}' }), 'The oak'));
  const init = { method: 'POST', headers: { Accept: 'text/event-stream' }, body: JSON.stringify({ content: 'Make it shorter.' }) };
  through.push(await firstText(await api(`${chat}/${thread.id}/messages`, init), 'event: delta'));
}
const [ours, theirs] = [median(through), median(straight)];
printTable(
  ['first words after the first byte of the model', 'median', 'slowest', 'ratio'],
  [
    ['read from the model', `${theirs.toFixed(2)} ms`, `${Math.max(...straight).toFixed(2)} ms`, '1'],
    ['through Newsroom, as an event', `${ours.toFixed(2)} ms`, `${Math.max(...through).toFixed(2)} ms`, `${(ours / theirs).toFixed(1)}×`],
  ],
);
await newsroom.stop();
vendor.closeAllConnections();
vendor.close();
rmSync(directory, { recursive: true });
