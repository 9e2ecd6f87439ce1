import { beforeAll, beforeEach, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { runOperation } from '../operations/run-operation.ts';
import type { Database } from '../storage/database.ts';
import { describeOnEveryDatabase } from '../testing/index.ts';
import type { Lane } from '../claims/lane.ts';
import { type ClaimedDelivery, claimDeliveries, dueWebhooks } from './claim-deliveries.ts';
import { adoptDeliveries, deliveryLane, LEASE_MS } from './delivery-lane.ts';
import { relayDeliveries } from './relay-deliveries.ts';
import { happen, prepareWebhooks, provideTestWebhooks, source, webhookTable } from './testing/world.ts';
import { Webhooks } from './webhooks.ts';

describeOnEveryDatabase('deliveries that are due', (open) => {
  let database: Database;
  let now: Date;
  let lane: Lane;
  beforeAll(async () => {
    database = await open();
    await prepareWebhooks(database);
    provideTestWebhooks(database);
    await relayDeliveries(database, source, new Date());
  });
  beforeEach(async () => {
    for (const each of await new Webhooks(database).list()) await each.delete();
    now = new Date();
    lane = deliveryLane(database, { clock: () => now.getTime(), monotonic: () => now.getTime() });
  });

  const run = async (id: string, request: { key?: string; input: object }): Promise<string> => {
    const operation = webhookTable.operation(id);
    if (!operation) throw new Error(`There is no ${id}.`);
    const call = makeCall({ caller: { kind: 'user', id: 'ada', name: 'Ada', tenantId: null, role: 'admin' }, now: () => now });
    return String(((await runOperation(operation, { database, call, ...request })).value as { id: string }).id);
  };
  const register = (description: string): Promise<string> =>
    run('webhooks.register', { input: { url: 'http://127.0.0.1:9/', description } });
  const notes = async (...ids: string[]): Promise<void> => {
    await happen(database, ids);
    await relayDeliveries(database, source, now);
  };
  const due = async (): Promise<readonly string[]> => (await dueWebhooks(database, lane, now)).map(({ id }) => id);
  const claim = async (id: string, limit = 10): Promise<readonly ClaimedDelivery[]> => {
    const row = await database.first(database.dialect.builder.selectFrom('webhooks').selectAll().where('id', '=', id).compile());
    if (!row) throw new Error(`There is no webhook ${id}.`);
    return database.transaction(() => claimDeliveries({ database, lane }, { row, id, isFailing: false }, limit, now));
  };
  const later = (milliseconds: number): void => void (now = new Date(now.getTime() + milliseconds));

  it('are of webhooks that have any, are enabled and are not paused', async () => {
    const id = await register('with deliveries');
    expect(await due()).toEqual([]);
    await notes('one');
    await register('without deliveries');
    expect(await due()).toEqual([id]);
    await run('webhooks.update', { key: id, input: { enabled: false } });
    expect(await due()).toEqual([]);
    await run('webhooks.update', { key: id, input: { enabled: true } });
    expect(await due()).toEqual([id]);
    const pausedUntil = database.dialect.encode('datetime', new Date(now.getTime() + 1000).toISOString());
    await database.run(database.dialect.builder.updateTable('webhooks').set({ pausedUntil }).where('id', '=', id).compile());
    expect(await due()).toEqual([]);
    later(1000);
    expect(await due()).toEqual([id]);
  });

  it('are claimed by one process, until it is lost', async () => {
    const id = await register('claimed');
    await notes('one', 'two');
    expect((await claim(id)).map(({ attempt, event }) => [attempt, event.data['id']])).toEqual([
      [1, 'one'],
      [1, 'two'],
    ]);
    expect([await due(), await claim(id)]).toEqual([[], []]);
    for (let looks = 0; looks < 5; looks += 1) {
      expect(await due()).toEqual([]);
      await lane.freeLost();
      later(LEASE_MS / 4);
    }
    await lane.freeLost();
    expect(await due()).toEqual([id]);
    expect((await claim(id)).map(({ attempt }) => attempt)).toEqual([2, 2]);
  });

  it('are claimed once, however many processes claim at the same time', async () => {
    const id = await register('wanted by many');
    for (let round = 0; round < 5; round += 1) {
      await notes('a', 'b', 'c');
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim(id)));
      const claimed = claims.flat();
      expect(claimed).toHaveLength(3);
      expect(new Set(claimed.map(({ event }) => event.data['id']))).toEqual(new Set(['a', 'b', 'c']));
      expect(claimed.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    }
  });

  it('are claimed for one webhook, as many as asked for', async () => {
    const [one, other] = [await register('one'), await register('other')];
    await notes('a', 'b', 'c');
    const claimed = await claim(one, 2);
    expect(claimed.map(({ webhookId }) => webhookId)).toEqual([one, one]);
    expect([(await claim(one)).length, (await claim(other)).length]).toEqual([1, 3]);
    expect(new Set(claimed.map((each) => each.claim.receipt)).size).toBe(2);
  });

  it('that wait without a place in the lane get one, with their date and their attempts', async () => {
    const id = await register('upgraded');
    await notes('one', 'two');
    await database.run({ sql: 'DELETE FROM _claims', parameters: [] });
    const nextAttemptAt = database.dialect.encode('datetime', new Date(now.getTime() + 60_000).toISOString());
    await database.run(database.dialect.builder.updateTable('webhook_deliveries').set({ nextAttemptAt, attempt: 3 }).compile());
    expect(await due()).toEqual([]);
    for (let times = 0; times < 2; times += 1) await adoptDeliveries(database, lane);
    expect(await due()).toEqual([]);
    later(60_000);
    expect((await claim(id)).map(({ attempt }) => attempt)).toEqual([4, 4]);
  });

  it('that were ended elsewhere meanwhile are not attempted, and leave the lane', async () => {
    const id = await register('held');
    await notes('one');
    await database.run(database.dialect.builder.updateTable('webhook_deliveries').set({ status: 'held' }).compile());
    expect([await claim(id), await due()]).toEqual([[], []]);
  });
});
