import { Webhook as ReferenceWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AuditEntries } from '../audit/audit-entry.ts';
import { makeCall } from '../callers/call.ts';
import type { Caller } from '../callers/caller.ts';
import { runOperation } from '../operations/run-operation.ts';
import type { Database } from '../storage/database.ts';
import { describeOnEveryDatabase } from '../testing/index.ts';
import { Deliverer } from './deliverer.ts';
import { LEASE_MS } from './delivery-lane.ts';
import { setWebSubHub } from './hub.ts';
import { relayDeliveries } from './relay-deliveries.ts';
import { DISABLED_AFTER_MS, RETRY_DELAYS_MS } from './schedule.ts';
import { sweepWebhooks } from './sweep-deliveries.ts';
import { provideTestWebhooks, happen, prepareWebhooks, source, startReceiver, type TestReceiver, webhookTable } from './testing/world.ts';
import { WebhookDeliveries } from './webhook-delivery.ts';
import { Webhooks } from './webhooks.ts';

const admin = (tenantId: string | null = null): Caller => ({ kind: 'user', id: 'ada', name: 'Ada', tenantId, role: 'admin' });
const HOUR_MS = 3_600_000;

describeOnEveryDatabase('webhooks', (open) => {
  let database: Database;
  let receiver: TestReceiver;
  let now = Date.now();
  let disabled: string[] = [];
  const errors: unknown[] = [];
  beforeAll(async () => {
    database = await open();
    await prepareWebhooks(database);
    provideTestWebhooks(database);
    receiver = await startReceiver();
    await relayDeliveries(database, source, new Date());
  });
  afterAll(() => receiver.stop());
  beforeEach(async () => {
    for (const each of await new Webhooks(database).list()) await each.delete();
    receiver.received.length = 0;
    receiver.answer = (_request, response) => response.writeHead(204).end();
    now = Date.now();
    disabled = [];
  });

  const run = async (id: string, request: { key?: string; input?: object; as?: Caller } = {}) => {
    const operation = webhookTable.operation(id);
    if (!operation) throw new Error(`There is no ${id}.`);
    const { as = admin(), ...rest } = request;
    const { value } = await runOperation(operation, { database, call: makeCall({ caller: as, now: () => new Date(now) }), ...rest });
    return value as Record<string, unknown>;
  };
  const register = (input: object = {}, as?: Caller) =>
    run('webhooks.register', { input: { url: receiver.url, ...input }, ...(as && { as }) });
  const deliver = async (deliverer = living()): Promise<void> => {
    await relayDeliveries(database, source, new Date(now));
    await deliverer.drain();
    expect(errors).toEqual([]);
  };
  const living = (): Deliverer =>
    new Deliverer(database, {
      now: () => new Date(now),
      monotonic: () => now,
      random: () => 0,
      onError: (error) => errors.push(error),
      onDisabled: async ({ id, disabledReason }) => void disabled.push(`${id} ${disabledReason}`),
    });
  const deliveries = () => new WebhookDeliveries(database).list({ orderBy: 'id' });
  const states = async () => (await deliveries()).map(({ status, attempt, error }) => ({ status, attempt, error }));

  it('tell a receiver what happened, as the reference library reads it, with ids and states and no text', async () => {
    const { id, secret } = await register();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await happen(database, ['note-1']);
    await deliver();
    const [request] = receiver.received;
    expect(new ReferenceWebhook(secret as string).verify(request?.body ?? '', request?.headers ?? {})).toEqual({
      type: 'note.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      data: { object: 'notes', id: 'note-1', status: 'published' },
    });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[\w-]+$/) as string,
    });
    const changed = (request?.body ?? '').replace('note-1', 'note-2');
    expect(() => new ReferenceWebhook(secret as string).verify(changed, request?.headers ?? {})).toThrow('No matching signature');
    const replayed = { ...request?.headers, 'webhook-timestamp': String(Math.floor(now / 1000) - 600) };
    expect(() => new ReferenceWebhook(secret as string).verify(request?.body ?? '', replayed)).toThrow('too old');
    expect(await deliveries()).toMatchObject([
      { webhookId: id, kind: 'note.created', status: 'delivered', attempt: 1, httpStatus: 204, error: null, nextAttemptAt: null },
    ]);
  });

  it('keep their secret: it is shown once, sealed at rest, and in no answer, list or audit entry', async () => {
    const { id, secret } = await register();
    const rotated = await run('webhooks.rotateSecretAction', { key: String(id) });
    const shown = JSON.stringify([
      await run('webhooks.get', { key: String(id) }),
      await run('webhooks.list'),
      await new AuditEntries(database).list({ where: { objectId: String(id) } }),
      await database.all({ sql: 'SELECT * FROM webhooks', parameters: [] }),
    ]);
    for (const each of [secret, rotated['secret']] as unknown as string[]) {
      expect(shown).not.toContain(each);
      expect(shown).not.toContain(each.slice('whsec_'.length));
    }
    const operation = webhookTable.operation('webhooks.register');
    expect([operation?.replay, operation?.exposed.mcp, webhookTable.operation('webhooks.rotateSecretAction')?.replay]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('sign with both secrets for 24 hours after a rotation, and with the new one alone from then on', async () => {
    const { id, secret } = await register();
    const { secret: next } = await run('webhooks.rotateSecretAction', { key: String(id) });
    await happen(database, ['note']);
    await deliver();
    const verify = (by: unknown, index: number) => () => {
      const { body, headers } = receiver.received[index] ?? { body: '', headers: {} };
      const fresh = { ...headers };
      return new ReferenceWebhook(by as string).verify(body, fresh);
    };
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const each of [secret, next]) expect(verify(each, 0)).not.toThrow();
    now += 24 * HOUR_MS;
    await happen(database, ['later']);
    await deliver();
    expect(receiver.received[1]?.headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
  });

  it('tell of the kinds that were chosen, in their own tenant alone, and not while they are disabled', async () => {
    await register({ kinds: ['note.changed'] });
    await register({ description: 'other tenant' }, admin('acme'));
    await register({ enabled: false });
    await happen(database, ['a']);
    await happen(database, ['b'], { kind: 'note.changed' });
    await happen(database, ['c'], { tenantId: 'acme' });
    await happen(database, ['d'], { kind: 'note.secret', tenantId: 'acme' });
    await deliver();
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id)).toEqual(['b', 'c']);
    expect((await run('webhooks.list', { as: admin('acme') }))['count']).toBe(1);
    expect((await run('webhook-deliveries.list', { as: admin('acme') }))['count']).toBe(1);
    const [foreign] = await deliveries();
    await expect(run('webhook-deliveries.get', { key: String(foreign?.id), as: admin('other') })).rejects.toMatchObject({ status: 404 });
  });

  it('refuse addresses that are not asked, kinds that are not offered, and callers who are no admins', async () => {
    await expect(register({ url: 'http://10.0.0.1/hook' })).rejects.toMatchObject({
      status: 422,
      errors: [{ pointer: '/url', code: 'address_refused' }],
    });
    await expect(register({ kinds: ['note.created', 'note.stolen'] })).rejects.toMatchObject({
      status: 422,
      errors: [{ pointer: '/kinds/1', code: 'unknown_kind' }],
    });
    const { id } = await register();
    await expect(run('webhooks.update', { key: String(id), input: { url: 'http://10.0.0.1/' } })).rejects.toMatchObject({ status: 422 });
    await expect(run('webhooks.list', { as: { ...admin(), role: 'editor' } })).rejects.toMatchObject({ status: 403 });
    expect(((await run('webhooks.listKinds'))['items'] as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'note.created',
      'note.changed',
    ]);
  });

  it('retry by the schedule with the same id and a new time, and fail after ten attempts', async () => {
    const { secret } = await register();
    receiver.answer = (_request, response) => response.writeHead(500).end();
    await happen(database, ['note']);
    await deliver();
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      expect(await states()).toEqual([{ status: 'waiting', attempt: index + 1, error: 'http_500' }]);
      now += delay - 1000;
      await deliver();
      expect(receiver.received).toHaveLength(index + 1);
      now += 1000;
      await deliver();
    }
    expect(await states()).toEqual([{ status: 'failed', attempt: 10, error: 'http_500' }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    expect(RETRY_DELAYS_MS.map((ms) => ms / 60_000)).toEqual([1 / 12, 5, 30, 120, 300, 600, 840, 1200, 1440]);
    expect(secret).toBeDefined();
  });

  it('slow down for a receiver that asks for it or has too much to do, and take up where they left', async () => {
    await register();
    receiver.answer = (_request, response) => response.writeHead(429, { 'Retry-After': '3600' }).end();
    await happen(database, ['one']);
    await deliver();
    await happen(database, ['two']);
    now += HOUR_MS - 5000;
    await deliver();
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    now += 5000;
    await deliver();
    expect((await states()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    expect((await new Webhooks(database).list())[0]).toMatchObject({ failures: 0, failingSince: null, pausedUntil: null });
    receiver.answer = (_request, response) => response.writeHead(502).end();
    await happen(database, ['three']);
    await deliver();
    now += 59_000;
    await deliver();
    expect(receiver.received).toHaveLength(4);
  });

  it('are disabled by 410, at once and with a word to whoever is to know, and by five days of failures', async () => {
    const { id } = await register();
    receiver.answer = (_request, response) => response.writeHead(410).end();
    await happen(database, ['note']);
    await deliver();
    expect(await states()).toEqual([{ status: 'failed', attempt: 1, error: 'http_410' }]);
    expect(await run('webhooks.get', { key: String(id) })).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect(disabled).toEqual([`${String(id)} gone`]);
    await run('webhooks.update', { key: String(id), input: { enabled: true } });
    expect(await run('webhooks.get', { key: String(id) })).toMatchObject({ enabled: true, disabledReason: null, failures: 0 });
    receiver.answer = (_request, response) => response.writeHead(404).end();
    await happen(database, ['note']);
    await deliver();
    now += DISABLED_AFTER_MS - 1000;
    await happen(database, ['note']);
    await deliver();
    expect(await run('webhooks.get', { key: String(id) })).toMatchObject({ enabled: true, failures: 3 });
    now += 10_000;
    await deliver();
    expect(await run('webhooks.get', { key: String(id) })).toMatchObject({ enabled: false, disabledReason: 'failing' });
    expect(disabled).toEqual([`${String(id)} gone`, `${String(id)} failing`]);
  });

  it('send again what failed or was delivered, when an admin says so, with the same id', async () => {
    await register();
    await happen(database, ['note']);
    await deliver();
    const [first] = await deliveries();
    await run('webhook-deliveries.redeliverAction', { key: String(first?.id) });
    await expect(run('webhook-deliveries.redeliverAction', { key: String(first?.id) })).rejects.toMatchObject({ code: 'delivery_state' });
    await deliver();
    expect(receiver.received.map(({ id }) => id)).toEqual([first?.eventId, first?.eventId]);
  });

  it('are tested at once, whether they are enabled or not, and that is not retried', async () => {
    const { id, secret } = await register({ enabled: false });
    expect(await run('webhooks.testAction', { key: String(id) })).toMatchObject({
      kind: 'webhook.test',
      status: 'delivered',
      httpStatus: 204,
    });
    const [request] = receiver.received;
    expect(new ReferenceWebhook(secret as string).verify(request?.body ?? '', request?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
    });
    receiver.answer = (_request, response) => response.writeHead(302, { Location: receiver.url }).end();
    expect(await run('webhooks.testAction', { key: String(id) })).toMatchObject({
      status: 'failed',
      error: 'http_302',
      nextAttemptAt: null,
    });
    expect(receiver.received).toHaveLength(2);
    const { url } = await startReceiver().then(async (each) => (await each.stop(), each));
    await run('webhooks.update', { key: String(id), input: { url } });
    expect(await run('webhooks.testAction', { key: String(id) })).toMatchObject({
      status: 'failed',
      error: 'fetch_failed: connection',
      httpStatus: null,
    });
    for (let left = 7; left > 0; left -= 1) await run('webhooks.testAction', { key: String(id) });
    await expect(run('webhooks.testAction', { key: String(id) })).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  it('take up what a process had claimed when it was gone, once it was watched for a lease', async () => {
    await register();
    await happen(database, ['note']);
    await relayDeliveries(database, source, new Date(now));
    const dead = new Deliverer(database, { now: () => new Date(now), onError: (error) => errors.push(error) });
    receiver.answer = () => undefined;
    await dead.deliver();
    await expect.poll(() => receiver.received.length).toBe(1);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    const other = living();
    for (let looks = 0; looks < 4; looks += 1) {
      await deliver(other);
      expect(receiver.received).toHaveLength(1);
      now += LEASE_MS / 4;
    }
    await deliver(other);
    expect(await states()).toEqual([{ status: 'delivered', attempt: 2, error: null }]);
    // What the first one learns afterwards counts for nothing.
    await dead.stop(0);
    expect(await states()).toEqual([{ status: 'delivered', attempt: 2, error: null }]);
  });

  it('need no database to stop when nothing is under way', async () => {
    let isReachable = true;
    const away = new Proxy(database, {
      get(target, name) {
        if (!isReachable) throw new Error(`The database was asked for ${String(name)}.`);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const stopping = new Deliverer(away, { now: () => new Date(now), onError: (error) => errors.push(error) });
    isReachable = false;
    await stopping.stop(0);
    expect(errors).toEqual([]);
  });

  it('give back what is under way when the application stops', async () => {
    await register();
    await happen(database, ['note']);
    await relayDeliveries(database, source, new Date(now));
    const stopping = new Deliverer(database, { now: () => new Date(now), onError: (error) => errors.push(error) });
    receiver.answer = () => undefined;
    await stopping.deliver();
    await expect.poll(() => receiver.received.length).toBe(1);
    await stopping.stop(0);
    expect(await states()).toEqual([{ status: 'waiting', attempt: 0, error: null }]);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    await deliver();
    expect(await states()).toEqual([{ status: 'delivered', attempt: 1, error: null }]);
  });

  it('do not wait for a receiver that does not answer: it keeps a few places, and many such receivers keep half of all', async () => {
    const slow = await startReceiver();
    slow.answer = () => undefined;
    try {
      for (let index = 0; index < 20; index += 1) await register({ url: slow.url });
      await database.run({ sql: 'UPDATE webhooks SET failures = 1', parameters: [] });
      await register();
      await happen(
        database,
        Array.from({ length: 30 }, (_, index) => `note-${index}`),
      );
      await relayDeliveries(database, source, new Date(now));
      const deliverer = new Deliverer(database, { onError: (error) => errors.push(error) });
      const begun = performance.now();
      while (receiver.received.length < 30 && performance.now() - begun < 10_000) {
        await deliverer.deliver();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect([receiver.received.length, slow.received.length]).toEqual([30, 16]);
      await deliverer.stop(0);
    } finally {
      await slow.stop();
    }
  });

  it('are forgotten with their deliveries after fourteen days, and removed with the webhook', async () => {
    const { id } = await register();
    await happen(database, ['note']);
    await deliver();
    expect(await sweepWebhooks(database, 14, new Date(now + 13 * 24 * HOUR_MS))).toBe(0);
    expect(await sweepWebhooks(database, 14, new Date(now + 15 * 24 * HOUR_MS))).toBe(1);
    expect(await database.all({ sql: 'SELECT id FROM _claims', parameters: [] })).toEqual([]);
    await happen(database, ['note']);
    await deliver();
    await run('webhooks.delete', { key: String(id) });
    expect(await deliveries()).toEqual([]);
  });

  it('tell the hub of the settings what may have changed a feed, unsigned, and admins change nothing about it', async () => {
    await setWebSubHub(database, { url: receiver.url, kinds: ['note.created', 'note.changed'] });
    await setWebSubHub(database, { url: receiver.url, kinds: ['note.created', 'note.changed'] });
    await happen(database, ['note']);
    await happen(database, ['note'], { kind: 'note.changed' });
    await deliver();
    expect(receiver.received.map(({ body, headers }) => [body, headers['webhook-signature']])).toEqual([['hub.mode=publish', undefined]]);
    const [hub, ...others] = await new Webhooks(database).list();
    expect(others).toEqual([]);
    const key = String(hub?.id);
    for (const [name, input] of [
      ['update', { url: 'http://127.0.0.1:1/' }],
      ['delete', undefined],
      ['rotateSecretAction', undefined],
    ] as const) {
      await expect(run(`webhooks.${name}`, { key, ...(input && { input }) })).rejects.toMatchObject({
        status: 409,
        code: 'set_by_settings',
      });
    }
    await run('webhooks.update', { key, input: { enabled: false } });
    await setWebSubHub(database, undefined);
    expect(await new Webhooks(database).count()).toBe(0);
  });
});
