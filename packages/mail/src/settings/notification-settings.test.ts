import {
  type Caller,
  ColophonError,
  type Database,
  makeCall,
  openDatabase,
  type OperationTable,
  operationTable,
  requireCurrentSchema,
  runOperation,
} from '@colophon/core';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { MailKinds, mailKinds } from '../kinds/mail-kinds.ts';
import { mailCollections } from '../setup/mail-collections.ts';
import { TestWorld } from '../testing/test-kinds.ts';
import { dueFor } from '../kinds/frequency.ts';

describe('notification settings', () => {
  let database: Database;
  let table: OperationTable;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    table = operationTable([...mailCollections]);
    await requireCurrentSchema(database, table.schema);
    database.ports.provide(mailKinds, new MailKinds(new TestWorld().kinds));
  });
  afterAll(() => database.close());

  const person = (id: string, role: Caller['role'] = 'editor'): Caller => ({ kind: 'user', id, name: id, tenantId: null, role });
  async function run(as: Caller, name: string, input?: object): Promise<Record<string, any>> {
    const operation = table.operation(`notification-settings.${name}`);
    if (!operation) throw new Error(`There is no ${name}.`);
    try {
      return (await runOperation(operation, { database, call: makeCall({ caller: as }), input })).value as Record<string, any>;
    } catch (error) {
      if (!(error instanceof ColophonError)) throw error;
      return { status: error.status, code: error.code, message: error.message, faults: error.errors };
    }
  }

  it('are personal: each user sees the available kinds, with the default until they choose', async () => {
    const [edna, eric] = [person('edna'), person('eric')];
    const standard = { kind: 'thing-came', label: 'Something came in', channel: 'email', frequency: 'now', isDefault: true };
    expect(await run(edna, 'listKinds')).toEqual({ items: [standard] });
    expect(await run(edna, 'choose', { kind: 'thing-came', frequency: 'daily' })).toEqual({
      ...standard,
      frequency: 'daily',
      isDefault: false,
    });
    await run(edna, 'choose', { kind: 'thing-came', frequency: 'off' });
    expect(await run(edna, 'listKinds')).toMatchObject({ items: [{ frequency: 'off', isDefault: false }] });
    expect(await run(eric, 'listKinds')).toEqual({ items: [standard] });
    expect(await run(edna, 'list')).toMatchObject({ count: 1, items: [{ userId: 'edna', frequency: 'off' }] });
    expect(await run(eric, 'list')).toMatchObject({ count: 0 });
    expect(await run(person('vera', 'viewer'), 'listKinds')).toEqual({ items: [] });
  });

  it('are not available to programs or anonymous callers, and errors name the fault', async () => {
    expect(await run({ ...person('token'), kind: 'token' }, 'listKinds')).toMatchObject({ status: 403 });
    expect(await run({ ...person('x'), kind: 'anonymous', id: null, role: null }, 'listKinds')).toMatchObject({ status: 401 });
    expect(await run(person('edna'), 'choose', { kind: 'thing-decided', frequency: 'now' })).toMatchObject({
      status: 422,
      faults: [{ pointer: '/kind', code: 'unknown_kind', detail: 'must be one of thing-came' }],
    });
    expect(await run(person('edna'), 'choose', { kind: 'thing-came', frequency: 'hourly' })).toMatchObject({ status: 422 });
  });

  it('with a daily frequency are due at six in the morning, UTC', () => {
    expect(dueFor('daily', new Date('2026-11-22T05:59:59Z')).toISOString()).toBe('2026-11-22T06:00:00.000Z');
    expect(dueFor('daily', new Date('2026-11-22T06:00:00Z')).toISOString()).toBe('2026-11-23T06:00:00.000Z');
  });
});
