import { describe, expect, it } from 'vitest';
import { SYSTEM_CALL } from '../callers/call.ts';
import { TransactionConflictError } from '../errors/errors.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { operationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';

class Thing extends object({ title: text({ required: true }) }, { table: 'things', api: true }) {}
class Things extends collection(Thing) {}
const table = operationTable([Things]);

/** A database whose first transactions give way to others, after they have done their work. */
function yielding(database: Database, times: number): Database {
  let left = times;
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'transaction') return value.bind(target) as unknown;
      return (work: () => Promise<unknown>) =>
        target.transaction(async () => {
          const result = await work();
          if (!target.inTransaction || left === 0) return result;
          left -= 1;
          throw new TransactionConflictError(new Error('deadlock detected'));
        });
    },
  });
}

describe('an operation whose transaction gave way to another one', () => {
  const create = table.operation('things.create');
  const attempt = async (times: number) => {
    const database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, table.schema);
    if (!create) throw new Error('no operation');
    const answer = runOperation(create, { database: yielding(database, times), call: SYSTEM_CALL, input: { title: 'One' } });
    await answer.catch(() => undefined);
    return { answer, count: await new Things(database).count() };
  };

  it('is run again, and does its work once', async () => {
    const { answer, count } = await attempt(2);
    await expect(answer).resolves.toMatchObject({ kind: 'item' });
    expect(count).toBe(1);
  });

  it('says "not now" when it keeps giving way, and has changed nothing', async () => {
    const { answer, count } = await attempt(10);
    await expect(answer).rejects.toMatchObject({ status: 503, code: 'unavailable', retryable: true });
    expect(count).toBe(0);
  });
});
