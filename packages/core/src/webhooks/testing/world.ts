import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuditEntries } from '../../audit/audit-entry.ts';
import type { EventSource, OutboxEvent } from '../../events/event.ts';
import { json } from '../../fields/json.ts';
import type { JsonObject } from '../../fields/json.ts';
import { integer } from '../../fields/numbers.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import type { Database } from '../../storage/database.ts';
import { applyMigrations } from '../../storage/migrations/migrate.ts';
import { Attempts } from '../../throttle/attempt.ts';
import { WebhookSender, webhookSender, type WebhookTransport } from '../webhook-sender.ts';
import { webhookCollections } from '../index.ts';

/** The outbox of an application for tests. */
class Happened extends object(
  {
    sequence: integer({ required: true }),
    kind: text({ required: true }),
    objectId: text({ required: true }),
    data: json({ default: {} }),
  },
  { table: 'happened', tenant: true, api: false, mcp: false, cli: false, audit: false, unique: [['sequence']] },
) {}
class Happenings extends collection(Happened) {}

export const webhookTable = operationTable([...webhookCollections, Happenings, Attempts, AuditEntries]);

export const KINDS = ['note.created', 'note.changed'].map((kind) => ({ kind, description: `Sent for ${kind}.` }));

/** Creates the tables of webhooks in an empty database. */
export async function prepareWebhooks(database: Database): Promise<void> {
  await applyMigrations(database, webhookTable.schema);
}

/** Sends unguarded requests to receivers of the test on loopback. */
export const openTransport: WebhookTransport = {
  requireAddress(url) {
    if (!url.startsWith('http://127.0.0.1:')) {
      throw Object.assign(new Error('The network of this address is not allowed.'), { code: 'address_refused' });
    }
  },
  async send({ url, headers, body, timeout, signal }) {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: ended });
      await answer.arrayBuffer();
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') ?? undefined };
    } catch {
      throw Object.assign(new Error('There was no response.'), { code: 'fetch_failed', extensions: { reason: 'connection' } });
    }
  },
};

/** Provides the sender that every process of one application provides. */
export function provideTestWebhooks(database: Database, transport: WebhookTransport = openTransport): void {
  database.ports.provide(
    webhookSender,
    new WebhookSender({
      secret: 'x'.repeat(32),
      kinds: KINDS,
      transport,
      composePing: async ({ kind }) =>
        kind === 'note.changed'
          ? { contentType: 'application/x-www-form-urlencoded', body: new URLSearchParams({ 'hub.mode': 'publish' }).toString() }
          : undefined,
    }),
  );
}

export const source: EventSource = {
  name: 'happened',
  async last(database) {
    const query = database.dialect.builder.selectFrom('happened').select((each) => each.fn.max('sequence').as('last'));
    return Number((await database.first(query.compile()))?.['last'] ?? 0);
  },
  async read(database, after, limit) {
    const query = database.dialect.builder
      .selectFrom('happened')
      .selectAll()
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit);
    return (await database.all(query.compile())).map((row): OutboxEvent => ({
      id: String(row['id']),
      sequence: Number(row['sequence']),
      at: String(database.dialect.decode('datetime', row['created_at'])),
      kind: String(row['kind']),
      objectType: 'notes',
      objectId: String(row['objectId']),
      tenantId: (row['tenantId'] as string | null | undefined) ?? null,
      data: database.dialect.decode('json', row['data']) as JsonObject,
    }));
  },
};

/** Emits events in one commit. */
export async function happen(
  database: Database,
  objectIds: readonly string[],
  { kind = 'note.created', tenantId = null as string | null } = {},
): Promise<void> {
  await database.transaction(async () => {
    const last = await source.last(database);
    for (const [index, objectId] of objectIds.entries()) {
      await new Happenings(database).add({ sequence: last + index + 1, kind, objectId, data: { status: 'published' }, tenantId } as never);
    }
  });
}

/** A request that a receiver received. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: number;
}

/** A receiver on loopback. */
export interface TestReceiver {
  readonly url: string;
  readonly received: Received[];
  /** Sends the response; 204 by default. */
  answer: (request: Received, response: ServerResponse) => void;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<TestReceiver> {
  const received: Received[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const got = { id: headers['webhook-id'] ?? '', headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
      received.push(got);
      receiver.answer(got, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (_request, response) => response.writeHead(204).end(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
