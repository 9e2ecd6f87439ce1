import { createHash } from 'node:crypto';
import { canonicalJson, CanonicalJsonError } from '@colophon/contract';
import type { ValuesOf } from '@colophon/core';
import type { contentFields } from '../record/content-fields.ts';
import type { FactRow, LinkedFact } from '../facts/latest-facts.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';

/**
 * The fields that a review is about: every text that readers are shown. The reviewer is shown all of them, and all of them are
 * hashed. What moves without anyone writing (status, dates, tags that are merged) is not among them, so that publishing what
 * was reviewed does not make the review stale.
 */
export const REVIEWED_FIELDS = [
  'type',
  'variant',
  'slug',
  'context',
  'title',
  'description',
  'body',
  'bodyFormat',
  'authors',
  'language',
  'category',
  'url',
  'source',
  'metadata',
] as const;

/** What is reviewed: a record, or a record with an edit that is not saved yet. */
export type Reviewed = Pick<ValuesOf<typeof contentFields>, (typeof REVIEWED_FIELDS)[number]>;

/** The fields of a record that are reviewed, and nothing else of it. */
export function reviewedValues(content: Reviewed): Reviewed {
  return Object.fromEntries(REVIEWED_FIELDS.map((name) => [name, content[name] ?? null])) as unknown as Reviewed;
}

/**
 * What is reviewed as canonical JSON, to be hashed for each policy; undefined for what no database could store, which
 * equals nothing that was reviewed.
 */
export function reviewedText(content: Reviewed): string | undefined {
  return canonical(reviewedValues(content));
}

/** SHA-256 of what is reviewed, with the facts that it leans on where the policy is about facts. */
export function contentHash(reviewed: string | undefined, policy: Pick<PolicyDefinition, 'kind'>, facts: readonly LinkedFact[]): string {
  const leant = canonical(policy.kind === 'facts' ? factLines(facts) : null);
  // The canonical form of {facts, fields}, of which the second part is the same for every policy.
  return reviewed === undefined || leant === undefined ? '' : sha256(`{"facts":${leant},"fields":${reviewed}}`);
}

/** SHA-256 of what a policy asks for and of whom; its label is free to change. */
export function policyHash({ key, kind, instructions, rules, humanVerdict }: PolicyDefinition): string {
  return sha256(canonical({ key, kind, instructions, rules, humanVerdict }) ?? '');
}

/** Each fact as it is linked, with what took its place since: readers are shown both. */
function factLines(facts: readonly LinkedFact[]): string[] {
  return facts.map(({ relationship, linked, latest }) => JSON.stringify([relationship, hashedFact(linked), hashedFact(latest)])).toSorted();
}

function hashedFact({ id, statement, status, confidence, sources }: FactRow): unknown[] {
  return [id, statement, status, confidence, canonical(sources ?? [])];
}

function canonical(value: unknown): string | undefined {
  try {
    // Through JSON first, so that what is hashed is what the database gives back.
    return canonicalJson(JSON.parse(JSON.stringify(value)));
  } catch (error) {
    if (error instanceof CanonicalJsonError) return undefined;
    throw error;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
