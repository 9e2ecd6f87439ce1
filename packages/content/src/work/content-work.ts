import { type Database, repeat } from '@colophon/core';
import type { Loop, Sweep, WorkSettings } from '../record/capability.ts';
import { EVERY_CAPABILITY } from './every-capability.ts';
import { openContents } from './open-contents.ts';

export interface ContentWorkOptions {
  /** Called with errors; the work continues. */
  readonly onError: (error: unknown) => void;
}

const LOOPS: readonly Loop[] = EVERY_CAPABILITY.flatMap(({ loops = [] }) => loops);
const STOPS = EVERY_CAPABILITY.flatMap(({ stop }) => stop ?? []);
const SWEEPS: readonly Sweep[] = EVERY_CAPABILITY.flatMap(({ sweeps = [] }) => sweeps);

/**
 * Runs the periodic work of content, such as scheduled publications, until it is stopped; every process of an application can run it.
 *
 * @returns a function that stops it, and resolves once running work has ended
 * @example
 * const stop = startContentWork(database, { onError: (error) => logger.error(error) });
 * await stop();
 */
export function startContentWork(database: Database, { onError }: ContentWorkOptions): () => Promise<void> {
  const stops = LOOPS.map(({ every, run }) => repeat({ every, round: async () => void (await run(database, openContents)), onError }));
  return async () => {
    await Promise.all([...stops, ...STOPS].map((stop) => stop()));
  };
}

/**
 * Deletes data that is no longer needed: files of unfinished uploads, versions beyond the configured number. One kind of data does not wait
 * for another.
 *
 * @throws the error of the sweep that failed, or AggregateError if several did, after all of them
 */
export async function sweepContent(database: Database, settings: WorkSettings = {}): Promise<void> {
  const errors: unknown[] = [];
  for (const sweep of SWEEPS) {
    try {
      await sweep(database, settings);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, 'Several sweeps of content failed.');
  if (errors.length === 1) throw errors[0];
}
