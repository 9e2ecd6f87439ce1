import { type Call, ConflictError } from '@colophon/core';
import type { Shown } from '@colophon/contract';
import { asFrozen } from '../bylines/disclosure.ts';
import { digestsOf } from '../bylines/keep-bylines.ts';
import { knownBylines } from '../bylines/known-bylines.ts';
import { resolveGovernanceOf } from '../governance/resolve.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { currentText, textDigestOf } from '../record/signed-text.ts';
import { evaluateProfile, type RequirementEvaluation } from '../reviews/evaluate.ts';
import { changesBetween, type EditionChange } from './compare-edition.ts';
import { readShown } from './read-shown.ts';
import { currentEdition, type Edition } from './record/current-editions.ts';
import { withheldFrom } from './withheld.ts';

/** What readers get of a record, and how it differs from what the record has now. */
export interface Publication extends Omit<Edition, 'shown' | 'place'> {
  readonly shown: Shown;
  readonly changed: readonly EditionChange[];
  /** Whether it could be published again now. */
  readonly ready: boolean;
  readonly blockingRequirements: readonly RequirementEvaluation[];
}

/**
 * Returns the current edition of a published record, and what would change if it were published again now.
 *
 * @throws ConflictError `not_published`
 */
export async function readPublication(content: ContentRecord, call: Call): Promise<Publication> {
  const { database } = content;
  const edition = await requireEdition(content);
  const changed = await changesSince(content, edition, call);
  const governance = await resolveGovernanceOf(database, content);
  const held = governance.isGoverned && governance.enforcePublishReadiness;
  const evaluation = held ? await evaluateProfile(content, governance.publicationProfileKey ?? '') : undefined;
  const { place: _place, ...rest } = edition;
  return {
    ...rest,
    changed,
    ready: evaluation?.ready ?? true,
    blockingRequirements: evaluation?.blockingRequirements ?? [],
  };
}

/** Returns what publishing a record again would change for readers. */
export async function changesSince(content: ContentRecord, { shown, textDigest }: Edition, call: Call): Promise<EditionChange[]> {
  const read = await readShown(content.database, [content], { now: call.now() });
  const changed = changesBetween(shown, withheldFrom(read.get(content.id) ?? shown, shown.withheld));
  const known = shown.authors ? (await knownBylines(content.database, [content.id])).get(content.id) : undefined;
  // Somebody whom no version names is another author: with the name itself, the text has another digest.
  const authors = shown.authors && digestsOf(content.authors, known);
  const digest = textDigestOf(asFrozen(currentText(content), authors));
  // Tags are a part of the text as well.
  if (digest === textDigest || changed.some(({ what }) => what === 'tag')) return changed;
  return [{ what: 'text', id: null, before: { digest: textDigest }, after: { digest } }, ...changed];
}

/** Returns the current edition of a record that is published. @throws ConflictError `not_published` */
export async function requireEdition(content: ContentRecord): Promise<Edition> {
  const edition = content.status === 'published' ? await currentEdition(content.database, content.id) : undefined;
  if (edition && edition.kind !== 'unpublication') return edition;
  throw new ConflictError('This record is not published.', { code: 'not_published', hint: 'Publish it first.' });
}
