import { EventEmitter } from 'node:events';
import type { Database } from '../storage/database.ts';

/** The channel on which PostgreSQL notifies every process of job changes. */
export const JOBS_CHANNEL = 'colophon_jobs';

const CHANGED = 'changed';
const WORK = 'work';
const emitters = new WeakMap<Database, EventEmitter>();

function emitterOf(database: Database): EventEmitter {
  let emitter = emitters.get(database);
  if (!emitter) {
    // Every event stream listens, and there may be many.
    emitters.set(database, (emitter = new EventEmitter().setMaxListeners(0)));
  }
  return emitter;
}

/** Notifies listeners that jobs have changed, after the ambient transaction is committed. The changes are in the table. */
export async function announceJobs(database: Database): Promise<void> {
  database.afterCommit(() => emitterOf(database).emit(CHANGED));
  if (database.dialect.name === 'postgres') await database.run({ sql: 'SELECT pg_notify($1, $2)', parameters: [JOBS_CHANNEL, ''] });
}

/** Notifies the workers of this process after the ambient transaction is committed: there is a job to start or to stop. */
export function announceWork(database: Database): void {
  database.afterCommit(() => emitterOf(database).emit(WORK));
}

/** Calls `listener` when there is something for workers to do. @returns a function that unsubscribes */
export function onWork(database: Database, listener: () => void): () => void {
  const emitter = emitterOf(database);
  emitter.on(WORK, listener);
  return () => void emitter.off(WORK, listener);
}

/** Calls `listener` after each change made by this process. @returns a function that unsubscribes */
export function onJobsChanged(database: Database, listener: () => void): () => void {
  const emitter = emitterOf(database);
  emitter.on(CHANGED, listener);
  return () => void emitter.off(CHANGED, listener);
}

/** Forwards a notification from another process. */
export function emitJobsChanged(database: Database): void {
  emitterOf(database).emit(CHANGED);
}
