import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AmbientTransaction, AmbientTransactions } from '../ambient-transaction.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { WriteQueue } from './write-queue.ts';

let connection: SqliteConnection;
let queue: WriteQueue;
/** How many transactions have run before each commit. */
let commits: number[];
let ran: number;
beforeEach(() => {
  connection = new SqliteConnection(':memory:');
  connection.exec('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
  connection.exec('CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)');
  commits = [];
  ran = 0;
  queue = new WriteQueue(connection, new AmbientTransactions<AmbientTransaction<SqliteConnection>>(), () => commits.push(ran));
});

afterEach(() => vi.restoreAllMocks());

const write = (id: number): Promise<number> =>
  queue.run(async () => {
    ran += 1;
    connection.exec(`INSERT INTO parents VALUES (${id})`);
    return id;
  });
const orphan = (): Promise<void> => queue.run(async () => connection.exec('INSERT INTO children VALUES (404)'));
const rows = (): unknown[] => connection.all({ sql: 'SELECT id FROM parents ORDER BY id', parameters: [] }).map(({ id }) => id);
const outcomes = async (work: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(work)).map((each) => (each.status === 'fulfilled' ? String(each.value) : `${each.reason}`));

it('shares a commit among the transactions that wait, at most 64, and keeps their order', async () => {
  const ids = Array.from({ length: 130 }, (_, index) => index);
  expect(await Promise.all(ids.map(write))).toEqual(ids);
  expect(commits).toEqual([64, 128, 130]);
  expect(rows()).toEqual(ids);
});

it('has those that arrive in turns of the event loop that follow each other wait for one commit', async () => {
  const running: Promise<number>[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    running.push(write(turn));
    await immediate();
  }
  await Promise.all(running);
  expect(commits).toEqual([4]);
});

it('commits soon after the last that arrives, and serves those that arrive later', async () => {
  // No time passes.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  let turns = 0;
  const first = write(1);
  for (; commits.length === 0 && turns < 100; turns += 1) await immediate();
  expect(turns).toBeLessThan(10);
  await first;
  await write(2);
  await write(3);
  expect(commits).toEqual([1, 2, 3]);
});

it('has a full batch wait for no more', async () => {
  const running = Array.from({ length: 64 }, (_, index) => write(index));
  await immediate();
  expect(commits).toEqual([64]);
  await Promise.all(running);
});

it('waits three turns for others even if these take long, and no more if some arrive in each', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 100));
  const running: Promise<number>[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    running.push(write(turn));
    await immediate();
  }
  await Promise.all(running);
  expect(commits[0]).toBe(3);
});

it('rejects all that share a commit which fails, undoes what they did, and goes on', async () => {
  const [one, failing, two] = await outcomes([write(1), orphan(), write(2)]);
  for (const each of [one, failing, two]) expect(each).toContain('FOREIGN KEY constraint failed');
  expect([rows(), commits, connection.isTransacting]).toEqual([[], [], false]);
  expect([await write(3), rows()]).toEqual([3, [3]]);
});

it('undoes a transaction that fails, alone, and keeps its own error', async () => {
  const failing = queue.run(async () => {
    connection.exec('INSERT INTO parents VALUES (7)');
    throw new Error('on the way');
  });
  expect(await outcomes([write(1), failing, write(2)])).toEqual(['1', 'Error: on the way', '2']);
  expect([rows(), commits]).toEqual([[1, 2], [2]]);
});

it('rejects a batch whose transaction the database has ended, as on a full disk, and goes on', async () => {
  const first = write(1);
  const ending = queue.run(async () => {
    connection.exec('ROLLBACK');
    throw new Error('database or disk is full');
  });
  const full = 'Error: database or disk is full';
  // The third had not begun.
  expect(await outcomes([first, ending, write(3)])).toEqual([full, full, '3']);
  expect([rows(), commits, connection.isTransacting]).toEqual([[3], [2], false]);
});

it('rejects all that wait when no transaction can begin', async () => {
  connection.close();
  const failed = await outcomes([write(1), write(2)]);
  for (const each of failed) expect(each).toContain('database is not open');
  expect(ran).toBe(0);
  await queue.idle();
});

it('is idle once nothing runs or waits', async () => {
  await queue.idle();
  const running = [write(1), write(2)];
  await queue.idle();
  expect([ran, commits]).toEqual([2, [2]]);
  await Promise.all(running);
});
