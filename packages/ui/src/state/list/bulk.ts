import { problemOf } from '../editor/editor-problem.ts';
import type { ContentRow } from './list-query.ts';

/** What became of one row. */
export interface RowOutcome {
  readonly id: string;
  readonly title: string;
  /** Why it was not done, in the words of whoever refused; null where it was done. */
  readonly fault: string | null;
}

/** How far something that is done to many rows has come. */
export interface BulkProgress {
  readonly outcomes: readonly RowOutcome[];
  /** How many are done; more than there are outcomes of where they come all at once. */
  readonly done: number;
  readonly total: number;
}

const AT_ONCE = 4;

/**
 * Does the same to each row, four at a time. A row that is refused holds up no other; what has not begun when the signal comes is left
 * as it is.
 *
 * @returns what became of each row that was begun
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
      const fault = await work(row).then(
        () => null,
        (error: unknown) => problemOf(error).detail,
      );
      outcomes.push({ id: row.id, title: row.title, fault });
      onProgress({ outcomes: [...outcomes], done: outcomes.length, total: rows.length });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}
