import type { Database } from '@colophon/core';
import { runSchedule, type ScheduleReport } from './run-schedule.ts';

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
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      const report = await runSchedule(database, now);
      onRun?.(report);
    } catch (error) {
      onError(error);
    }
    if (!stopped) wait();
  };
  const wait = (): void => {
    timer = setTimeout(() => {
      running = look();
    }, every).unref();
  };
  // What fell due while nobody ran is carried out at once.
  let running: Promise<void> = look();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
