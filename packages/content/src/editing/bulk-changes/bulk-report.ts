import { JobFailedError, type JobOutcome } from '@colophon/core/jobs';

/** The result for one record. */
export interface RecordOutcome {
  readonly contentId: string;
  readonly title: string | null;
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  readonly code: string | null;
  readonly detail: string | null;
}

/** The result of a job on many records. */
interface BulkReport extends Readonly<Record<string, unknown>> {
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  /** The records that the job did not get to. */
  readonly untried: number;
  readonly records: readonly RecordOutcome[];
}

/** Summarizes the outcomes so far, of a job on these records. */
export function reportOf(records: readonly RecordOutcome[], ids: readonly string[]): BulkReport {
  const count = (outcome: RecordOutcome['outcome']): number => records.filter((each) => each.outcome === outcome).length;
  return {
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    untried: ids.length - records.length,
    records: [...records],
  };
}

/**
 * Returns the outcome of a completed job.
 *
 * @param already what `unchanged` records already were, such as `had the status`
 * @throws JobFailedError `incomplete` if some were rejected, with the complete report: a retry processes the rest
 */
export function outcomeOf(records: readonly RecordOutcome[], ids: readonly string[], already: string): JobOutcome {
  const result = reportOf(records, ids);
  const message = `${result.changed} changed, ${result.unchanged} already ${already}`;
  if (result.refused === 0) return { result, message: `${message}.` };
  throw new JobFailedError(`${message}, ${result.refused} were rejected.`, { code: 'incomplete', result });
}
