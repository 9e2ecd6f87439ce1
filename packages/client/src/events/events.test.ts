import fc from 'fast-check';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, createClient, jobEvents, ProblemError, type ServerEvent } from '../index.ts';
import { parseEvents } from './parse-events.ts';

/** A stream of these bytes, split into chunks at these positions. */
function cut(text: string, sizes: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  let start = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  chunks.push(bytes.subarray(start));
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function all(events: AsyncIterable<ServerEvent>): Promise<ServerEvent[]> {
  const received: ServerEvent[] = [];
  for await (const event of events) received.push(event);
  return received;
}

describe('a stream of events', () => {
  const text =
    '\uFEFF: hello\r\nid: 1\r\nevent: job\r\ndata: {"a":\r\ndata: "ü✓"}\r\n\r\ndata\n\nid: 2\rdata:  two\r\rretry: 70\ndata: lost at the end';
  const expected = [
    { event: 'job', data: '{"a":\n"ü✓"}', id: '1' },
    { event: 'message', data: '', id: '1' },
    { event: 'message', data: ' two', id: '2' },
  ];

  it('is parsed according to the standard: comments, all line endings, multi-line data, persistent ids', async () => {
    const retries: number[] = [];
    expect(await all(parseEvents(cut(text, []), '', { retry: (milliseconds) => retries.push(milliseconds) }))).toEqual(expected);
    expect(retries).toEqual([70]);
  });

  it('is parsed alike however it is split into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 }), async (sizes) => {
        expect(await all(parseEvents(cut(text, sizes)))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a line that never ends', `data: ${'x'.repeat(1_000_001)}`],
    ['an event that never ends', 'data: xxxxxxxxx\n'.repeat(120_000)],
  ])('is rejected for %s', async (_what, endless) => {
    await expect(all(parseEvents(cut(endless, [])))).rejects.toThrow(RangeError);
  });
});

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function startStream(handler: (request: IncomingMessage, response: ServerResponse, connection: number) => void): Promise<string> {
  let connections = 0;
  const server = createServer((request, response) => handler(request, response, (connections += 1)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const stream = (response: ServerResponse, text: string): ServerResponse => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).write(text);
  return response;
};

describe('the events of an application', () => {
  const waits: number[] = [];
  const clock = {
    now: () => Date.now(),
    sleep: (milliseconds: number) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  };
  const open = (url: string): Client<object> => {
    waits.length = 0;
    return createClient<object>({ baseUrl: url, token: 't', clock, random: () => 1 });
  };

  it('end when the server has no more', async () => {
    const url = await startStream((_request, response, connection) => {
      if (connection === 1) stream(response, 'id: 1\ndata: one\n\n').end();
      else response.writeHead(204).end();
    });
    expect(await all(open(url).events('/events'))).toEqual([{ event: 'message', data: 'one', id: '1' }]);
    expect(waits).toHaveLength(1);
  });

  it('continue after the last one when the connection breaks, with a shorter delay after a success', async () => {
    const lastEventIds: (string | undefined)[] = [];
    const url = await startStream((request, response, connection) => {
      lastEventIds.push(request.headers['last-event-id'] as string | undefined);
      if (connection === 1) stream(response, 'retry: 100\nid: 7\ndata: one\n\n').end();
      else if (connection <= 3) response.writeHead(503).end();
      else stream(response, 'id: 8\ndata: two\n\n');
    });
    const controller = new AbortController();
    const found: string[] = [];
    for await (const { data } of open(url).events('/jobs/events', { signal: controller.signal })) {
      found.push(data);
      if (found.length === 2) controller.abort();
    }
    expect(found).toEqual(['one', 'two']);
    expect(lastEventIds).toEqual([undefined, '7', '7', '7']);
    expect(waits).toEqual([100, 200, 400]);
  });

  it('fail with the problem if the server refuses them, and for other responses', async () => {
    const refused = await startStream((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end('{"code":"session_over","detail":"Sign in."}');
    });
    await expect(all(open(refused).events('/jobs/events'))).rejects.toMatchObject({ code: 'session_over', status: 401 });
    const other = await startStream((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    await expect(all(open(other).events('/jobs/events'))).rejects.toMatchObject({ code: 'not_ours' });
    expect(waits).toEqual([]);
  });

  it('of a POST are read once, because the request has side effects', async () => {
    const bodies: string[] = [];
    const url = await startStream((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        bodies.push(`${request.method} ${text}`);
        stream(response, 'event: delta\ndata: {"text":"Hi"}\n\nevent: done\ndata: {}\n\n').end();
      });
    });
    const events = await all(open(url).events('/contents/1/chat/2/messages', { body: { content: 'Hello' } }));
    expect(events.map(({ event }) => event)).toEqual(['delta', 'done']);
    expect(bodies).toEqual(['POST {"content":"Hello"}']);
    const broken = await startStream((_request, response) => void response.writeHead(503).end());
    await expect(all(open(broken).events('/chat', { body: {} }))).rejects.toSatisfy(ProblemError.isInstance);
  });

  it('stop without an error if the reader aborts while waiting', async () => {
    const url = await startStream((_request, response) => void stream(response, ': nothing yet\n\n'));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await all(open(url).events('/jobs/events', { signal: controller.signal }))).toEqual([]);
  });

  it('about jobs are job records; others are skipped', async () => {
    const job = { jobId: 'j1', sequence: 4, status: 'running', kind: 'x', completed: 1, total: 2 };
    const url = await startStream((_request, response) => {
      const lines = ['not json', '{"jobId":1}', JSON.stringify({ ...job, status: 'exploded' }), JSON.stringify(job)];
      stream(response, `event: other\ndata: ${JSON.stringify(job)}\n\n${lines.map((line) => `event: job\ndata: ${line}\n\n`).join('')}`);
    });
    for await (const told of jobEvents(open(url))) {
      expect(told).toEqual(job);
      break;
    }
  });
});
