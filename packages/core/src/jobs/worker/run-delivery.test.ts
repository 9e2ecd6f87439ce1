import { expect, it } from 'vitest';
import { UnavailableError } from '../../errors/errors.ts';
import type { Database } from '../../storage/database.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { Jobs } from '../job.ts';
import { ClaimsQueue } from '../queue/claims-queue.ts';
import { jobQueue } from '../queue/queue-of.ts';
import { submitJob } from '../submit-job.ts';
import { callAs, counting, everyone, member, prepareJobs } from '../testing/world.ts';
import { runDelivery } from './run-delivery.ts';

/** The database as it is, but that it is away for some transactions after the first, in which the job is begun. */
function awayFor(database: Database, transactions: number): Database {
  let count = 0;
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'transaction') return value.bind(target) as unknown;
      return (work: () => Promise<unknown>) => {
        if (target.inTransaction) return target.transaction(work);
        count += 1;
        if (count > 1 && count <= transactions + 1) return Promise.reject(new UnavailableError('The database is away.'));
        return target.transaction(work);
      };
    },
  });
}

describeOnEveryDatabase('a job whose database is away while it tells how far it is', (open) => {
  it('says so with its end, once the database is back', async () => {
    const database = await open();
    await prepareJobs(database);
    const queue = new ClaimsQueue(database);
    database.ports.provide(jobQueue, queue);
    const { jobId } = await submitJob(database, callAs(member('ada')), { kind: 'count', input: { to: 100 } });
    const [delivery] = await queue.take(1);
    const errors: unknown[] = [];
    const parts = {
      database: awayFor(database, 3),
      queue,
      kinds: new Map([['count', counting]]),
      authority: everyone,
      onError: (error: unknown) => errors.push(error),
      now: () => new Date(),
    };
    await runDelivery(parts, delivery!, new AbortController());
    expect(await new Jobs(database).require(jobId)).toMatchObject({ status: 'succeeded', completed: 100, total: 100 });
    expect(errors).not.toEqual([]);
  });
});
