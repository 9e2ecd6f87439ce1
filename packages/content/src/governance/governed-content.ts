import { ConflictError, type JsonObject, type SaveContext } from '@colophon/core';
import type { ContentCorrection, CorrectionInput } from '../corrections/content-correction.ts';
import { issueCorrection } from '../corrections/issue-correction.ts';
import { type PublicCorrection, readCorrections } from '../corrections/read-corrections.ts';
import { type ContentReview, ContentReviews } from '../reviews/content-review.ts';
import { evaluateProfile, evaluateProfiles, type ProfileEvaluation } from '../reviews/evaluate.ts';
import type { ProfileKeyInput, ReviewInput } from '../reviews/review-input.ts';
import { runReview } from '../reviews/run-review.ts';
import { buildTransparency, readAccountBasis } from '../transparency/build-transparency.ts';
import { transparencyJsonLd } from '../transparency/json-ld.ts';
import { publishedTransparency, type PublishedTransparency } from '../transparency/published-transparency.ts';
import type { Transparency } from '../transparency/transparency.ts';
import type { PageInput } from './inputs.ts';
import { LinkedContent } from './linked-content.ts';
import { NestedList } from './nested-list.ts';
import { holdAtGate, type PassedGate, publishes, recordPublication } from './publish-gate.ts';
import { answerGovernance, type GovernanceAnswer, type ResolvedGovernance, resolveGovernanceOf } from './resolve.ts';

/** What the gate read of a record that is being published, until the end of its save. */
const atGate = new WeakMap<object, PassedGate>();

/** What a record of content can do about how it is governed: reviews, the gate, corrections, transparency. */
export class GovernedContent extends LinkedContent {
  /** How the record's type and variant are governed. */
  resolveGovernance(): Promise<ResolvedGovernance> {
    return resolveGovernanceOf(this.database, this);
  }

  /** As `resolveGovernance`, with the policies and profiles that there are and how the record stands to them. */
  async governanceState(): Promise<GovernanceAnswer & { reviewProfiles: readonly ProfileEvaluation[] }> {
    const governance = await answerGovernance(this.database, this);
    return { ...governance, reviewProfiles: governance.isGoverned ? await evaluateProfiles(this) : [] };
  }

  /**
   * Reviews the record, or with `draft` an edit that is not saved yet; with `status` it writes down the verdict of the
   * person who calls.
   *
   * @throws UnavailableError when an AI review got no answer; nothing is written then
   */
  runReviewAction(input: ReviewInput, call = this.call): Promise<ContentReview> {
    return runReview(this, input, call);
  }

  /** The reviews, the latest first. */
  async listReviews({ limit = 50, offset = 0 }: PageInput = {}): Promise<NestedList<ContentReview>> {
    const reviews = new ContentReviews(this.database);
    return new NestedList(await reviews.page({ where: { contentId: this.id }, orderBy: '-sequence', limit, offset }));
  }

  /** How the record stands to every profile. */
  async listReviewProfilesAction(): Promise<NestedList<ProfileEvaluation>> {
    return NestedList.whole(await evaluateProfiles(this));
  }

  /** How the record, as this instance holds it, stands to one profile. One that nobody defined is not ready. */
  evaluateReviewProfile(input: string | ProfileKeyInput): Promise<ProfileEvaluation> {
    return evaluateProfile(this, typeof input === 'string' ? input : input.profileKey);
  }

  /** Issues a correction; the text stays as it is. @throws ConflictError when the record was never published */
  issueCorrectionAction(input: CorrectionInput, call = this.call): Promise<ContentCorrection> {
    return issueCorrection(this, input, call);
  }

  /** The corrections, in the order they were issued. */
  async listCorrections(): Promise<NestedList<PublicCorrection>> {
    return NestedList.whole(await readCorrections(this.database, this.id));
  }

  /** The transparency as it was frozen at the latest publication. @throws NotFoundError when there is none to be served */
  getPublishedTransparencyAction(): Promise<PublishedTransparency> {
    return publishedTransparency(this);
  }

  /** The transparency as it would be frozen now. @throws ConflictError when no assignment enables it */
  async previewTransparencyAction(call = this.call): Promise<Transparency> {
    const governance = await resolveGovernanceOf(this.database, this);
    if (!governance.transparencyEnabled) {
      throw new ConflictError(`Transparency is not enabled for ${this.type}.`, {
        code: 'transparency_disabled',
        hint: 'An assignment of this type with transparencyEnabled turns it on.',
      });
    }
    return buildTransparency(this, governance, 'preview', await readAccountBasis(this), call);
  }

  /** The published transparency as schema.org JSON-LD. @throws NotFoundError when there is none to be served */
  async transparencyJsonLd(): Promise<JsonObject> {
    return transparencyJsonLd(this, await publishedTransparency(this));
  }

  /** The gate: what an assignment holds back until it is ready is not published by any save. */
  protected override async beforeSave(context: SaveContext): Promise<void> {
    await super.beforeSave(context);
    const passed = publishes(this, context) ? await holdAtGate(this) : undefined;
    if (passed) atGate.set(this, passed);
  }

  /** Every publication of a governed record leaves a version with its transparency, in the transaction of the save. */
  protected override async afterSave(context: SaveContext): Promise<void> {
    await super.afterSave(context);
    const passed = atGate.get(this);
    atGate.delete(this);
    if (passed && publishes(this, context))
      await recordPublication(this, passed, context.previous?.['status'] !== 'published', context.call);
  }
}
