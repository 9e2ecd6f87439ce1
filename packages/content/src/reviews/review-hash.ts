import { createHash } from 'node:crypto';
import { canonicalJson, CanonicalJsonError } from '@colophon/contract';
import { type JsonObject, StoredObject, type ValuesOf } from '@colophon/core';
import type { ShownPicture } from '../assets/shown-pictures.ts';
import type { contentFields } from '../record/content-fields.ts';
import { ownText, ownTextAmong } from '../record/own-fields.ts';
import type { FactRow, LinkedFact } from '../facts/latest-facts.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';

/**
 * The reviewed fields: every text that readers see. All of them are sent to the reviewer and hashed. Fields that change without an edit
 * (status, dates, merged tags) are not included, so that publishing a reviewed text does not make the review stale.
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

/** The reviewed data: a record, or a record with an unsaved edit. */
export type Reviewed = Pick<ValuesOf<typeof contentFields>, (typeof REVIEWED_FIELDS)[number]>;

/** Returns only the reviewed fields of a record, or of reviewed values, with those that only its type has. */
export function reviewedValues(content: Reviewed): Reviewed {
  const own = content instanceof StoredObject ? ownText(content) : ownTextAmong(content as unknown as JsonObject);
  return { ...Object.fromEntries(REVIEWED_FIELDS.map((name) => [name, content[name] ?? null])), ...own } as unknown as Reviewed;
}

/**
 * Returns the reviewed data as canonical JSON, to be hashed for each policy; undefined for values that no database could store, which equal
 * no reviewed text.
 */
export function reviewedText(content: Reviewed): string | undefined {
  return canonical(reviewedValues(content));
}

/**
 * Returns the pictures whose texts are reviewed: all but cards that the application drew from the title, which say nothing else, so that
 * missing thumbnails can be generated for what was reviewed.
 */
export function reviewedPictures(pictures: readonly ShownPicture[], { title }: Pick<Reviewed, 'title'>): ShownPicture[] {
  return pictures.filter(
    ({ toldBy, aiAssisted, altText }) => toldBy !== 'application' || aiAssisted === true || (altText !== null && altText !== title),
  );
}

/** What is reviewed besides the fields. */
export interface ReviewedWith {
  readonly facts: readonly LinkedFact[];
  /** See `reviewedPictures`. */
  readonly pictures: readonly ShownPicture[];
}

/** Returns the SHA-256 of the reviewed data: the fields, the pictures, and the linked facts if the policy is about facts. */
export function contentHash(
  reviewed: string | undefined,
  policy: Pick<PolicyDefinition, 'kind'>,
  { facts, pictures }: ReviewedWith,
): string {
  const leant = canonical(policy.kind === 'facts' ? factLines(facts) : null);
  const shown = pictures.length === 0 ? '' : canonical(pictures.map((each) => canonical(each) ?? '').toSorted());
  if (reviewed === undefined || leant === undefined || shown === undefined) return '';
  // The canonical form of {facts, fields, pictures}, of which the second part is the same for every policy.
  return sha256(`{"facts":${leant},"fields":${reviewed}${shown === '' ? '' : `,"pictures":${shown}`}}`);
}

/** Returns the SHA-256 of a policy's requirements and reviewers; its label can change. */
export function policyHash({ key, kind, instructions, rules, humanVerdict }: PolicyDefinition): string {
  return sha256(canonical({ key, kind, instructions, rules, humanVerdict }) ?? '');
}

/** Returns each fact as linked, with its successor: readers see both. */
function factLines(facts: readonly LinkedFact[]): string[] {
  return facts.map(({ relationship, linked, latest }) => JSON.stringify([relationship, hashedFact(linked), hashedFact(latest)])).toSorted();
}

function hashedFact({ id, statement, status, confidence, sources }: FactRow): unknown[] {
  return [id, statement, status, confidence, canonical(sources ?? [])];
}

function canonical(value: unknown): string | undefined {
  try {
    // Converted to JSON first, so that the hash covers the values as the database returns them.
    return canonicalJson(JSON.parse(JSON.stringify(value)));
  } catch (error) {
    if (error instanceof CanonicalJsonError) return undefined;
    throw error;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
