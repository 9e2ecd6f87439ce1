import { EventEmitter } from 'node:events';
import type { Database } from '../storage/database.ts';

/** The channel on which PostgreSQL tells every process that jobs changed. */
export const JOBS_CHANNEL = 'colophon_jobs';

const CHANGED = 'changed';
const WORK = 'work';
const emitters = new WeakMap<Database, EventEmitter>();

function emitterOf(database: Database): EventEmitter {
  let emitter = emitters.get(database);
  if (!emitter) {
    // Every stream of events listens, and there may be many.
    emitters.set(database, (emitter = new EventEmitter().setMaxListeners(0)));
  }
  return emitter;
}

/** Tells whoever waits for it that jobs have changed, once the ambient transaction is committed. What changed is in the table. */
export async function announceJobs(database: Database): Promise<void> {
  database.afterCommit(() => emitterOf(database).emit(CHANGED));
  if (database.dialect.name === 'postgres') await database.run({ sql: 'SELECT pg_notify($1, $2)', parameters: [JOBS_CHANNEL, ''] });
}

/** Tells the workers of this process to look, once the ambient transaction is committed: something is to be begun or to be ended. */
export function announceWork(database: Database): void {
  database.afterCommit(() => emitterOf(database).emit(WORK));
}

/** Calls `listener` when there is something for workers. @returns what ends it */
export function onWork(database: Database, listener: () => void): () => void {
  const emitter = emitterOf(database);
  emitter.on(WORK, listener);
  return () => void emitter.off(WORK, listener);
}

/** Calls `listener` after each change made by this process. @returns what ends it */
export function onJobsChanged(database: Database, listener: () => void): () => void {
  const emitter = emitterOf(database);
  emitter.on(CHANGED, listener);
  return () => void emitter.off(CHANGED, listener);
}

/** Passes on what another process told. */
export function emitJobsChanged(database: Database): void {
  emitterOf(database).emit(CHANGED);
}
