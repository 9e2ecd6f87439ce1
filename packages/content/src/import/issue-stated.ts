import { type Call, ValidationError } from '@colophon/core';
import { issueCorrection } from '../corrections/issue-correction.ts';
import { readCorrections } from '../corrections/read-corrections.ts';
import { type StatedCorrection, withoutThose } from '../markdown/stated-corrections.ts';
import type { ContentRecord } from '../record/content-record.ts';

/**
 * Prepares a record for the corrections that its file states: only what was published is corrected, so a draft or an archived piece
 * with corrections was published elsewhere. Call it before the record is saved.
 */
export function markPublishedBefore(record: ContentRecord, stated: readonly StatedCorrection[], call: Call): void {
  if (stated.length > 0) record.firstPublishedAt ??= call.now().toISOString();
}

/**
 * Issues the corrections that a file states and its stored record does not have, with the dates of their issue. A correction that the
 * file no longer states remains. Runs in the transaction of the save.
 *
 * @returns how many were issued
 * @throws ValidationError `correction_in_future`
 * @throws ValidationError `publish_readiness` if corrections have an enforced profile that is not ready
 */
export async function issueStated(record: ContentRecord, stated: readonly StatedCorrection[], call: Call): Promise<number> {
  if (stated.length === 0) return 0;
  const now = call.now().toISOString();
  const missing = withoutThose(stated, await readCorrections(record.database, record.id));
  for (const { publishedAt, ...input } of missing.toSorted((a, b) => ((a.publishedAt ?? now) < (b.publishedAt ?? now) ? -1 : 1))) {
    if (publishedAt !== null && publishedAt > now) {
      throw new ValidationError(`A correction of the file was issued in the future, on ${publishedAt}.`, {
        code: 'correction_in_future',
        hint: 'Correct its date; without a date it counts as issued now.',
      });
    }
    await issueCorrection(record, input, call, publishedAt ?? now);
  }
  return missing.length;
}
