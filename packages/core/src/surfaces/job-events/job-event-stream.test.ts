import { expect, it } from 'vitest';
import { makeCall } from '../../callers/call.ts';
import { SYSTEM } from '../../callers/caller.ts';
import { ClaimsQueue } from '../../jobs/queue/claims-queue.ts';
import { jobQueue } from '../../jobs/queue/queue-of.ts';
import { submitJob } from '../../jobs/submit-job.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/statement.ts';
import { applyMigrations } from '../../storage/migrations/migrate.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { bakeryTable } from '../testing/bakery.ts';
import { jobEvents } from './job-event-stream.ts';

const call = makeCall({ caller: SYSTEM });

/** The database as it is, but that a job is submitted right after each of the first reads of the latest sequence. */
function busy(database: Database, submissions: string[], most: number): Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'first') return value.bind(target) as unknown;
      return async (statement: Statement) => {
        const row = await target.first(statement);
        if (row && 'last' in row && submissions.length < most)
          submissions.push((await submitJob(target, call, { kind: 'anything', input: {} })).jobId);
        return row;
      };
    },
  });
}

describeOnEveryDatabase('the stream of job events', (open) => {
  it('tells each change once, also one that is made between two of its own reads', async () => {
    const database = await open();
    await applyMigrations(database, bakeryTable.schema);
    database.ports.provide(jobQueue, new ClaimsQueue(database));
    const submissions: string[] = [];
    const ended = new AbortController();
    const stream = jobEvents({
      database: busy(database, submissions, 3),
      caller: () => Promise.resolve(call),
      after: undefined,
      ended: ended.signal,
    });
    const told: string[] = [];
    let last: string | undefined;
    for await (const { data } of stream) {
      if (data !== undefined) told.push((data as { jobId: string }).jobId);
      // One more after those that came in between: had one of them been told twice, it would have come before this one.
      if (told.length === 3) last ??= (await submitJob(database, call, { kind: 'anything', input: {} })).jobId;
      if (told.includes(last ?? '')) ended.abort();
    }
    expect(submissions).toHaveLength(3);
    expect(told).toEqual([...submissions, last]);
  });
});
