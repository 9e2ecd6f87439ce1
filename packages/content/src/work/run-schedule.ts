import { type Database, repeat } from '@colophon/core';
import { carryOutSchedule, type ScheduleReport } from '../editing/scheduling/carry-out-schedule.ts';
import { openContents } from './open-contents.ts';

/**
 * Publishes and unpublishes what is due: see `startScheduler`, which does so periodically.
 *
 * @example
 * await runSchedule(database); // { published: 1, unpublished: 0, refused: 0 }
 */
export function runSchedule(database: Database, now?: () => Date): Promise<ScheduleReport> {
  return carryOutSchedule(database, openContents, now);
}

export interface SchedulerOptions {
  /** Milliseconds between two runs; default 30 seconds. */
  readonly every?: number;
  readonly now?: () => Date;
  readonly onRun?: (report: ScheduleReport) => void;
  /** Called with errors; the next run is made anyway. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs the schedule immediately, and periodically until it is stopped; every process of an application can run it. It does not keep the
 * process alive.
 *
 * @returns a function that stops it, and resolves once a running round has ended
 * @example
 * const stop = startScheduler(database, { onError: (error) => logger.error(error) });
 * await stop();
 */
export function startScheduler(database: Database, { every = 30_000, now, onRun, onError }: SchedulerOptions): () => Promise<void> {
  const round = async (): Promise<void> => {
    const report = await runSchedule(database, now);
    onRun?.(report);
  };
  return repeat({ every, round, onError });
}
