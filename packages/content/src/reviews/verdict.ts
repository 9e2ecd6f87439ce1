import type { AnswerSource } from '../record/answer-sources.ts';
import type { FindingInput, ReviewStatus } from './finding.ts';

/** The result of a review before it is recorded. */
export interface Verdict {
  readonly status: ReviewStatus;
  readonly summary: string;
  readonly findings: readonly FindingInput[];
  readonly reviewer: string;
  readonly reviewerId?: string | null;
  readonly model?: string | null;
  /** What the reviewer used. */
  readonly sources?: readonly AnswerSource[];
}
