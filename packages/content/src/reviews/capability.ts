import { type Call, pageOutput, recordOutput } from '@colophon/core';
import type { Job } from '@colophon/core/jobs';
import { capability, type ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { PageInput } from '../record/inputs.ts';
import { NestedList } from '../record/nested-list.ts';
import { answerGovernance, type GovernanceAnswer } from '../governance/resolve.ts';
import { EvaluationAnswer, GovernanceStateAnswer, ReadinessAnswer } from './answers.ts';
import { reviewJobs } from './batch/review-jobs.ts';
import { ReviewsInput } from './batch/reviews-input.ts';
import { submitReviews } from './batch/submit-reviews.ts';
import { type ContentReview, ContentReviews } from './content-review.ts';
import { evaluateProfile, evaluateProfiles, type ProfileEvaluation } from './evaluate.ts';
import { evaluateReadiness, type Readiness } from './evaluate-readiness.ts';
import { ProfileKeyInput, ReadinessInput, ReviewInput } from './review-input.ts';
import { runReview } from './run-review.ts';

/** Reviews a record under policies, by an AI, by checks or by a person, and evaluates it against profiles. */
export const reviews = capability({
  tables: [ContentReviews],
  jobs: reviewJobs,
  record: {
    operations: {
      governanceState: {
        method: 'GET',
        path: ['governance'],
        output: GovernanceStateAnswer,
        access: isTenantStaff,
        description: 'How the record is governed.',
      },
      listReviews: {
        method: 'GET',
        path: ['reviews'],
        input: PageInput,
        output: pageOutput(recordOutput('content_reviews')),
        access: isTenantStaff,
        description: 'List the reviews, latest first.',
      },
      runReviewAction: {
        reachesNetwork: true,
        path: ['reviews'],
        input: ReviewInput,
        output: recordOutput('content_reviews'),
        creates: true,
        // It waits for an AI; its writes have their own transaction.
        transaction: false,
        background: true,
        version: 'optional',
        description: 'Review the record, or an edit of it, under a policy; with status, record the verdict of the caller.',
      },
      listReviewProfilesAction: {
        method: 'GET',
        path: ['review-profiles'],
        output: pageOutput(EvaluationAnswer),
        access: isTenantStaff,
        description: 'Evaluate the record against every profile.',
      },
      evaluateReviewProfile: {
        method: 'GET',
        path: ['review-profiles', '{profileKey}'],
        input: ProfileKeyInput,
        output: EvaluationAnswer,
        access: isTenantStaff,
        description: 'Evaluate the record against one profile.',
      },
    },
    methods: {
      /** Returns how the record is governed, with all policies and profiles and the evaluations of the record. */
      async governanceState(this: ContentRecord): Promise<GovernanceAnswer & { reviewProfiles: readonly ProfileEvaluation[] }> {
        const governance = await answerGovernance(this.database, this);
        return { ...governance, reviewProfiles: governance.isGoverned ? await evaluateProfiles(this) : [] };
      },

      /** Returns the reviews, latest first. */
      async listReviews(this: ContentRecord, { limit = 50, offset = 0 }: PageInput = {}): Promise<NestedList<ContentReview>> {
        const reviews = new ContentReviews(this.database);
        return new NestedList(await reviews.page({ where: { contentId: this.id }, orderBy: '-sequence', limit, offset }));
      },

      /**
       * Reviews the record, or with `draft` an unsaved edit; with `status` it records the verdict of the caller.
       *
       * @throws UnavailableError if an AI review got no response; nothing is recorded then
       */
      runReviewAction(this: ContentRecord, input: ReviewInput, call: Call = this.call): Promise<ContentReview> {
        return runReview(this, input, call);
      },

      /** Evaluates the record against every profile. */
      async listReviewProfilesAction(this: ContentRecord): Promise<NestedList<ProfileEvaluation>> {
        return NestedList.whole(await evaluateProfiles(this));
      },

      /** Evaluates the record, with its current values in memory, against one profile. An unknown profile is not ready. */
      evaluateReviewProfile(this: ContentRecord, input: string | ProfileKeyInput): Promise<ProfileEvaluation> {
        return evaluateProfile(this, typeof input === 'string' ? input : input.profileKey);
      },
    },
  },
  collection: {
    operations: {
      evaluateReadiness: {
        path: ['readiness'],
        effects: 'read',
        input: ReadinessInput,
        output: ReadinessAnswer,
        access: 'viewer',
        description: 'Evaluate many records against one profile.',
      },
      runReviewsAction: {
        reachesNetwork: true,
        path: ['reviews'],
        input: ReviewsInput,
        output: recordOutput('jobs'),
        access: 'contributor',
        accepts: true,
        description: 'Review many records under a policy, or under all of a profile, as a job.',
      },
    },
    methods: {
      /**
       * Evaluates many records against one profile, in the given order, with a fixed number of queries. Records that the caller may not see
       * are omitted.
       */
      evaluateReadiness(this: ContentCollection, input: ReadinessInput, call: Call = this.call): Promise<Readiness> {
        return evaluateReadiness(this, input, call);
      },

      /** Submits a job that reviews many records, under a policy or all policies of a profile. */
      runReviewsAction(this: ContentCollection, input: ReviewsInput, call: Call = this.call): Promise<Job> {
        return submitReviews(this, input, call);
      },
    },
  },
});
