import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { piece } from '../rest/servers/dataset.ts';
import type { ChildServer } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';

// How soon a publication reaches a webhook, and the duration of a save while ten thousand deliveries wait: for their date, and while they
// are sent as fast as the receiver responds.
const WAITING = 10_000;
const SAVES = Number(process.argv[3] ?? 50);
const ROUNDS = 5;
const PUBLICATIONS = 30;

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const arrivals = new Map<string, number>();
let received = 0;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received += 1;
    const { type, data } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string; data: { id: string } };
    if (type === 'content.published') arrivals.set(data.id, performance.now());
    response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;

let server: ChildServer | undefined;
try {
  const database = join(directory, 'webhooks.sqlite');
  await fillNewsroom(database, 1000);
  const { openDatabase } = await import('@colophon/core');
  const { createToken } = await import('@colophon/identity');
  const direct = await openDatabase(`sqlite:${database}`);
  const admin = await createToken({ database: direct, role: 'admin', tenantId: null, name: 'bench' });
  const { url } = (server = await startNewsroom(`sqlite:${database}`, directory, { OUTBOUND_HOSTS: `127.0.0.1:${port}` }));
  const send = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  let made = 0;
  const saves = async (count: number): Promise<number> => {
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      made += 1;
      const began = performance.now();
      await send('POST', '/contents', { title: `Made ${made}`, slug: `made-${made}`, body: piece(made, 2048).body });
      times.push(performance.now() - began);
    }
    return median(times);
  };

  await saves(50);
  const { id: webhookId = '' } = await send('POST', '/webhooks', { url: `http://127.0.0.1:${port}/`, kinds: ['content.published'] });
  const waits: number[] = [];
  for (let index = 0; index < PUBLICATIONS; index += 1) {
    const { id = '' } = await send('POST', '/contents', { title: `Told ${index}`, slug: `told-${index}` });
    await send('PATCH', `/contents/${id}`, { status: 'published' });
    const committed = performance.now();
    while (!arrivals.has(id)) await new Promise((resolve) => setTimeout(resolve, 2));
    waits.push((arrivals.get(id) ?? 0) - committed);
  }
  const fill = (round: number, due: string) =>
    direct.run({
      sql: `INSERT INTO webhook_deliveries (id, webhookId, eventId, kind, occurredAt, data, status, attempt, nextAttemptAt, rev, created_at, updated_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        SELECT ? || printf('%028x', i), ?, ? || i, 'content.updated', '2026-01-01T00:00:00.000Z', '{"id":"x"}', 'waiting', 0, ?, 1,
          strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM n`,
      parameters: [WAITING, `028${round}`, webhookId, `msg_${round}_`, due],
    });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const statement = (sql: string, ...parameters: unknown[]) => direct.run({ sql, parameters });
  const rounds: { none: number; waiting: number; sending: number; rate: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await statement("DELETE FROM webhook_deliveries WHERE status = 'waiting'");
    await saves(5);
    const none = await saves(SAVES);
    await fill(round, later);
    const waiting = await saves(SAVES);
    received = 0;
    const began = performance.now();
    await statement('UPDATE webhook_deliveries SET nextAttemptAt = created_at WHERE nextAttemptAt = ?', later);
    const sending = await saves(SAVES);
    rounds.push({ none, waiting, sending, rate: (received / (performance.now() - began)) * 1000 });
  }
  const middle = (of: (each: (typeof rounds)[number]) => number): number => median(rounds.map(of));
  await direct.close();

  printTable(
    ['a save, median', 'ms', 'against none waiting'],
    [
      ['nothing waits', middle(({ none }) => none).toFixed(2), 1],
      ['10,000 deliveries wait for their date', middle(({ waiting }) => waiting).toFixed(2), middle((each) => each.waiting / each.none)],
      [
        `the same are sent, ${middle(({ rate }) => rate).toFixed(0)} a second`,
        middle(({ sending }) => sending).toFixed(2),
        middle((each) => each.sending / each.none),
      ],
    ],
  );
  console.log(
    `\nA publication reaches a webhook ${median(waits).toFixed(0)} ms after its answer, ${Math.max(...waits).toFixed(0)} ms at most.`,
  );
} finally {
  await server?.stop();
  receiver.close();
  rmSync(directory, { recursive: true, force: true });
}
