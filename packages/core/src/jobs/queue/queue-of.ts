import type { Database } from '../../storage/database.ts';
import { port } from '../../ports/ports.ts';
import { ClaimsQueue } from './claims-queue.ts';
import type { JobQueue } from './job-queue.ts';

/** The queue of jobs; by default its own lane of claims on SQLite, pg-boss on PostgreSQL. */
export const jobQueue = port<JobQueue | undefined>('jobQueue', undefined);

const queues = new WeakMap<Database, Promise<JobQueue>>();

/** Returns the queue of a database in this process. It is opened on first use, unless the application provides it. */
export function jobQueueOf(database: Database): Promise<JobQueue> {
  const known = queues.get(database);
  if (known) return known;
  const opened = openQueue(database);
  queues.set(database, opened);
  // If opening failed, the next caller tries again.
  opened.catch(() => queues.delete(database));
  return opened;
}

/** Closes the queue of a database if it was opened. */
export async function closeJobQueue(database: Database): Promise<void> {
  const opened = queues.get(database);
  queues.delete(database);
  await (await opened)?.close();
}

async function openQueue(database: Database): Promise<JobQueue> {
  const provided = database.ports.use(jobQueue);
  if (provided) return provided;
  if (database.dialect.name === 'sqlite') return new ClaimsQueue(database);
  const { PgBossQueue } = await import('./pg-boss-queue.ts');
  return PgBossQueue.open(database);
}
