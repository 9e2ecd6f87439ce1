import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../storage/database.ts';
import { describeOnEveryDatabase } from '../../testing/index.ts';
import { callAs, member, openQueue, prepareJobs, QUEUES } from '../testing/world.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { changeJob } from '../change-job.ts';
import { submitJob } from '../submit-job.ts';
import { ClaimsQueue } from './claims-queue.ts';
import type { Delivery, JobQueue } from './job-queue.ts';
import { jobQueue } from './queue-of.ts';

const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const ids = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ jobId }) => jobId).toSorted();

/** What every queue does; each is opened twice, as two processes would. */
describeOnEveryDatabase('a queue', (open, dialect) => {
  describe.each([...QUEUES[dialect]])('%s', (name) => {
    let database: Database;
    let one: JobQueue;
    let other: JobQueue;
    beforeEach(async () => {
      database = await open();
      await prepareJobs(database);
      one = await openQueue(name, database);
      other = await openQueue(name, database);
      return () => Promise.all([one.close(), other.close()]).then(() => undefined);
    });
    const put = async (...numbers: number[]): Promise<void> => {
      for (const number of numbers) await database.transaction(() => one.put(id(number)));
    };

    it('delivers what was put, as much as is asked for, to one at a time', async () => {
      await put(1, 2, 3);
      const [mine, theirs] = [await one.take(2), await other.take(2)];
      expect([mine.length, theirs.length]).toEqual([2, 1]);
      expect(ids([...mine, ...theirs])).toEqual([id(1), id(2), id(3)]);
      expect([await one.take(2), await other.take(2)]).toEqual([[], []]);
    });

    it('delivers each once to many who take at the same time', async () => {
      await put(...Array.from({ length: 30 }, (_, index) => index));
      const taken = await Promise.all(Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? one : other).take(1)));
      const rest = [...(await one.take(30)), ...(await other.take(30))];
      expect(ids([...taken.flat(), ...rest])).toEqual(Array.from({ length: 30 }, (_, index) => id(index)));
    });

    it('keeps what is put, and what is removed, with the transaction', async () => {
      const undone = (work: () => Promise<unknown>): Promise<unknown> =>
        database
          .transaction(async () => {
            await work();
            throw new Error('undone');
          })
          .catch(() => undefined);
      await undone(() => one.put(id(1)));
      expect(await one.take(1)).toEqual([]);
      await put(2);
      const [delivery] = await one.take(1);
      await undone(() => one.remove(delivery as Delivery));
      expect(await one.hold([delivery as Delivery])).toEqual([delivery]);
      expect(await one.remove(delivery as Delivery)).toBe(true);
      expect(await one.hold([delivery as Delivery])).toEqual([]);
      expect(await one.remove(delivery as Delivery)).toBe(false);
    });

    it('delivers again at once what was given back', async () => {
      await put(1);
      const [delivery] = await one.take(1);
      expect(await database.transaction(() => one.giveBack(delivery as Delivery))).toBe(true);
      const [again] = await other.take(1);
      expect(again?.jobId).toBe(id(1));
      expect(await one.giveBack(delivery as Delivery)).toBe(false);
      expect(await other.hold([again as Delivery])).toEqual([again]);
    });
  });
});

it('the queue in the own database takes in open jobs without a delivery, once', async () => {
  const database = await openDatabase('sqlite::memory:');
  await prepareJobs(database);
  const queue = new ClaimsQueue(database);
  database.ports.provide(jobQueue, queue);
  const jobs = await Promise.all(
    ['one', 'two', 'three'].map((name) => submitJob(database, callAs(member(name)), { kind: 'told', input: {} })),
  );
  const [lost, finished, held] = jobs.map(({ jobId }) => jobId) as [string, string, string];
  await database.run({ sql: 'DELETE FROM _claims', parameters: [] });
  await queue.put(held);
  const [delivery] = await queue.take(1);
  await changeJob(database, finished, () => ({ status: 'succeeded' }));
  await queue.adopt();
  await queue.adopt();
  expect(ids(await queue.take(5))).toEqual([lost]);
  expect(await queue.remove(delivery as Delivery)).toBe(true);
  await database.close();
});
