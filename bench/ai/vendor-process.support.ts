import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'gpt-6-luna' };
const usage = { prompt_tokens: 12, completion_tokens: 40, total_tokens: 52 };
const text = 'The quick brown fox jumps over the lazy dog. '.repeat(5);
const whole = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage,
});
const event = (body: object): string => `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...body })}\n\n`;
const chunks = [
  ...Array.from({ length: 20 }, (_one, index) =>
    event({ choices: [{ index: 0, delta: { content: `chunk ${index} ` }, finish_reason: null }] }),
  ),
  event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  event({ choices: [], usage }),
  'data: [DONE]\n\n',
];

const message = { type: 'message', role: 'assistant', model: 'claude-haiku-5-5' };
const wholeMessage = JSON.stringify({
  ...message,
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 12, output_tokens: 40 },
});
const messageEvents = [
  { type: 'message_start', message: { ...message, content: [], usage: { input_tokens: 12, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...Array.from({ length: 20 }, (_one, index) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: `chunk ${index} ` },
  })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 40 } },
  { type: 'message_stop' },
].map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`);

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    if (request.url?.includes('/messages')) {
      if (!body.includes('"stream":true')) {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(wholeMessage) })
          .end(wholeMessage);
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const one of messageEvents) response.write(one);
      response.end();
      return;
    }
    if (body.includes('Hold on, please.')) {
      // One chunk, and then nothing until the client disconnects.
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunks[0]);
      return;
    }
    if (!body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) }).end(whole);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunks) response.write(chunk);
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => process.exit());
