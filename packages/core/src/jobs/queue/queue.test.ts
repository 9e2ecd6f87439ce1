import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../storage/database.ts';
import { describeOnEveryDatabase } from '../../testing/index.ts';
import { openQueue, prepareJobs, QUEUES } from '../testing/world.ts';
import { EmbeddedQueue } from './embedded-queue.ts';
import type { Delivery, JobQueue } from './job-queue.ts';

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

describeOnEveryDatabase('a lease of the embedded queue', (open) => {
  let one: EmbeddedQueue;
  let other: EmbeddedQueue;
  let monotonic = 0;
  beforeEach(async () => {
    const database = await open();
    await prepareJobs(database);
    [one, other] = [1, 2].map(() => new EmbeddedQueue(database, { lease: 30_000, monotonic: () => monotonic })) as [
      EmbeddedQueue,
      EmbeddedQueue,
    ];
    await one.put(id(1));
  });

  it('ends when its holder shows no sign of life for as long as another one has watched', async () => {
    await one.take(1);
    expect(await other.take(1)).toEqual([]);
    monotonic += 29_999;
    expect(await other.take(1)).toEqual([]);
    monotonic += 1;
    const taken = await Promise.all([other.take(1), other.take(1)]);
    expect(ids(taken.flat())).toEqual([id(1)]);
  });

  it('holds while its holder lives, however long the work takes', async () => {
    const [delivery] = await one.take(1);
    for (let beats = 0; beats < 1000; beats += 1) {
      monotonic += 10_000;
      expect(await one.hold([delivery as Delivery])).toEqual([delivery]);
      expect(await other.take(1)).toEqual([]);
    }
  });

  it('is not taken for ended by one that has slept, or has only just looked', async () => {
    const [delivery] = await one.take(1);
    monotonic += 3_600_000;
    expect(await other.take(1)).toEqual([]);
    await one.hold([delivery as Delivery]);
    monotonic += 3_600_000;
    expect(await other.take(1)).toEqual([]);
    // Nor does a holder that was stopped for an hour take its own work for somebody else's.
    expect(await one.take(1)).toEqual([]);
  });

  it('is lost to whoever took it over: the former holder is told, and can end nothing', async () => {
    const [delivery] = await one.take(1);
    await other.take(1);
    monotonic += 30_000;
    const [taken] = await other.take(1);
    expect(await one.hold([delivery as Delivery])).toEqual([]);
    expect(await one.remove(delivery as Delivery)).toBe(false);
    expect(await other.remove(taken as Delivery)).toBe(true);
  });

  it('that its own holder let go of, without ending it, comes back to it', async () => {
    await one.take(1);
    await one.hold([]);
    expect(await one.take(1)).toEqual([]);
    monotonic += 30_000;
    expect(ids(await one.take(1))).toEqual([id(1)]);
  });
});
