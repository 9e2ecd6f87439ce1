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

/** When so many in a row get no answer, the others would not either. */
const UNANSWERED_IN_A_ROW = 3;

interface Failure {
  readonly contentId: string;
  readonly policyKey: string | null;
  readonly code: string;
  readonly detail: string;
}

/** What came of a review of many records. */
interface Tally {
  reviewed: number;
  /** Had a verdict already that holds. */
  skipped: number;
  readonly verdicts: Record<ReviewStatus, number>;
  readonly failed: Failure[];
  /** Records that were not tried any more. */
  untried: number;
}

/** The job that reviews many records. */
export function reviewJobs(open: OpenContents): readonly JobKind[] {
  return [jobKind({ kind: REVIEW_JOB, input: ReviewJobInputSchema, run: (input, context) => reviewAll(open, input, context) })];
}

/**
 * Reviews records one by one. A record that cannot be reviewed holds up none of the others, and one that has a verdict
 * that still holds is passed over: a job that is taken up again, or tried again, asks and pays for nothing twice.
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

/** @throws NotFoundError or ForbiddenError, as a review of one would answer */
async function reviewable(contents: ContentCollection, id: string): Promise<ContentRecord> {
  const content = await contents.get(id);
  if (!content) throw new NotFoundError(`There is no content ${id}.`);
  if (!mayReview(contents.call.caller, content)) throw new ForbiddenError('You may not have this record reviewed.');
  return content;
}

/** The policies under which the record has a verdict that holds for it as it is; checks cost nothing and are made again. */
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

/** Whoever has lost all permissions gets nothing done any more; what was done until then is told. */
function withTally({ code, message }: JobFailedError, tally: Tally): JobFailedError {
  const { reviewed, untried } = tally;
  return new JobFailedError(`${message} ${reviewed} reviewed before, ${untried} records were not tried.`, { code, result: { ...tally } });
}

/** @throws JobFailedError when something was not reviewed, with all that was done: trying it again does the rest */
function outcomeOf(tally: Tally): JobOutcome {
  const { reviewed, skipped, failed, untried } = tally;
  const result = { ...tally };
  if (failed.length === 0) return { result, message: `${reviewed} reviewed, ${skipped} had a verdict already.` };
  const rest = untried === 0 ? '' : `, ${untried} were not tried because the reviewer does not answer`;
  throw new JobFailedError(`${reviewed} reviewed, ${skipped} had a verdict already, ${failed.length} failed${rest}.`, {
    code: untried === 0 ? 'incomplete' : 'unavailable',
    result,
  });
}
