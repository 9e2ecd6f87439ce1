import { argv, stdout } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { openDatabase } from '../../storage/open/open-database.ts';
import { jobKind } from '../job-kind.ts';
import { jobQueue } from '../queue/queue-of.ts';
import { startJobWorker } from '../worker/job-worker.ts';
import { everyone, openQueue } from './world.ts';

// A worker in a separate process, which reports on stdout what it starts and what it has done, for the tests that kill it.
const [, , url = '', queueName = 'claims'] = argv;
const database = await openDatabase(url);
database.ports.provide(jobQueue, await openQueue(queueName === 'pg-boss' ? 'pg-boss' : 'claims', database));

const told = jobKind({
  kind: 'told',
  input: z.strictObject({ name: z.string(), takes: z.int() }),
  run: async ({ name, takes }, { progress, signal }) => {
    stdout.write(`begun ${name}\n`);
    progress(1, 2, 'Begun.');
    await delay(takes, undefined, { signal });
    stdout.write(`done ${name}\n`);
    return { message: `Done by ${process.pid}.` };
  },
});

startJobWorker(database, {
  kinds: [told],
  authority: everyone,
  concurrency: 5,
  pollEvery: 50,
  onError: (error) => stdout.write(`error ${String(error)}\n`),
});
// A worker does not keep the process alive.
setInterval(() => undefined, 60_000);
stdout.write('ready\n');
