import { port } from '@colophon/core';
import type { ShownPicture } from '../assets/shown-pictures.ts';
import type { FactSource } from '../facts/fact.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';
import type { Reviewed } from './review-hash.ts';

/** A fact in a review request. */
export interface ReviewedFact {
  readonly id: string;
  readonly statement: string;
  readonly status: string;
  readonly confidence: number | null;
  readonly sources: readonly FactSource[];
}

/** A review request. The content is untrusted: its author may try to influence the verdict. */
export interface ReviewRequest {
  readonly policy: Pick<PolicyDefinition, 'key' | 'label' | 'kind' | 'instructions'>;
  /** Every text that readers see, including metadata; the hash of the review covers the same. */
  readonly content: Reviewed;
  /** What readers are shown of its pictures, besides the pictures themselves. */
  readonly pictures: readonly ShownPicture[];
  /** The facts that the piece relies on, each with its latest version, and as linked if it was superseded. */
  readonly facts: readonly (ReviewedFact & { readonly relationship: string; readonly linkedAs?: ReviewedFact })[];
}

/** A reviewer's answer, also untrusted: anything that does not have the form of a verdict is a flagged review. */
export interface ReviewerAnswer {
  readonly verdict: unknown;
  /** The model that produced it. */
  readonly model: string | null;
  /** What it used, if it says so. */
  readonly sources?: unknown;
}

/**
 * A reviewer of pieces under policies, usually an AI. It throws if it has no answer; no review is recorded then.
 */
export interface ContentReviewer {
  review(request: ReviewRequest, signal: AbortSignal): Promise<ReviewerAnswer>;
}

/** The reviewer of an application. */
export interface Reviewing {
  readonly reviewer: ContentReviewer;
  /** In milliseconds; default two minutes. */
  readonly timeout?: number;
}

/** The reviewer of pieces under policies for AI; without it their reviews respond with 503. */
export const contentReviewer = port<Reviewing | undefined>('contentReviewer', undefined);
