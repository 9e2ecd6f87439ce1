import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ForbiddenError } from '../../errors/errors.ts';
import type { Database } from '../../storage/database.ts';
import { describeOnEveryDatabase } from '../../testing/index.ts';
import { changeJob } from '../change-job.ts';
import { Jobs } from '../job.ts';
import { JobFailedError, jobKind } from '../job-kind.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { jobQueue } from '../queue/queue-of.ts';
import { submitJob } from '../submit-job.ts';
import { callAs, counting, everyone, member, openQueue, prepareJobs, QUEUES } from '../testing/world.ts';
import { JobWorker, type JobWorkerOptions } from './job-worker.ts';

describeOnEveryDatabase('a worker', (open, dialect) => {
  describe.each([...QUEUES[dialect]])('with the queue %s', (queueName) => {
    let database: Database;
    let queue: JobQueue;
    let errors: unknown[];
    const workers: JobWorker[] = [];
    beforeEach(async () => {
      database = await open();
      await prepareJobs(database);
      queue = await openQueue(queueName, database);
      database.ports.provide(jobQueue, queue);
      errors = [];
      return () => queue.close();
    });
    afterEach(async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop({ grace: 0 })));
    });

    const worker = (options: Partial<JobWorkerOptions> = {}): JobWorker => {
      const made = new JobWorker(database, {
        kinds: [counting],
        authority: everyone,
        pollEvery: 20,
        onError: (error) => errors.push(error),
        ...options,
      });
      workers.push(made);
      return made;
    };
    const submit = (input: Record<string, unknown>, kind = 'count') => submitJob(database, callAs(member('ada')), { kind, input });
    const get = async (jobId: string) => (await new Jobs(database).require(jobId)).toJSON();
    const ended = async (jobId: string) => {
      await until(async () => (await get(jobId))['finishedAt'] !== null);
      return get(jobId);
    };

    it('runs what is submitted, and tells how far it is and what came of it', async () => {
      const { jobId } = await submit({ to: 3 });
      worker().start();
      expect(await ended(jobId)).toMatchObject({
        status: 'succeeded',
        completed: 3,
        total: 3,
        result: { reached: 3 },
        message: 'Counted to 3.',
        error: null,
      });
      expect(await queue.take(1)).toEqual([]);
    });

    it('writes down why work failed, and says nothing of what is our own fault', async () => {
      const failing = (kind: string, error: Error) => jobKind({ kind, input: z.strictObject({}), run: () => Promise.reject(error) });
      worker({
        kinds: [
          counting,
          failing('refused', new ForbiddenError('You may not.')),
          failing('broken', new Error('secret detail')),
          failing('partly', new JobFailedError('One of two failed.', { code: 'incomplete', result: { failed: ['b'] } })),
        ],
      }).start();
      const outcome = async (input: Record<string, unknown>, kind: string) => ended((await submit(input, kind)).jobId);
      expect(await outcome({}, 'refused')).toMatchObject({ status: 'failed', errorCode: 'forbidden', error: 'You may not.' });
      expect(await outcome({}, 'partly')).toMatchObject({ errorCode: 'incomplete', result: { failed: ['b'] } });
      expect(await outcome({}, 'unheard-of')).toMatchObject({ errorCode: 'unknown_kind' });
      expect(await outcome({ to: 'three' }, 'count')).toMatchObject({ errorCode: 'validation' });
      const broken = await outcome({}, 'broken');
      expect(broken).toMatchObject({ errorCode: 'internal' });
      expect(JSON.stringify(broken)).not.toContain('secret');
      expect(errors).toMatchObject([{ message: 'secret detail' }]);
    });

    it('keeps what can be kept of whatever work says', async () => {
      const says = (kind: string, message: string, result: Record<string, unknown>) =>
        jobKind({
          kind,
          input: z.strictObject({}),
          run: async (_input, { progress }) => (progress(1, Number.NaN, message), { message, result }),
        });
      worker({
        kinds: [says('odd', 'a\0b\ud800', {}), says('nul', '', { text: '\0' }), says('vast', '', { text: 'x'.repeat(1_000_001) })],
      }).start();
      const outcome = async (kind: string) => ended((await submit({}, kind)).jobId);
      expect(await outcome('odd')).toMatchObject({ status: 'succeeded', message: 'ab\ufffd' });
      expect(await outcome('nul')).toMatchObject({ status: 'failed', errorCode: 'result_not_storable' });
      expect(await outcome('vast')).toMatchObject({ status: 'failed', errorCode: 'result_not_storable', result: null });
      expect(errors).toEqual([]);
    });

    it('runs a job as whoever submitted it, with what they may do by now, and not at all when that is nothing', async () => {
      const roles: unknown[] = [];
      const asking = jobKind({
        kind: 'ask',
        input: z.strictObject({}),
        run: async (_input, { call }) => {
          roles.push([call.caller.id, call.caller.role]);
          return undefined;
        },
      });
      let role: 'viewer' | undefined = 'viewer';
      worker({ kinds: [asking], authority: async () => role && member('ada', role) }).start();
      expect((await ended((await submit({}, 'ask')).jobId))['status']).toBe('succeeded');
      role = undefined;
      expect(await ended((await submit({}, 'ask')).jobId)).toMatchObject({ status: 'failed', errorCode: 'authority_lost' });
      expect(roles).toEqual([['ada', 'viewer']]);
    });

    it('does no more at once than it is told', async () => {
      let now = 0;
      let most = 0;
      const full = Promise.withResolvers<void>();
      const crowding = jobKind({
        kind: 'crowd',
        input: z.strictObject({}),
        run: async () => {
          most = Math.max(most, (now += 1));
          if (now === 3) full.resolve();
          await full.promise;
          // Time for a fourth to come in, if it were let.
          await delay(30);
          now -= 1;
          return undefined;
        },
      });
      const jobs = await Promise.all(Array.from({ length: 9 }, () => submit({}, 'crowd')));
      worker({ kinds: [crowding], concurrency: 3 }).start();
      for (const { jobId } of jobs) await ended(jobId);
      expect(most).toBe(3);
    });

    it('stops a job that is cancelled, and what that still tells counts for nothing', async () => {
      const { jobId } = await submit({ to: 500, pause: 10 });
      worker().start();
      await until(async () => Number((await get(jobId))['completed']) > 0);
      await (await new Jobs(database).require(jobId)).cancel();
      const cancelled = await get(jobId);
      await workers[0]?.idle();
      expect(await get(jobId)).toEqual(cancelled);
      expect(cancelled).toMatchObject({ status: 'cancelled' });
      expect(errors).toEqual([]);
    });

    it('gives back what it has not finished when it is stopped, and that counts as nobody’s death', async () => {
      const { jobId } = await submit({ to: 5, pause: 40 });
      for (let stops = 0; stops < 4; stops += 1) {
        const stopping = worker();
        stopping.start();
        await until(async () => (await get(jobId))['status'] === 'running');
        await stopping.stop({ grace: 0 });
        expect((await get(jobId))['status']).toBe('queued');
      }
      worker().start();
      expect(await ended(jobId)).toMatchObject({ status: 'succeeded', completed: 5 });
    });

    it('lets work finish that is nearly done when it is stopped', async () => {
      const { jobId } = await submit({ to: 3, pause: 20 });
      const stopping = worker();
      stopping.start();
      await until(async () => (await get(jobId))['status'] === 'running');
      await stopping.stop({ grace: 5_000 });
      expect((await get(jobId))['status']).toBe('succeeded');
    });

    it('takes progress from inside a transaction without waiting for it', async () => {
      const nested = jobKind({
        kind: 'nested',
        input: z.strictObject({}),
        run: async (_input, context) => {
          await context.database.transaction(async () => {
            context.progress(1, 2, 'Inside.');
            await delay(30);
            context.progress(2, 2);
          });
          return undefined;
        },
      });
      const { jobId } = await submit({}, 'nested');
      worker({ kinds: [nested] }).start();
      expect(await ended(jobId)).toMatchObject({ status: 'succeeded', completed: 2, message: 'Inside.' });
      expect(errors).toEqual([]);
    });

    it('whose job was taken over changes nothing any more', async () => {
      const { jobId } = await submit({ to: 40, pause: 10 });
      worker().start();
      await until(async () => Number((await get(jobId))['completed']) > 0);
      // Another worker begins it: what is written under the former taking is late.
      await changeJob(database, jobId, ({ taking }) => ({ taking: taking + 1, completed: 0, message: 'Mine now.' }));
      await delay(900);
      expect(await get(jobId)).toMatchObject({ status: 'running', completed: 0, message: 'Mine now.' });
    });

    it('keeps a submission with its transaction: what is rolled back is never run', async () => {
      const undone = database.transaction(async () => {
        await submit({ to: 1 });
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await queue.take(5)).toEqual([]);
      expect(await new Jobs(database).count()).toBe(0);
    });
  });
});

async function until(met: () => boolean | Promise<boolean>, within = 20_000): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await met())) {
    if (performance.now() > deadline) throw new Error(`It did not come to pass within ${within} ms.`);
    await delay(10);
  }
}
