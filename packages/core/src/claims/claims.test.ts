import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operationTable } from '../operations/operation-table.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { describeOnEveryDatabase } from '../testing/index.ts';
import { type Claim, claims, type Lane } from './lane.ts';

const HOUR_MS = 3_600_000;
const ids = (claimed: readonly Claim[]): string[] => claimed.map(({ id }) => id).toSorted();
const numbered = (count: number): { id: string }[] => Array.from({ length: count }, (_, index) => ({ id: String(index).padStart(4, '0') }));

/** The lanes and their leases. */
const LANES = [
  ['jobs', 30_000],
  ['mail', 300_000],
  ['webhooks', 40_000],
] as const;

describeOnEveryDatabase('claims', (open, dialect) => {
  let database: Database;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    database = await open();
    await applyMigrations(database, operationTable([]).schema);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  });
  /** Starts another process, and returns the lines that it prints. */
  const start = (name: string, how: 'hold' | 'work'): { child: ChildProcess; lines: AsyncIterator<string> } => {
    const program = join(import.meta.dirname, 'testing/take-and-die.ts');
    const child = spawn(process.execPath, ['--conditions=@colophon/source', program, database.url, name, how], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    return { child, lines: createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })[Symbol.asyncIterator]() };
  };

  describe.each(LANES)('of %s', (name, lease) => {
    let monotonic: number;
    let clock: number;
    let one: Lane;
    let other: Lane;
    beforeEach(() => {
      monotonic = 0;
      clock = Date.parse('2026-11-24T10:00:00.000Z');
      [one, other] = [1, 2].map(() => claims(database, name, { lease, clock: () => clock, monotonic: () => monotonic })) as [Lane, Lane];
    });
    /** Lets time pass while a process looks as often as it does, and returns what it took over. */
    const watch = async (lane: Lane, milliseconds: number, meanwhile: () => Promise<unknown> = async () => undefined): Promise<Claim[]> => {
      const taken: Claim[] = [];
      for (let passed = 0; passed < milliseconds; passed += lease / 6) {
        monotonic += lease / 6;
        await meanwhile();
        taken.push(...(await lane.take(10)));
      }
      return taken;
    };

    it('go to one of many who take at the same time', async () => {
      await one.put(numbered(30));
      const taken = await Promise.all(Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? one : other).take(1)));
      const rest = [...(await one.take(30)), ...(await other.take(30))];
      expect(ids([...taken.flat(), ...rest])).toEqual(numbered(30).map(({ id }) => id));
    });

    it('are put and settled with the transaction, and put twice is once', async () => {
      const undone = async (work: () => Promise<unknown>): Promise<void> => {
        const run = database.transaction(async () => {
          await work();
          throw new Error('undone');
        });
        await expect(run).rejects.toThrow('undone');
      };
      await undone(() => one.put([{ id: 'a' }]));
      expect(await one.take(1)).toEqual([]);
      await one.put([{ id: 'a' }, { id: 'b', due: clock + 1000 }]);
      await one.put([{ id: 'a' }, { id: 'b' }]);
      const [claim] = (await one.take(5)) as [Claim];
      expect(claim).toMatchObject({ id: 'a', group: null, tries: 1 });
      await one.put([{ id: 'a' }]);
      await undone(() => one.settle([claim]));
      expect(await one.hold([claim])).toEqual([claim]);
      expect(await one.settle([claim])).toEqual([claim]);
      clock += 1000;
      expect(ids(await other.take(5))).toEqual(['b']);
    });

    it('of a whole group are taken together, by one process, and those without a group alone', async () => {
      await one.put([
        { id: 'a1', group: 'ada' },
        { id: 'b1', group: 'ben' },
        { id: 'a2', group: 'ada' },
        { id: 'a3', group: 'ada', due: clock + 1 },
        { id: 'x' },
        { id: 'y' },
      ]);
      const [first, second] = await Promise.all([one.takeGroups(2, 50), other.takeGroups(10, 50)]);
      const groups = [...first, ...second, ...(await one.takeGroups(10, 50))].map(ids);
      expect(groups.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))).toEqual([['a1', 'a2'], ['b1'], ['x'], ['y']]);
      clock += 1;
      await one.put([
        { id: 'a4', group: 'ada' },
        { id: 'a5', group: 'ada' },
      ]);
      expect((await one.takeGroups(10, 2)).map(ids)).toEqual([['a4', 'a5'], ['a3']]);
    });

    it('of one group can be taken alone, and the owner’s queries know which groups have something due', async () => {
      await one.put([
        { id: 'a', group: 'ada' },
        { id: 'b', group: 'ben', due: clock + 1 },
      ]);
      expect([ids(await one.take(5, { group: 'ben' })), ids(await one.take(5, { group: 'ada' }))]).toEqual([[], ['a']]);
      clock += 1;
      await database.run({ sql: 'CREATE TABLE people (name text)', parameters: [] });
      await database.run({ sql: `INSERT INTO people VALUES ('ada'), ('ben'), ('a'), ('b'), ('c')`, parameters: [] });
      const people = (condition: ReturnType<Lane['lists']>) =>
        database.all(database.dialect.builder.selectFrom('people').select('name').where(condition).orderBy('name').compile());
      expect(await people(one.hasDueOf('people.name'))).toEqual([{ name: 'ben' }]);
      expect(await people(one.lists('people.name'))).toEqual([{ name: 'a' }, { name: 'b' }]);
    });

    it('are given back at once, or due again later, and count only what was tried', async () => {
      await one.put([{ id: 'a' }]);
      let [claim] = (await one.take(1)) as [Claim];
      expect(await one.settle([claim], { again: 0, isUncounted: true })).toEqual([claim]);
      [claim] = (await other.take(1)) as [Claim];
      expect(claim.tries).toBe(1);
      await other.settle([claim], { again: clock + 1000 });
      expect(await one.take(1)).toEqual([]);
      clock += 1000;
      expect((await one.take(1))[0]?.tries).toBe(2);
    });

    it('come back when their holder shows no sign of life for a lease: its receipt settles nothing then, and says so', async () => {
      await one.put([{ id: 'a', group: 'ada' }]);
      const [lost] = (await one.take(1)) as [Claim];
      expect(await watch(other, lease)).toEqual([]);
      const [taken] = (await watch(other, lease / 2)) as [Claim];
      expect(taken).toMatchObject({ id: 'a', group: 'ada', tries: 2 });
      expect([await one.hold([lost]), await one.settle([lost]), await one.settle([lost], { again: 0 })]).toEqual([[], [], []]);
      expect(await other.settle([taken])).toEqual([taken]);
    });

    it('of a lost holder are taken over by one of many, in the groups that they were held in', async () => {
      const lanes = [one, other];
      await one.put([...numbered(6)].map(({ id }, index) => ({ id, group: index < 4 ? 'whole' : null })));
      await one.takeGroups(10, 50);
      const taken: Claim[][] = [];
      for (let passed = 0; passed < 2 * lease; passed += lease / 6) {
        monotonic += lease / 6;
        taken.push(...(await Promise.all(lanes.map((lane) => lane.takeGroups(10, 50)))).flat());
      }
      expect(ids(taken.flat())).toEqual(numbered(6).map(({ id }) => id));
    });

    it('are not lost to a holder that lives, however long its work takes', async () => {
      await one.put([{ id: 'a' }]);
      const claimed = await one.take(1);
      const beat = async (): Promise<void> => {
        expect(await one.hold(claimed)).toEqual(claimed);
      };
      expect(await watch(other, 20 * lease, beat)).toEqual([]);
      expect(await one.settle(claimed)).toEqual(claimed);
    });

    it('are not taken by a process that has slept: it does not know how others fared meanwhile', async () => {
      await one.put([{ id: 'a' }]);
      const claimed = await one.take(1);
      await watch(other, lease / 2);
      monotonic += 100 * lease;
      expect([await other.take(1), await one.take(1)]).toEqual([[], []]);
      expect(await one.hold(claimed)).toEqual(claimed);
    });

    it.each([
      ['forward', HOUR_MS],
      ['back', -HOUR_MS],
    ])('survive a clock that jumps %s by an hour', async (_, jump) => {
      await one.put([{ id: 'held' }]);
      const held = await one.take(1);
      await one.put([{ id: 'waiting' }, { id: 'later', due: clock + 2 * HOUR_MS }]);
      clock += jump;
      // Nobody is robbed, nothing that is to be done at once waits for the clock, and what has a date keeps it.
      const waiting = await other.take(5);
      expect(ids(waiting)).toEqual(['waiting']);
      await other.settle(waiting);
      expect(await watch(other, 3 * lease, () => one.hold(held))).toEqual([]);
      expect(await one.settle(held)).toEqual(held);
      clock += 2 * HOUR_MS - jump;
      expect(ids(await other.take(5))).toEqual(['later']);
    });

    it('wake those who watch the lane, after the commit', async () => {
      let woken = 0;
      const ends = [one.watch(() => (woken += 1)), claims(database, 'another', { lease }).watch(() => expect.unreachable('not its lane'))];
      await database.transaction(async () => {
        await other.put([{ id: 'a' }]);
        expect(woken).toBe(0);
      });
      const before = woken;
      expect(before).toBeGreaterThan(0);
      await other.put([{ id: 'b', due: clock + HOUR_MS }]);
      for (const end of ends) end();
      await other.put([{ id: 'c' }]);
    });
  });

  it('of a lane are nobody else’s', async () => {
    const [mail, jobs] = [claims(database, 'mail', { lease: 1000 }), claims(database, 'jobs', { lease: 1000 })];
    await mail.put([{ id: 'a' }]);
    await jobs.put([{ id: 'a' }]);
    expect([(await mail.take(5)).length, (await mail.take(5)).length, (await jobs.take(5)).length]).toEqual([1, 0, 1]);
    await mail.remove(['a']);
    expect(await database.all({ sql: 'SELECT lane FROM _claims', parameters: [] })).toEqual([{ lane: 'jobs' }]);
  });

  it('whose owners were deleted are removed', async () => {
    const lane = claims(database, 'notes', { lease: 1000 });
    await database.run({ sql: 'CREATE TABLE notes (id text)', parameters: [] });
    await database.run({ sql: `INSERT INTO notes VALUES ('kept')`, parameters: [] });
    await lane.put([{ id: 'kept' }, { id: 'deleted' }]);
    await claims(database, 'others', { lease: 1000 }).put([{ id: 'deleted' }]);
    await lane.removeAbsent('notes');
    expect(await database.all({ sql: 'SELECT lane, id FROM _claims ORDER BY id', parameters: [] })).toEqual([
      { lane: 'others', id: 'deleted' },
      { lane: 'notes', id: 'kept' },
    ]);
  });

  it('use the clock of the database', async () => {
    const lane = claims(database, 'jobs', { lease: 1000 });
    await lane.put([
      { id: 'past', due: Date.now() - 60_000 },
      { id: 'future', due: Date.now() + 3_600_000 },
    ]);
    expect(ids(await lane.take(5))).toEqual(['past']);
  });

  it('of a process that is killed come back', async () => {
    const lane = claims(database, 'killed', { lease: 2_000 });
    await lane.put(numbered(3));
    const { child, lines } = start('killed', 'hold');
    expect((await lines.next()).value).toBe('taken 0000 0001 0002');
    const seen: Claim[] = [];
    // It lives, and holds them for longer than a lease.
    for (const until = performance.now() + 3_000; performance.now() < until; await delay(100)) seen.push(...(await lane.take(10)));
    expect(seen).toEqual([]);
    child.kill('SIGKILL');
    while (seen.length < 3) {
      seen.push(...(await lane.take(10)));
      await delay(100);
    }
    expect(ids(seen)).toEqual(['0000', '0001', '0002']);
    expect(seen.map(({ tries }) => tries)).toEqual([2, 2, 2]);
  });

  it('of a thousand rows are each settled once by two processes', async () => {
    await database.run({ sql: 'CREATE TABLE done (id text, pid text)', parameters: [] });
    await claims(database, 'shared', { lease: 60_000 }).put(numbered(1000));
    const workers = [start('shared', 'work'), start('shared', 'work')];
    for (const { lines } of workers) expect((await lines.next()).value).toBe('ready');
    for (const { child } of workers) child.stdin?.write('go\n');
    for (const { lines } of workers) expect((await lines.next()).value).toBe('ended');
    const elsewhere = await openDatabase(database.url);
    const done = await elsewhere.all({ sql: 'SELECT id, pid FROM done ORDER BY id', parameters: [] });
    await elsewhere.close();
    expect(done.map((row) => row['id'])).toEqual(numbered(1000).map(({ id }) => id));
    // On SQLite one writes at a time, and one may be done before the other has begun.
    if (dialect === 'postgres') expect(new Set(done.map((row) => row['pid'])).size).toBe(2);
    expect(await database.all({ sql: 'SELECT id FROM _claims', parameters: [] })).toEqual([]);
  });
});
