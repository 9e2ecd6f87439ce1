import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const HARMFUL = 'this file is harmful';

/** Reads the chunks of clamd's `INSTREAM`, each after its length; undefined until the last one has arrived. */
function streamed(sent: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'.length;
  const chunks: Buffer[] = [];
  for (let at = command; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    if (at + 4 + length > sent.length) return undefined;
    chunks.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

describe('a Newsroom with a scanner', () => {
  let clamd: Server;
  let port: number;
  let newsroom: NewsroomProcess;
  let mode: 'scan' | 'error' | 'hang up' = 'scan';
  const examined: number[] = [];
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    port = await freePort();
    clamd = createServer((socket) => {
      sockets.add(socket);
      let sent = Buffer.alloc(0);
      socket.on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => {
        sent = Buffer.concat([sent, bytes]);
        const file = streamed(sent);
        if (!file) return;
        examined.push(file.byteLength);
        if (mode === 'hang up') socket.destroy();
        else if (mode === 'error') socket.end('INSTREAM size limit exceeded. ERROR\0');
        else socket.end(file.includes(HARMFUL) ? 'stream: Test.Harmful FOUND\0' : 'stream: OK\0');
      });
    }).listen(port, '127.0.0.1');
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'none', FILES_SCAN: `clamd://127.0.0.1:${port}` });
    const token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    const type = { key: 'letter', allowFiles: true, promotion: { targetContentType: 'note' } };
    const made = await fetch(`${newsroom.url}/api/v1/content-contribution-types`, {
      method: 'POST',
      body: JSON.stringify(type),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    expect([made.status, await made.text()]).toEqual([201, expect.anything()]);
  });
  afterAll(async () => {
    await newsroom?.dispose();
    for (const socket of sockets) socket.destroy();
    clamd.close();
  });

  const upload = (body: string): Promise<Response> =>
    fetch(`${newsroom.url}/api/v1/content-contributions/uploads?name=note.txt`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'text/plain', Connection: 'close' },
    });
  const filesWith = (text: string): string[] =>
    readdirSync(join(newsroom.directory, 'data'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path, 'latin1').includes(text));

  it('keeps what it passes, and nothing of what it finds', async () => {
    const clean = await upload(`Nothing to see. ${'x'.repeat(200_000)}`);
    expect([clean.status, examined.at(-1)]).toEqual([201, 200_016]);
    const refused = await upload(`Dear editors, ${HARMFUL}.`);
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { code: 'file_infected', errors: [{ pointer: '/attachments', detail: 'was found to be harmful (Test.Harmful)' }] },
    ]);
    expect(filesWith(HARMFUL)).toEqual([]);
  });

  it('keeps nothing while it cannot examine: an error, a lost connection, nobody there', async () => {
    for (const broken of ['error', 'hang up'] as const) {
      mode = broken;
      const refused = await upload('unexamined words');
      expect([broken, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([broken, 503, 'scan_unavailable']);
    }
    const closed = new Promise((done) => clamd.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
    expect((await upload('unexamined words')).status).toBe(503);
    expect(filesWith('unexamined words')).toEqual([]);
  });
});
