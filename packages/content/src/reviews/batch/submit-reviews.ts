import { canonicalJson, type JobTarget } from '@colophon/contract';
import { type Call, type Database, UnavailableError, ValidationError } from '@colophon/core';
import { type Job, submitJob } from '@colophon/core/jobs';
import type { ContentCollection } from '../../record/capability.ts';
import type { PolicyDefinition } from '../../governance/definitions.ts';
import { effectiveDefinitions } from '../../governance/load-definitions.ts';
import { foldName } from '../../record/names.ts';
import { contentReviewer } from '../reviewer.ts';
import { mayReview } from './may-review.ts';
import { MAXIMUM_REVIEWED, type ReviewsInput } from './reviews-input.ts';

/** The kind of the jobs that review many records. */
export const REVIEW_JOB = 'contents.review';

/**
 * Submits a review of many records as a job. The filter is evaluated now, so that a retry processes the same records.
 *
 * @throws ValidationError if the policy or profile does not exist, only a person can satisfy it, or the filter matches too many records
 * @throws UnavailableError if an AI is needed and none is configured
 */
export async function submitReviews(contents: ContentCollection, input: ReviewsInput, call: Call): Promise<Job> {
  const { database } = contents;
  const policies = await policiesOf(database, input, call);
  if (policies.some((each) => each.kind !== 'rule') && !database.ports.use(contentReviewer)) {
    throw new UnavailableError('No AI reviewer is configured.', { hint: 'Rules can be reviewed, and a person can give a verdict.' });
  }
  const ids = input.ids ? [...new Set(input.ids)] : await matching(contents, input.where ?? {}, call);
  return submitJob(database, call, {
    kind: REVIEW_JOB,
    input: { ids, policyKeys: policies.map((policy) => policy.key) },
    target: targetOf(contents, input, ids),
    total: ids.length,
    submissionKey: input.submissionKey ?? null,
  });
}

function targetOf(contents: ContentCollection, { ids, where, queryKey }: ReviewsInput, found: readonly string[]): JobTarget {
  const collection = contents.definition.table;
  return ids ? { collection, rowIds: found } : { collection, queryKey: queryKey ?? canonicalJson(where) };
}

/** Returns the policies to apply; policies of a profile that only a person can satisfy are omitted. */
async function policiesOf(database: Database, { policyKey, profileKey }: ReviewsInput, call: Call): Promise<PolicyDefinition[]> {
  const { policies, profiles } = await effectiveDefinitions(database, call.caller.tenantId);
  if (policyKey !== undefined) {
    const policy = policies.find((each) => each.key === foldName(policyKey));
    if (!policy) throw fault('policyKey', 'not_found', `policy ${policyKey} does not exist`);
    if (policy.kind === 'human') throw fault('policyKey', 'not_allowed', `only a person can satisfy the policy ${policyKey}`);
    return [policy];
  }
  const profile = profiles.find((each) => each.key === foldName(profileKey ?? ''));
  if (!profile) throw fault('profileKey', 'not_found', `profile ${profileKey} does not exist`);
  const required = profile.requirements.map((requirement) => {
    const policy = policies.find((each) => each.key === requirement.policyKey);
    if (!policy)
      throw fault('profileKey', 'not_found', `policy ${requirement.policyKey}, which the profile ${profileKey} requires, does not exist`);
    return policy;
  });
  const judged = required.filter((policy) => policy.kind !== 'human');
  if (judged.length === 0) throw fault('profileKey', 'not_allowed', `only persons can satisfy the profile ${profileKey}`);
  return judged;
}

/** Returns the records that match a filter and that the caller may review. */
async function matching(contents: ContentCollection, where: object, call: Call): Promise<string[]> {
  const found = await contents.list({ where: where as never, limit: MAXIMUM_REVIEWED + 1 });
  if (found.length > MAXIMUM_REVIEWED)
    throw fault(
      'where',
      'too_many',
      `matches more than ${MAXIMUM_REVIEWED} records; narrow it, by date for example, and submit it in parts`,
    );
  return found.filter((content) => mayReview(call.caller, content)).map((content) => content.id);
}

function fault(name: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: `/${name}`, code, detail }]);
}
