import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../storage/database.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { type RunningPostgres, startPostgres } from '../../testing/postgres.ts';
import { Jobs } from '../job.ts';
import { closeJobQueue } from '../queue/queue-of.ts';
import { submitJob } from '../submit-job.ts';
import { callAs, counting, everyone, member, prepareJobs } from '../testing/world.ts';
import { watchJobs } from '../watch/watch-jobs.ts';
import { startJobWorker } from './job-worker.ts';

describe.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)('jobs on a PostgreSQL that goes away', () => {
  let server: RunningPostgres;
  let database: Database;
  let elsewhere: Database;
  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    const url = await server.createDatabase();
    database = await openDatabase(url);
    elsewhere = await openDatabase(url);
    await prepareJobs(database);
  });
  afterAll(async () => {
    await Promise.all([closeJobQueue(database), closeJobQueue(elsewhere)]);
    await Promise.all([database.close(), elsewhere.close()]);
    await server.stop();
  });

  const submit = (on: Database, to: number, pause = 0) => submitJob(on, callAs(member('ada')), { kind: 'count', input: { to, pause } });
  const ended = async (jobId: string) => {
    for (let left = 600; left > 0; left -= 1) {
      const job = await new Jobs(database).get(jobId).catch(() => undefined);
      if (job?.finishedAt) return job.toJSON();
      await delay(50);
    }
    throw new Error('The job did not end.');
  };

  it('go on when it is back: what was running, what is submitted then, and what listeners are told', async () => {
    let told = 0;
    const unwatch = watchJobs(database, () => (told += 1));
    const errors: unknown[] = [];
    const worker = startJobWorker(database, {
      kinds: [counting],
      authority: everyone,
      pollEvery: 100,
      onError: (error) => errors.push(error),
    });
    const under = await submit(database, 100, 30);
    while ((await new Jobs(database).require(under.jobId)).status !== 'running') await delay(20);
    await server.pause('kill');
    await delay(300);
    await server.start();
    expect(await ended(under.jobId)).toMatchObject({ status: 'succeeded', completed: 100 });
    const later = await submit(elsewhere, 3);
    expect(await ended(later.jobId)).toMatchObject({ status: 'succeeded', completed: 3 });
    // The connection that listens is made anew, and hears what another process does.
    await delay(1_500);
    await worker.stop();
    await delay(200);
    told = 0;
    await submit(elsewhere, 1);
    for (let left = 100; left > 0 && told === 0; left -= 1) await delay(20);
    expect(told).toBeGreaterThan(0);
    expect(errors.length).toBeGreaterThan(0);
    unwatch();
  }, 90_000);
});
