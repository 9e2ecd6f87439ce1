import { createHash } from 'node:crypto';
import { eachInTurns } from '@colophon/core';
import { firstPlaceOf } from '../record/passages.ts';
import { z } from 'zod';

export const REVIEW_STATUSES = ['accepted', 'flagged', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** A finding, as given by people and reviewers. */
export const FindingInput = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  title: z.string().min(1).max(500),
  detail: z.string().max(10_000),
  quote: z.string().max(10_000).nullish(),
  suggestion: z.string().max(10_000).nullish(),
  factId: z.string().max(200).nullish(),
});
export type FindingInput = z.infer<typeof FindingInput>;

/** A stored finding. */
export const Finding = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  title: z.string(),
  detail: z.string(),
  quote: z.string().optional(),
  /** The position of the quote in the body; absent if the body does not contain it verbatim. */
  start: z.int().optional(),
  end: z.int().optional(),
  suggestion: z.string().optional(),
  factId: z.string().optional(),
  /** The same for equal findings of different reviews. */
  key: z.string().optional(),
  /** The sequence of the first of the consecutive reviews with this finding. */
  since: z.int().optional(),
});
export type Finding = z.infer<typeof Finding>;

/** Completes findings for storage: quotes are located in the body, and repeated findings keep their origin. */
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

/** A finding is recognized by its passage; without a quote by its title. */
function keyOf(about: string, factId: string): string {
  const folded = about.toLowerCase().replaceAll(/\s+/gu, ' ').trim();
  return createHash('sha256')
    .update(JSON.stringify([folded, factId]))
    .digest('hex')
    .slice(0, 16);
}
