import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import type { Database } from '../storage/database.ts';
import { describeOnEveryDatabase } from '../testing/index.ts';
import { relayDeliveries } from './relay-deliveries.ts';
import { provideTestWebhooks, happen, prepareWebhooks, source, startReceiver, type TestReceiver } from './testing/world.ts';
import { WebhookDeliveries } from './webhook-delivery.ts';
import { Webhooks } from './webhooks.ts';

const SCRIPT = new URL('testing/webhook-process.ts', import.meta.url).pathname;
const EVENTS = 100;

describeOnEveryDatabase('webhooks in processes of their own', (open) => {
  let database: Database;
  let receiver: TestReceiver;
  const processes: ChildProcess[] = [];
  beforeAll(async () => {
    database = await open();
    await prepareWebhooks(database);
    provideTestWebhooks(database);
    receiver = await startReceiver();
    await relayDeliveries(database, source, new Date());
    await new Webhooks(database).register({ url: receiver.url, kinds: [], enabled: true }, makeCall({}));
  });
  afterEach(() => Promise.all(processes.splice(0).map(kill)));
  afterAll(() => receiver.stop());

  async function start(): Promise<ChildProcess> {
    const flags = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];
    const child = spawn(process.execPath, [...flags, SCRIPT, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    processes.push(child);
    await new Promise<void>((resolve) =>
      child.stdout?.setEncoding('utf8').on('data', (text: string) => text.includes('ready') && resolve()),
    );
    return child;
  }

  const told = (): string[] => receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);

  it('tell of each event once, however many deliver; and of none too little when one of them is killed', async () => {
    const ids = Array.from({ length: EVENTS }, (_, index) => `note-${index}`);
    const [first] = await Promise.all([start(), start()]);
    await happen(database, ids.slice(0, EVENTS / 2));
    await expect.poll(() => told().length, { timeout: 20_000 }).toBe(EVENTS / 2);
    expect(new Set(told()).size).toBe(EVENTS / 2);
    // Killed with attempts under way, whose receiver never answers it.
    receiver.answer = (_request, response) => {
      if (receiver.received.length === EVENTS / 2 + 10) first?.kill('SIGKILL');
      setTimeout(() => response.writeHead(204).end(), 20);
    };
    await happen(database, ids.slice(EVENTS / 2));
    const over = async (): Promise<number> => new WebhookDeliveries(database).count({ where: { status: 'delivered' } });
    await expect.poll(async () => (await over()) + (await claimed()), { timeout: 20_000 }).toBe(EVENTS);
    // What the killed one had claimed is due to the other one at once, rather than in 40 seconds.
    await database.run({ sql: 'UPDATE _claims SET receipt = NULL, due = 0', parameters: [] });
    await expect.poll(over, { timeout: 20_000 }).toBe(EVENTS);
    expect(new Set(told())).toEqual(new Set(ids));
    const byId = new Map(receiver.received.map(({ id, body }) => [body, id]));
    expect(new Set(byId.values()).size).toBe(EVENTS);
  }, 90_000);

  async function claimed(): Promise<number> {
    const query = database.dialect.builder
      .selectFrom('_claims')
      .select((each) => each.fn.countAll().as('count'))
      .where('receipt', 'is not', null);
    return Number((await database.first(query.compile()))?.['count'] ?? 0);
  }
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
