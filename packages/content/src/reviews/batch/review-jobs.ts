import { ColophonError, type Database, ForbiddenError, NotFoundError } from '@colophon/core';
import { type JobContext, JobFailedError, type JobKind, jobKind, type JobOutcome } from '@colophon/core/jobs';
import type { ContentCollection, OpenContents } from '../../record/capability.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import type { Definitions } from '../../governance/definitions.ts';
import { effectiveDefinitions } from '../../governance/load-definitions.ts';
import { evaluateMany } from '../evaluate.ts';
import type { ReviewStatus } from '../finding.ts';
import { runReview } from '../run-review.ts';
import { mayReview } from './may-review.ts';
import { type ReviewJobInput, ReviewJobInput as ReviewJobInputSchema } from './reviews-input.ts';
import { REVIEW_JOB } from './submit-reviews.ts';

/** After this many consecutive records without a response, the others are not tried. */
const UNANSWERED_IN_A_ROW = 3;

interface Failure {
  readonly contentId: string;
  readonly policyKey: string | null;
  readonly code: string;
  readonly detail: string;
}

/** The result of a review of many records. */
interface Tally {
  reviewed: number;
  /** Already had a valid verdict. */
  skipped: number;
  readonly verdicts: Record<ReviewStatus, number>;
  readonly failed: Failure[];
  /** Records that were not tried. */
  untried: number;
}

/** The job that reviews many records. */
export function reviewJobs(open: OpenContents): readonly JobKind[] {
  return [jobKind({ kind: REVIEW_JOB, input: ReviewJobInputSchema, run: (input, context) => reviewAll(open, input, context) })];
}

/**
 * Reviews records one by one. A failure does not stop the others, and a record with a valid verdict is skipped: a job that is resumed, or
 * retried, requests and pays for nothing twice.
 */
async function reviewAll(
  open: OpenContents,
  { ids, policyKeys }: ReviewJobInput,
  { database, callNow, signal, progress }: JobContext,
): Promise<JobOutcome> {
  const tally: Tally = { reviewed: 0, skipped: 0, verdicts: { accepted: 0, flagged: 0, rejected: 0 }, failed: [], untried: 0 };
  let unanswered = 0;
  for (const [index, id] of ids.entries()) {
    signal.throwIfAborted();
    progress(index, ids.length, `Reviewing ${index + 1} of ${ids.length}.`);
    const call = await callNow().catch((error: unknown) => {
      tally.untried = ids.length - index;
      throw error instanceof JobFailedError ? withTally(error, tally) : error;
    });
    const failures = await reviewOne(open(database, call), id, policyKeys, tally);
    signal.throwIfAborted();
    tally.failed.push(...failures);
    unanswered = failures.some(({ code }) => code === 'unavailable') ? unanswered + 1 : 0;
    if (unanswered === UNANSWERED_IN_A_ROW) {
      tally.untried = ids.length - index - 1;
      break;
    }
  }
  progress(ids.length - tally.untried, ids.length);
  return outcomeOf(tally);
}

async function reviewOne(contents: ContentCollection, id: string, policyKeys: readonly string[], tally: Tally): Promise<Failure[]> {
  const { database, call } = contents;
  const failures: Failure[] = [];
  const failed = (policyKey: string | null, error: unknown): void => {
    if (!(error instanceof ColophonError)) throw error;
    failures.push({ contentId: id, policyKey, code: error.code, detail: error.message });
  };
  let content: ContentRecord;
  try {
    content = await reviewable(contents, id);
  } catch (error) {
    failed(null, error);
    return failures;
  }
  const definitions = await effectiveDefinitions(database, content.tenantId);
  const standing = await standingPolicies(database, content, policyKeys, definitions);
  for (const policyKey of policyKeys) {
    if (standing.has(policyKey)) {
      tally.skipped += 1;
      continue;
    }
    try {
      const { status } = await runReview(content, { policyKey }, call);
      tally.verdicts[status] += 1;
      tally.reviewed += 1;
    } catch (error) {
      failed(policyKey, error);
    }
  }
  return failures;
}

/** @throws NotFoundError or ForbiddenError, like a review of one record */
async function reviewable(contents: ContentCollection, id: string): Promise<ContentRecord> {
  const content = await contents.get(id);
  if (!content) throw new NotFoundError(`There is no content ${id}.`);
  if (!mayReview(contents.call.caller, content)) throw new ForbiddenError('You are not allowed to request a review of this record.');
  return content;
}

/** Returns the policies under which the record has a valid verdict for its current state; rule checks cost nothing and are repeated. */
async function standingPolicies(
  database: Database,
  content: ContentRecord,
  policyKeys: readonly string[],
  { policies }: Definitions,
): Promise<ReadonlySet<string>> {
  const asked = { key: REVIEW_JOB, label: REVIEW_JOB, requirements: policyKeys.map((policyKey) => ({ policyKey, blocking: true })) };
  const [evaluation] = await evaluateMany(database, [content], asked.key, { policies, profiles: [asked] });
  const checks = new Set(policies.filter(({ kind }) => kind === 'rule').map(({ key }) => key));
  const standing = evaluation?.requirements.filter(({ policyKey, status, stale }) => status !== null && !stale && !checks.has(policyKey));
  return new Set(standing?.map(({ policyKey }) => policyKey));
}

/** If the submitter has lost all permissions, the job stops; completed reviews are reported. */
function withTally({ code, message }: JobFailedError, tally: Tally): JobFailedError {
  const { reviewed, untried } = tally;
  return new JobFailedError(`${message} ${reviewed} reviewed before, ${untried} records were not tried.`, { code, result: { ...tally } });
}

/** @throws JobFailedError if something was not reviewed, with all completed results: a retry processes the rest */
function outcomeOf(tally: Tally): JobOutcome {
  const { reviewed, skipped, failed, untried } = tally;
  const result = { ...tally };
  if (failed.length === 0) return { result, message: `${reviewed} reviewed, ${skipped} already had a verdict.` };
  const rest = untried === 0 ? '' : `, ${untried} were not tried because the reviewer does not respond`;
  throw new JobFailedError(`${reviewed} reviewed, ${skipped} already had a verdict, ${failed.length} failed${rest}.`, {
    code: untried === 0 ? 'incomplete' : 'unavailable',
    result,
  });
}
