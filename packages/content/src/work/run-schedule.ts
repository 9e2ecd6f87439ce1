import { type Database, repeat } from '@colophon/core';
import { carryOutSchedule, type ScheduleReport } from '../scheduling/carry-out-schedule.ts';
import { openContents } from './open-contents.ts';

/**
 * Publishes and takes back what is due: see `startScheduler`, which does so again and again.
 *
 * @example
 * await runSchedule(database); // { published: 1, unpublished: 0, refused: 0 }
 */
export function runSchedule(database: Database, now?: () => Date): Promise<ScheduleReport> {
  return carryOutSchedule(database, openContents, now);
}

export interface SchedulerOptions {
  /** Milliseconds between two looks; 30 seconds unless given. */
  readonly every?: number;
  readonly now?: () => Date;
  readonly onRun?: (report: ScheduleReport) => void;
  /** Told of what went wrong; the next look is made all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Looks at the schedule at once, and again and again until it is stopped; every process of an application may. It keeps no process alive.
 *
 * @returns what stops it, and settles once a look that is under way has ended
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
