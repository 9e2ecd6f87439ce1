import type { FactSource } from '../facts/fact.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';
import type { Reviewed } from './review-hash.ts';

/** A fact as a reviewer is shown it. */
export interface ReviewedFact {
  readonly id: string;
  readonly statement: string;
  readonly status: string;
  readonly confidence: number | null;
  readonly sources: readonly FactSource[];
}

/** What a reviewer is asked. The content is not to be trusted: whoever wrote it may try to steer the verdict. */
export interface ReviewRequest {
  readonly policy: Pick<PolicyDefinition, 'key' | 'label' | 'kind' | 'instructions'>;
  /** Every text that readers are shown, metadata included; the hash of the review is of the same. */
  readonly content: Reviewed;
  /** The facts that the piece leans on, each as what stands for it now, and as it was linked where another took its place. */
  readonly facts: readonly (ReviewedFact & { readonly relationship: string; readonly linkedAs?: ReviewedFact })[];
}

/** What a reviewer answers, not trusted either: whatever does not have the form of a verdict is a flagged review. */
export interface ReviewerAnswer {
  readonly verdict: unknown;
  /** The model that gave it. */
  readonly model: string | null;
}

/**
 * Something that reads a piece under a policy: an AI, as a rule. It throws when it has no answer; no review is recorded
 * then.
 */
export interface ContentReviewer {
  review(request: ReviewRequest, signal: AbortSignal): Promise<ReviewerAnswer>;
}

let current: { reviewer: ContentReviewer; timeout: number } | undefined;

/**
 * Says who makes AI reviews in this process; undefined turns them off.
 *
 * @param timeout in milliseconds, after which a review counts as unanswered; two minutes unless given
 */
export function configureContentReviewer(reviewer: ContentReviewer | undefined, { timeout = 120_000 }: { timeout?: number } = {}): void {
  current = reviewer && { reviewer, timeout };
}

/** The reviewer of this process, if there is one. */
export function configuredReviewer(): { reviewer: ContentReviewer; timeout: number } | undefined {
  return current;
}
