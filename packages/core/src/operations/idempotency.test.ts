import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { makeCall } from '../callers/call.ts';
import { anonymous } from '../callers/caller.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { parametersOf } from '../surfaces/schema/parameters.ts';
import type { Operations } from '../registry/operation-options.ts';
import { operationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';

const SendInput = z.strictObject({ body: z.string() });

class Letter extends object({ body: text({ required: true }) }, { table: 'letters', api: true, access: { read: 'public' } }) {}
class Letters extends collection(Letter) {
  static readonly operations: Operations<Letters> = {
    send: { input: SendInput, creates: true, access: 'public' },
    issueSecret: { access: 'public', replay: false },
  };

  async send(input: z.infer<typeof SendInput>): Promise<Letter> {
    return this.add(input);
  }

  async issueSecret(): Promise<{ secret: string }> {
    return { secret: randomUUID() };
  }
}
const table = operationTable([Letters]);
const send = table.operation('letters.send')!;

describeOnEveryDatabase('the idempotency key of a stranger', (open) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
    await applyMigrations(database, table.schema);
  });

  const sendFrom = async (address: string | null, body: string): Promise<string> => {
    const call = makeCall({ caller: anonymous(null), address });
    const answer = await runOperation(send, { database, call, input: { body }, idempotencyKey: 'one' });
    return (answer.value as { body: string }).body;
  };

  it('is theirs alone: another stranger with the same key gets an answer of their own', async () => {
    expect(await sendFrom('192.0.2.1', 'mine')).toBe('mine');
    expect(await sendFrom('192.0.2.2', 'another')).toBe('another');
    expect(await sendFrom('192.0.2.1', 'mine')).toBe('mine');
    expect(await new Letters(database).count()).toBe(2);
    await expect(sendFrom('192.0.2.1', 'changed')).rejects.toMatchObject({ status: 422 });
  });
});

describeOnEveryDatabase('an operation whose answer holds a secret', (open) => {
  it('keeps no answer: a key is refused, and neither the schema nor the document speaks of one', async () => {
    const database = await open();
    await applyMigrations(database, table.schema);
    const operation = table.operation('letters.issueSecret')!;
    const request = { database, call: makeCall({ caller: anonymous(null), address: '192.0.2.1' }) };
    expect((await runOperation(operation, request)).value).toEqual({ secret: expect.any(String) });
    await expect(runOperation(operation, { ...request, idempotencyKey: 'one' })).rejects.toMatchObject({
      status: 422,
      code: 'idempotency_not_offered',
    });
    expect(await database.all(database.dialect.builder.selectFrom('_idempotency').select('key').compile())).toEqual([]);
    expect(parametersOf(operation, 'value')).not.toHaveProperty('x-requirements');
    expect(parametersOf(send, 'value')).toHaveProperty('x-requirements.idempotencyKey');
  });
});

it('needs the read rule too for whatever uses a record: who may run an operation but not read the record may not run it', async () => {
  class Memo extends object(
    { body: text({ required: true }) },
    { table: 'memos', api: true, access: { read: 'editor', create: 'editor' } },
  ) {
    static readonly operations: Operations<Memo> = { stamp: { access: 'viewer' } };

    async stamp(): Promise<{ stamped: boolean }> {
      return { stamped: true };
    }
  }
  class Memos extends collection(Memo) {}
  const { openDatabase } = await import('../storage/open/open-database.ts');
  const opened = await openDatabase('sqlite::memory:');
  const memos = operationTable([Memos]);
  await applyMigrations(opened, memos.schema);
  const { id } = await new Memos(opened).add({ body: 'secret' });
  const as = (role: 'viewer' | 'editor') =>
    runOperation(memos.operation('memos.stamp')!, {
      database: opened,
      call: makeCall({ caller: { kind: 'user', id: role, name: role, tenantId: null, role } }),
      key: id,
    });
  await expect(as('viewer')).rejects.toMatchObject({ status: 403 });
  expect((await as('editor')).value).toEqual({ stamped: true });
  await opened.close();
});
