import { problemOf } from '../editor/editor-problem.ts';
import type { ContentRow } from './list-query.ts';

/** The outcome for one row. */
export interface RowOutcome {
  readonly id: string;
  readonly title: string;
  /** The reason why it failed, as the server words it; null if it succeeded. */
  readonly fault: string | null;
  /** The code of the error, such as `precondition_failed`. */
  readonly code?: string;
}

/** The progress of a bulk action. */
export interface BulkProgress {
  readonly outcomes: readonly RowOutcome[];
  /** The number of rows done; it may exceed the number of outcomes, which a job reports at its end. */
  readonly done: number;
  readonly total: number;
}

const AT_ONCE = 4;

/**
 * Runs the same work on each row, four at a time. A failing row does not stop the others; rows that have not started when the signal
 * aborts are left as they are.
 *
 * @returns the outcome for each row that was started
 */
export async function doToEach(
  rows: readonly ContentRow[],
  work: (row: ContentRow) => Promise<unknown>,
  signal: AbortSignal,
  onProgress: (progress: BulkProgress) => void,
): Promise<readonly RowOutcome[]> {
  const waiting = [...rows];
  const outcomes: RowOutcome[] = [];
  const worker = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined && !signal.aborted; row = waiting.shift()) {
      const failed = await work(row).then(
        () => ({ fault: null }),
        (error: unknown) => {
          const { detail, code } = problemOf(error);
          return { fault: detail, code };
        },
      );
      outcomes.push({ id: row.id, title: row.title, ...failed });
      onProgress({ outcomes: [...outcomes], done: outcomes.length, total: rows.length });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}
