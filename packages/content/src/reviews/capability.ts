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

/** A record is judged under policies, by an AI, by checks or by a person, and stands to the profiles that require them. */
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
        description: 'List the reviews, the latest first.',
      },
      runReviewAction: {
        path: ['reviews'],
        input: ReviewInput,
        output: recordOutput('content_reviews'),
        creates: true,
        // It waits for an AI; what it writes has a transaction of its own.
        transaction: false,
        background: true,
        version: 'optional',
        description: 'Review the record, or an edit of it, under a policy; with status, give a verdict as the person who calls.',
      },
      listReviewProfilesAction: {
        method: 'GET',
        path: ['review-profiles'],
        output: pageOutput(EvaluationAnswer),
        access: isTenantStaff,
        description: 'How the record stands to every profile.',
      },
      evaluateReviewProfile: {
        method: 'GET',
        path: ['review-profiles', '{profileKey}'],
        input: ProfileKeyInput,
        output: EvaluationAnswer,
        access: isTenantStaff,
        description: 'How the record stands to one profile.',
      },
    },
    methods: {
      /** How the record is governed, with the policies and profiles that there are and how the record stands to them. */
      async governanceState(this: ContentRecord): Promise<GovernanceAnswer & { reviewProfiles: readonly ProfileEvaluation[] }> {
        const governance = await answerGovernance(this.database, this);
        return { ...governance, reviewProfiles: governance.isGoverned ? await evaluateProfiles(this) : [] };
      },

      /** The reviews, the latest first. */
      async listReviews(this: ContentRecord, { limit = 50, offset = 0 }: PageInput = {}): Promise<NestedList<ContentReview>> {
        const reviews = new ContentReviews(this.database);
        return new NestedList(await reviews.page({ where: { contentId: this.id }, orderBy: '-sequence', limit, offset }));
      },

      /**
       * Reviews the record, or with `draft` an edit that is not saved yet; with `status` it writes down the verdict of the
       * person who calls.
       *
       * @throws UnavailableError when an AI review got no answer; nothing is written then
       */
      runReviewAction(this: ContentRecord, input: ReviewInput, call: Call = this.call): Promise<ContentReview> {
        return runReview(this, input, call);
      },

      /** How the record stands to every profile. */
      async listReviewProfilesAction(this: ContentRecord): Promise<NestedList<ProfileEvaluation>> {
        return NestedList.whole(await evaluateProfiles(this));
      },

      /** How the record, as this instance holds it, stands to one profile. One that nobody defined is not ready. */
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
        description: 'How many records stand to one profile, at once.',
      },
      runReviewsAction: {
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
       * How many records stand to one profile, in the order given: a fixed number of queries, however many. Records that the
       * caller may not see are left out.
       */
      evaluateReadiness(this: ContentCollection, input: ReadinessInput, call: Call = this.call): Promise<Readiness> {
        return evaluateReadiness(this, input, call);
      },

      /** Submits a review of many records, under a policy or all of a profile: the job does it, one by one. */
      runReviewsAction(this: ContentCollection, input: ReviewsInput, call: Call = this.call): Promise<Job> {
        return submitReviews(this, input, call);
      },
    },
  },
});
