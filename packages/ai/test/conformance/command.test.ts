import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createSampleServer, KEY, MODEL } from './sample-server.ts';

const bin = fileURLToPath(new URL('../../bin/colophon-ai-conformance.js', import.meta.url));
const program = ['--conditions=@colophon/source', bin];
const env = { ...process.env, CONFORMANCE_API_KEY: KEY };

async function run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = { env, maxBuffer: 1e7 };
  return promisify(execFile)(process.execPath, [...program, ...words], options).then(
    (output) => ({ ...output, code: 0 }),
    (failure: { code: number; stdout: string; stderr: string }) => failure,
  );
}

it('checks a server over HTTP', async () => {
  const answer = createSampleServer('chat-completions');
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const init = {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(body.length > 0 ? { body } : {}),
      };
      const { status, headers, body: answered } = await answer(`http://server.example${request.url ?? ''}`, init);
      response.writeHead(status, Object.fromEntries(headers));
      for await (const piece of answered ?? []) response.write(piece);
      response.end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const words = ['server', '--wire', 'chat-completions', '--url', url, '--model', MODEL];
  const { code, stdout, stderr } = await run(...words);
  server.closeAllConnections();
  server.close();
  expect(stderr).toBe('');
  expect(stdout).toMatch(/# 20 passed, 0 failed, 0 skipped\n$/);
  expect(code).toBe(0);
});

it('is the vendor of a gateway, and checks the gateway', async () => {
  const upstream = spawn(process.execPath, [...program, 'upstream', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(upstream.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    // The vendor itself, as a gateway that passes everything on.
    const passed = await run('gateway', '--wire', 'messages', '--url', url.replace('/v1', ''), '--prefix', 'anthropic/');
    expect(passed.stdout).toContain('\nok 1 - messages/text/plain: a text\n');
    // A gateway that passes on events without their names breaks the wire itself.
    expect(passed.stdout).toContain(
      '/stream/no-names: a text; events without their names\n# there was an error instead of an answer: the name of an event',
    );
    expect(passed.code).toBe(1);
  } finally {
    upstream.kill();
  }
}, 60_000);

it('says how it is called', async () => {
  expect(await run('server', '--wire', 'chat-completions')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Usage:') as unknown,
  });
  expect(await run('gateway', '--nothing')).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') as unknown });
  expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage:') as unknown });
});
