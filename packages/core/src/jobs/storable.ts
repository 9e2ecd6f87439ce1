import { findUnstorable } from '../fields/json.ts';
import type { JobChange } from './stored-job.ts';

const LONGEST_TEXT = 10_000;
const LARGEST_RESULT = 1_000_000;

/** Makes a text storable by every database: the record of the job must be written whatever the work reports. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').slice(0, LONGEST_TEXT).toWellFormed();
}

/** Replaces an outcome whose result cannot be stored by a failure that says so. */
export function storableEnd(change: JobChange): JobChange {
  if (change.result === undefined || change.result === null) return change;
  const text = JSON.stringify(change.result);
  const result = JSON.parse(text) as Record<string, unknown>;
  const fault = text.length > LARGEST_RESULT ? `must not be longer than ${LARGEST_RESULT} characters` : findUnstorable(result);
  if (fault === undefined) return { ...change, result };
  return { status: 'failed', errorCode: 'result_not_storable', error: `The work was done, but its result cannot be stored: it ${fault}.` };
}
