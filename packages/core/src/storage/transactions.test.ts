import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import type { Database } from './database.ts';
import type { Statement } from './statement.ts';

class Account extends object(
  { name: text({ required: true }), balance: integer({ default: 0, minimum: 0 }) },
  { table: 'accounts', unique: [['name']] },
) {}
class Accounts extends collection(Account) {}

describeOnEveryDatabase('transactions', (open, dialect) => {
  let database: Database;
  let accounts: Accounts;
  let serial = 0;
  const name = (): string => `account ${(serial += 1)}`;
  const stands = (account: string): Promise<Account | undefined> => accounts.find({ name: account });

  beforeAll(async () => {
    database = await open();
    accounts = await Accounts.create({ db: database });
  });

  it('hold whole or not at all', async () => {
    const [kept, lost] = [name(), name()];
    await accounts.transaction(() => accounts.add({ name: kept }));
    await expect(
      accounts.transaction(async () => {
        await accounts.add({ name: lost });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await stands(kept)).toBeDefined();
    expect(await stands(lost)).toBeUndefined();
  });

  it('travel with the call: what runs inside reads its writes, what runs beside does not', async () => {
    const account = name();
    let besides: Promise<Account | undefined> | undefined;
    const outside = AsyncLocalStorage.snapshot();
    await accounts.transaction(async () => {
      await accounts.add({ name: account });
      expect(database.inTransaction).toBe(true);
      expect(await stands(account)).toBeDefined();
      besides = outside(() => stands(account));
      expect(await besides).toBeUndefined();
    });
    expect(database.inTransaction).toBe(false);
    expect(await stands(account)).toBeDefined();
  });

  it('leave those who read their turn, however long they are', async () => {
    const outside = AsyncLocalStorage.snapshot();
    const answered: string[] = [];
    const long = accounts.transaction(async () => {
      const until = performance.now() + 300;
      while (performance.now() < until) await accounts.add({ name: name() });
      answered.push('long');
    });
    await delay(50);
    await outside(() => accounts.count());
    answered.push('read');
    await long;
    expect(answered).toEqual(['read', 'long']);
  });

  it('join the one they are started in, and so do saves of records loaded before', async () => {
    const account = await accounts.add({ name: name(), balance: 1 });
    await expect(
      accounts.transaction(async () => {
        account.balance = 2;
        await account.save();
        await accounts.transaction(() => accounts.add({ name: name() }));
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect((await accounts.require(account.id)).balance).toBe(1);
  });

  it('leave the instances of a rolled back one stale, which says so', async () => {
    const account = await accounts.add({ name: name(), balance: 1 });
    const made = accounts.make({ name: name() });
    await expect(
      accounts.transaction(async () => {
        account.balance = 2;
        await account.save();
        await made.save();
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    for (const each of [account, made]) {
      await expect(each.save()).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('read the record again') });
      await expect(each.delete()).rejects.toMatchObject({ code: 'usage' });
    }
    expect(made.isStored).toBe(false);
    const again = await accounts.require(account.id);
    again.balance = 3;
    expect((await again.save()).rev).toBe(2);
  });

  it('are not committed when a part failed half-way and its error was passed over', async () => {
    const [first, second] = [name(), name()];
    await expect(
      accounts.transaction(async () => {
        await accounts.add({ name: first });
        await accounts
          .transaction(async () => {
            await accounts.add({ name: second });
            throw new Error('half-way');
          })
          .catch(() => undefined);
      }),
    ).rejects.toMatchObject({ code: 'usage', cause: { message: 'half-way' } });
    expect(await stands(first)).toBeUndefined();
    expect(await stands(second)).toBeUndefined();
  });

  it('are not committed when a statement failed, either', async () => {
    const [first, second] = [name(), name()];
    await accounts.add({ name: first });
    await expect(
      accounts.transaction(async () => {
        await accounts.add({ name: second });
        await accounts.add({ name: first }).catch(() => undefined);
      }),
    ).rejects.toMatchObject({ code: 'usage' });
    expect(await stands(second)).toBeUndefined();
  });

  const insert = (id: string, named: string): Statement => {
    const at = database.dialect.encode('datetime', '2026-01-01T00:00:00.000Z');
    const row = { id, name: named, balance: 0, rev: 1, created_at: at, updated_at: at };
    return database.dialect.builder.insertInto('accounts').values(row).compile();
  };

  it('include scripts, whole or not at all', async () => {
    const [first, second] = [name(), name()];
    const script = (...names: string[]): string[] =>
      names.map(
        (each) =>
          `INSERT INTO accounts (id, name, balance, rev, created_at, updated_at) SELECT '${crypto.randomUUID()}', '${each}', 0, 1, created_at, updated_at FROM accounts LIMIT 1`,
      );
    await accounts.add({ name: name() });
    const empty = [`DELETE FROM accounts WHERE name = '${first}'`, `DELETE FROM accounts WHERE name = '${second}'`];
    for (let round = 0; round < 3; round += 1) await database.runScript(empty);
    await database.runScript(script(first));
    await expect(database.runScript(script(second, first))).rejects.toThrow();
    expect([await stands(first), await stands(second)]).toEqual([expect.anything(), undefined]);
    await database.runScript([]);
  });

  it('include writes that nothing waits for, which later statements see', async () => {
    const account = name();
    await database.transaction(async () => {
      await database.runBeforeCommit(insert(crypto.randomUUID(), account));
      expect(await Promise.all([stands(account), accounts.count({ where: { name: account } })])).toEqual([expect.anything(), 1]);
    });
    expect(await stands(account)).toBeDefined();
    await database.runBeforeCommit(insert(crypto.randomUUID(), `${account} alone`));
    expect(await stands(`${account} alone`)).toBeDefined();
  });

  it('are rolled back if a write that nothing waits for fails, with its error, whatever is sent after it', async () => {
    const [id, taken, other] = [crypto.randomUUID(), name(), name()];
    await database.run(insert(id, taken));
    const isTaken = (error: unknown): boolean => database.dialect.constraintOf(error)?.kind === 'unique';
    const alone = database.transaction(async () => {
      await database.run(insert(crypto.randomUUID(), other));
      await database.runBeforeCommit(insert(crypto.randomUUID(), taken));
    });
    await expect(alone).rejects.toSatisfy(isTaken);
    const followed = database.transaction(async () => {
      await database.runBeforeCommit(insert(crypto.randomUUID(), taken));
      await database.run(insert(crypto.randomUUID(), other));
    });
    await expect(followed).rejects.toSatisfy(isTaken);
    expect(await stands(other)).toBeUndefined();
    expect(await database.transaction(() => accounts.count({ where: { name: taken } }))).toBe(1);
  });

  it('go on after a part that was refused before it wrote anything', async () => {
    const account = name();
    await accounts.transaction(async () => {
      await accounts.add({ name: '' }).catch(() => undefined);
      await accounts.add({ name: account });
    });
    expect(await stands(account)).toBeDefined();
  });

  it('refuse statements that come after the end', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await accounts.transaction(async () => {
      late = delay(20).then(() => accounts.add({ name: name() }));
      late.catch(() => undefined);
    });
    await expect(late).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('not awaited') });
  });

  it('run what waits for their end, once it has come, and outside of them', async () => {
    const events: string[] = [];
    const account = name();
    const seen: Promise<Account | undefined>[] = [];
    await accounts.transaction(async () => {
      database.afterCommit(() => {
        events.push(`committed, in transaction: ${database.inTransaction}`);
        seen.push(stands(account));
      });
      database.afterRollback(() => events.push('never'));
      await accounts.add({ name: account });
      events.push('worked');
    });
    await accounts
      .transaction(async () => {
        database.afterCommit(() => events.push('never'));
        database.afterRollback(() => events.push('rolled back'));
        throw new Error('undone');
      })
      .catch(() => undefined);
    database.afterCommit(() => events.push('at once'));
    expect(events).toEqual(['worked', 'committed, in transaction: false', 'rolled back', 'at once']);
    expect(await seen[0]).toBeDefined();
  });

  it('stay committed when what waits for their end fails, which is reported', async () => {
    const account = name();
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    const events: string[] = [];
    await accounts.transaction(async () => {
      database.afterRollback(() => events.push('rolled back'));
      database.afterCommit(() => {
        throw new Error('listener fails');
      });
      database.afterCommit(() => events.push('committed'));
      await accounts.add({ name: account });
    });
    expect((await warned).message).toBe('listener fails');
    expect(events).toEqual(['committed']);
    expect(await stands(account)).toBeDefined();
  });

  it('keep the asynchronous context of whoever asked for them, though others wait as well', async () => {
    const context = new AsyncLocalStorage<number>();
    const seen = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        context.run(index, () =>
          accounts.transaction(async () => {
            await accounts.add({ name: name() });
            return context.getStore();
          }),
        ),
      ),
    );
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('keep apart those who take the same lock', async () => {
    const account = await accounts.add({ name: name() });
    await Promise.all(
      Array.from({ length: 8 }, () =>
        accounts.transaction(async () => {
          await database.lock('the till');
          const { balance } = await accounts.require(account.id);
          await delay(2);
          await accounts.update(account.id, { balance: balance + 1 });
        }),
      ),
    );
    expect((await accounts.require(account.id)).balance).toBe(8);
    await expect(database.lock('outside')).rejects.toMatchObject({ code: 'usage' });
  });

  it('fail alone: neighbours who share a commit keep theirs', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        accounts.transaction(async () => {
          const account = await accounts.add({ name: `shared ${index}` });
          if (index % 4 === 3) throw new Error('alone');
          return account.name;
        }),
      ),
    );
    expect(outcomes.filter((each) => each.status === 'rejected')).toHaveLength(10);
    for (const [index, outcome] of outcomes.entries()) {
      expect(await stands(`shared ${index}`)).toEqual(outcome.status === 'fulfilled' ? expect.anything() : undefined);
    }
  });

  it.runIf(dialect === 'sqlite')('acknowledge nothing before the shared commit', async () => {
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = accounts.transaction(() => accounts.add({ name: name() })).then(() => order.push('first acknowledged'));
    const second = accounts
      .transaction(async () => {
        await accounts.add({ name: name() });
        order.push('second runs');
        await gate.promise;
      })
      .then(() => order.push('second acknowledged'));
    await delay(20);
    // The first has run and shares its commit with the second, which has not.
    expect(order).toEqual(['second runs']);
    gate.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['second runs', 'first acknowledged', 'second acknowledged']);
  });

  it.runIf(dialect === 'sqlite')('share a commit with those that arrive two turns of the event loop later', async () => {
    const order: string[] = [];
    const first = accounts.add({ name: name() }).then(() => order.push('first acknowledged'));
    await immediate();
    await immediate();
    await Promise.all([first, accounts.transaction(async () => order.push('second runs'))]);
    expect(order).toEqual(['second runs', 'first acknowledged']);
  });

  it.runIf(dialect === 'sqlite')('do not wait for all who arrive in every turn of the event loop', async () => {
    let acknowledged = false;
    const first = accounts.add({ name: name() }).then(() => (acknowledged = true));
    const others: Promise<unknown>[] = [];
    // Forty turns of 2 ms each, as if many requests were read: a batch of all of them would take 80 ms and more.
    for (let turn = 0; turn < 40 && !acknowledged; turn += 1) {
      others.push(accounts.add({ name: name() }));
      const end = performance.now() + 2;
      while (performance.now() < end);
      await immediate();
    }
    expect(acknowledged).toBe(true);
    expect(others.length).toBeLessThan(40);
    await Promise.all([first, ...others]);
  });

  it('are refused once the database is closed, which waits for those that run', async () => {
    const other = await open();
    const others = await Accounts.create({ db: other });
    const running = others.transaction(async () => {
      await delay(20);
      return others.add({ name: 'last' });
    });
    await delay(5);
    const closing = other.close();
    expect((await running).name).toBe('last');
    await closing;
    await expect(others.add({ name: 'too late' })).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    await expect(others.list()).rejects.toMatchObject({ status: 503 });
    await other.close();
  });
});
