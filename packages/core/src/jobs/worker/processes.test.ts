import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../storage/database.ts';
import { describeOnEveryDatabase } from '../../testing/index.ts';
import { Jobs } from '../job.ts';
import { jobQueue } from '../queue/queue-of.ts';
import { submitJob } from '../submit-job.ts';
import { callAs, member, openQueue, prepareJobs, QUEUES } from '../testing/world.ts';

const SCRIPT = new URL('../testing/worker-process.ts', import.meta.url).pathname;

interface Worker {
  readonly child: ChildProcess;
  readonly lines: string[];
}

describeOnEveryDatabase('workers in processes of their own', (open, dialect) => {
  describe.each([...QUEUES[dialect]])('with the queue %s', (queueName) => {
    let database: Database;
    const workers: Worker[] = [];
    beforeAll(async () => {
      database = await open();
      await prepareJobs(database);
      const queue = await openQueue(queueName, database);
      database.ports.provide(jobQueue, queue);
      return () => queue.close();
    });
    afterEach(async () => {
      await Promise.all(workers.splice(0).map(kill));
    });

    const submit = (name: string, takes: number) => submitJob(database, callAs(member('ada')), { kind: 'told', input: { name, takes } });
    const get = async (jobId: string) => (await new Jobs(database).require(jobId)).toJSON();
    const counts = (line: string): number => workers.flatMap(({ lines }) => lines).filter((each) => each === line).length;

    async function startWorker(): Promise<Worker> {
      const flags = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];
      const child = spawn(process.execPath, [...flags, SCRIPT, database.url, queueName], { stdio: ['ignore', 'pipe', 'inherit'] });
      const worker: Worker = { child, lines: [] };
      let rest = '';
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        const parts = (rest + chunk).split('\n');
        rest = parts.pop() ?? '';
        worker.lines.push(...parts);
      });
      workers.push(worker);
      await until(() => worker.lines.includes('ready'));
      return worker;
    }

    it('run each of many jobs once', async () => {
      await Promise.all([startWorker(), startWorker()]);
      const jobs = await Promise.all(Array.from({ length: 50 }, (_, index) => submit(`race-${index}`, 20)));
      await until(async () => (await new Jobs(database).count({ where: { status: 'succeeded' } })) === 50);
      for (let index = 0; index < 50; index += 1) expect([index, counts(`begun race-${index}`)]).toEqual([index, 1]);
      expect(workers.every(({ lines }) => lines.some((line) => line.startsWith('done')))).toBe(true);
      expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(50);
      expect(workers.flatMap(({ lines }) => lines).filter((line) => line.startsWith('error'))).toEqual([]);
    }, 60_000);

    it('take up once again, one of them, what the killed one had; a second death makes it failed', async () => {
      const first = await startWorker();
      const { jobId } = await submit('orphan', 600_000);
      await until(() => counts('begun orphan') === 1);
      await kill(first);
      expect(await get(jobId)).toMatchObject({ status: 'running' });
      const others = await Promise.all([startWorker(), startWorker()]);
      await until(() => counts('begun orphan') === 2, 60_000);
      await delay(300);
      expect(counts('begun orphan')).toBe(2);
      const [heir, bystander] = others.toSorted((one) => (one.lines.includes('begun orphan') ? -1 : 1));
      await kill(heir as Worker);
      await until(async () => (await get(jobId))['status'] === 'failed', 60_000);
      expect(await get(jobId)).toMatchObject({ errorCode: 'worker_lost', status: 'failed' });
      expect(bystander?.lines.filter((line) => line !== 'ready')).toEqual([]);
    }, 150_000);

    it('finish what the killed one had', async () => {
      const first = await startWorker();
      const { jobId } = await submit('heirloom', 3_000);
      await until(() => counts('begun heirloom') === 1);
      await kill(first);
      const second = await startWorker();
      await until(async () => (await get(jobId))['status'] === 'succeeded', 60_000);
      expect(await get(jobId)).toMatchObject({ message: `Done by ${second.child.pid}.`, error: null });
    }, 90_000);
  });
});

/** Ends a process as a power cut would. */
async function kill({ child }: Worker): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

async function until(met: () => boolean | Promise<boolean>, within = 30_000): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await met())) {
    if (performance.now() > deadline) throw new Error(`It did not come to pass within ${within} ms.`);
    await delay(20);
  }
}
