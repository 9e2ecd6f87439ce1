import { createHash } from 'node:crypto';
import { eachInTurns } from '@colophon/core';
import { firstPlaceOf } from '../record/passages.ts';
import { z } from 'zod';

export const REVIEW_STATUSES = ['accepted', 'flagged', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Something that a review found, as people and reviewers give it. */
export const FindingInput = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  title: z.string().min(1).max(500),
  detail: z.string().max(10_000),
  quote: z.string().max(10_000).nullish(),
  suggestion: z.string().max(10_000).nullish(),
  factId: z.string().max(200).nullish(),
});
export type FindingInput = z.infer<typeof FindingInput>;

/** A finding as it is kept. */
export const Finding = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  title: z.string(),
  detail: z.string(),
  quote: z.string().optional(),
  /** Where the quote begins and ends in the body; absent when the body does not say it word for word. */
  start: z.int().optional(),
  end: z.int().optional(),
  suggestion: z.string().optional(),
  factId: z.string().optional(),
  /** The same in every review that finds the same thing again. */
  key: z.string().optional(),
  /** The sequence of the first of the reviews in a row that found it. */
  since: z.int().optional(),
});
export type Finding = z.infer<typeof Finding>;

/** Puts findings into the form that is kept: quotes are looked up in the body, and what was found before keeps its origin. */
export async function completeFindings(
  given: readonly FindingInput[],
  body: string,
  earlier: readonly Finding[],
  sequence: number,
): Promise<Finding[]> {
  const origins = new Map(earlier.flatMap((each) => (each.key && each.since ? [[each.key, each.since] as const] : [])));
  const complete: Finding[] = [];
  await eachInTurns(given, ({ severity, title, detail, quote, suggestion, factId }) => {
    const key = keyOf(quote ?? title, factId ?? '');
    const start = quote ? firstPlaceOf(quote, body) : undefined;
    complete.push({
      severity,
      title,
      detail,
      ...(quote ? { quote } : {}),
      ...(quote && start !== undefined ? { start, end: start + quote.length } : {}),
      ...(suggestion ? { suggestion } : {}),
      ...(factId ? { factId } : {}),
      key,
      since: origins.get(key) ?? sequence,
    });
  });
  return complete;
}

/** A finding is known again by the passage it is about; without a quote by its title. */
function keyOf(about: string, factId: string): string {
  const folded = about.toLowerCase().replaceAll(/\s+/gu, ' ').trim();
  return createHash('sha256')
    .update(JSON.stringify([folded, factId]))
    .digest('hex')
    .slice(0, 16);
}
