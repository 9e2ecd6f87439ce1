import { createHash } from 'node:crypto';
import { canonicalJson, CanonicalJsonError } from '@colophon/contract';
import type { LinkedFact } from '../facts/latest-facts.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';

/**
 * The fields that a review is about. What moves without anyone writing (status, dates, tags that are merged) is not among
 * them, so that publishing what was reviewed does not make the review stale.
 */
export const REVIEWED_FIELDS = [
  'type',
  'variant',
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
export type Reviewed = Readonly<Record<(typeof REVIEWED_FIELDS)[number], unknown>>;

/** SHA-256 of what is reviewed, with the facts that it leans on where the policy is about facts. */
export function contentHash(content: Reviewed, policy: Pick<PolicyDefinition, 'kind'>, facts: readonly LinkedFact[]): string {
  const fields = Object.fromEntries(REVIEWED_FIELDS.map((name) => [name, content[name] ?? null]));
  const leant = policy.kind === 'facts' ? factLines(facts) : null;
  return sha256({ fields, facts: leant });
}

/** SHA-256 of what a policy asks for; its label is free to change. */
export function policyHash({ key, kind, instructions, rules }: PolicyDefinition): string {
  return sha256({ key, kind, instructions, rules });
}

function factLines(facts: readonly LinkedFact[]): string[] {
  return facts
    .map(({ relationship, latest }) => JSON.stringify([latest.id, relationship, latest.statement, latest.status, latest.confidence]))
    .toSorted();
}

function sha256(value: unknown): string {
  try {
    // Through JSON first, so that what is hashed is what the database gives back.
    return createHash('sha256')
      .update(canonicalJson(JSON.parse(JSON.stringify(value))))
      .digest('hex');
  } catch (error) {
    // What no database could store equals nothing that was reviewed.
    if (error instanceof CanonicalJsonError) return '';
    throw error;
  }
}
