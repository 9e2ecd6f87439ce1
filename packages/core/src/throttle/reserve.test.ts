import { beforeAll, beforeEach, expect, it } from 'vitest';
import { operationTable } from '../operations/operation-table.ts';
import type { Database } from '../storage/database.ts';
import { requireCurrentSchema } from '../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { Attempts } from './attempt.ts';
import { reserveAttempt, returnAttempt, sweepAttempts } from './reserve.ts';

const THREE_A_MINUTE = { attempts: 3, windowMs: 60_000 };

describeOnEveryDatabase('reserveAttempt', (open) => {
  let database: Database;
  let now: number;
  let subject = '';
  let count = 0;
  beforeAll(async () => {
    database = await open();
    await requireCurrentSchema(database, operationTable([Attempts]).schema);
  });
  beforeEach(() => {
    now = Date.parse('2026-11-21T10:00:00.000Z');
    count += 1;
    subject = `subject ${count}`;
  });
  const reserve = (of = subject) => reserveAttempt(database, of, THREE_A_MINUTE, new Date(now));

  it('allows so many in a window that slides, and says when the next is free', async () => {
    await reserve();
    now += 20_000;
    await reserve();
    await reserve();
    now += 10_000;
    await expect(reserve()).rejects.toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      retryable: true,
      headers: { 'Retry-After': '30' },
    });
    now += 30_000;
    await reserve();
    await expect(reserve()).rejects.toMatchObject({ headers: { 'Retry-After': '20' } });
  });

  it('allows no more to fifty at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => reserve()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('gives back what was right', async () => {
    for (let round = 0; round < 10; round += 1) await returnAttempt(database, await reserve());
    await reserve();
  });

  it('counts each subject by itself', async () => {
    for (let round = 0; round < 3; round += 1) await reserve();
    await reserve(`${subject} of another`);
  });

  it('removes those whose own window is over, and leaves those of longer ones', async () => {
    await reserve();
    await reserveAttempt(database, `${subject} in a week`, { attempts: 1, windowMs: 7 * 24 * 3_600_000 }, new Date(now));
    await sweepAttempts(database, new Date(now + 59_000));
    expect(await new Attempts(database).count({ where: { subject } })).toBe(1);
    await sweepAttempts(database, new Date(now + 25 * 3_600_000));
    expect(await new Attempts(database).count({ where: { subject } })).toBe(0);
    expect(await new Attempts(database).count({ where: { subject: `${subject} in a week` } })).toBe(1);
  });

  it('keeps the attempt of one that failed in the middle only with what it did', async () => {
    const failing = database.transaction(async () => {
      await reserve();
      throw new Error('on the way');
    });
    await expect(failing).rejects.toThrow('on the way');
    for (let round = 0; round < 3; round += 1) await reserve();
  });
});
