import type { Database } from '../../storage/database.ts';
import { EmbeddedQueue } from './embedded-queue.ts';
import type { JobQueue } from './job-queue.ts';

const queues = new WeakMap<Database, Promise<JobQueue>>();

/** Returns the queue of a database in this process: embedded on SQLite, pg-boss on PostgreSQL. It is opened on first use. */
export function jobQueueOf(database: Database): Promise<JobQueue> {
  const known = queues.get(database);
  if (known) return known;
  const opened = openQueue(database);
  queues.set(database, opened);
  // If opening failed, the next caller tries again.
  opened.catch(() => queues.delete(database));
  return opened;
}

/** Uses this queue for the database from now on; jobs in another queue stay there. */
export function useJobQueue(database: Database, queue: JobQueue): void {
  queues.set(database, Promise.resolve(queue));
}

/** Closes the queue of a database if it was opened. */
export async function closeJobQueue(database: Database): Promise<void> {
  const opened = queues.get(database);
  queues.delete(database);
  await (await opened)?.close();
}

async function openQueue(database: Database): Promise<JobQueue> {
  if (database.dialect.name === 'sqlite') return new EmbeddedQueue(database);
  const { PgBossQueue } = await import('./pg-boss-queue.ts');
  return PgBossQueue.open(database);
}
