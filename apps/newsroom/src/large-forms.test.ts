import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const FORMS = 5;
/** Longer than Node keeps an idle connection by default. */
const BUSY_MS = 7000;

let newsroom: NewsroomProcess;
let token: string;
beforeAll(async () => {
  newsroom = await startNewsroom({ NEWSROOM_SEED: 'none' });
  token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
  const type = { key: 'photo', allowFiles: true, allowEmptyText: true, promotion: { targetContentType: 'article' } };
  const made = await fetch(`${newsroom.url}/api/v1/content-contribution-types`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(type),
  });
  expect(made.status).toBe(201);
}, 60_000);
afterAll(() => newsroom.dispose());

const agent = new Agent({ keepAlive: true });
function send(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${newsroom.url}/api/v1${path}`, { method, agent, headers: { Authorization: `Bearer ${token}`, ...headers } });
    sent.on('error', reject);
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
    sent.end(body);
  });
}

function formOf(index: number): Buffer {
  const field = (name: string, value: string): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--b\r\nContent-Disposition: form-data; name="files"; filename="scan.bin"\r\nContent-Type: application/octet-stream\r\n\r\n';
  const fields = field('typeKey', 'photo') + field('contributorEmail', `ada${index}@letters.example`);
  return Buffer.concat([Buffer.from(fields + file), randomBytes(45_000_000), Buffer.from('\r\n--b--\r\n')]);
}

it('takes five forms of 45 MB at once, from a client that was busy before', { timeout: 180_000 }, async () => {
  expect(await Promise.all(Array.from({ length: FORMS }, () => send('GET', '/content-contributions')))).toEqual([200, 200, 200, 200, 200]);
  const forms = Array.from({ length: FORMS }, (_, index) => formOf(index));
  // The client learns nothing meanwhile: if a kept connection were closed now, it would send a form into it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
  const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
  expect(await Promise.all(forms.map((form) => send('POST', '/content-contributions/submit', type, form)))).toEqual([
    201, 201, 201, 201, 201,
  ]);
  agent.destroy();
});
