import { type EditionWithheld, editionEvidence, type SignedCorrection } from '@colophon/contract';
import type { Call } from '@colophon/core';
import type { LinkedFact } from '../facts/latest-facts.ts';
import { asFrozen, type Byline } from '../bylines/disclosure.ts';
import { keepBylines } from '../bylines/keep-bylines.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { currentText, textDigestOf } from '../record/signed-text.ts';
import type { DriftEdge } from '../references/drift.ts';
import { linkPresence } from './link-presence.ts';
import { readShown } from './read-shown.ts';
import { addEdition, type EditionData, shownDigestOf } from './record/add-edition.ts';
import { currentEdition, type Edition } from './record/current-editions.ts';
import { forgetChanges } from './record/mark-changed.ts';
import { withheldFrom } from './withheld.ts';

/** A version that was stored with an edition. */
export interface FrozenVersion {
  readonly id: string;
  readonly createdAt: string;
  readonly evidence: object | undefined;
}

/** How an edition comes about. */
export interface FreezeOptions {
  /** The version that was stored with it, and the transparency frozen in it. */
  readonly version?: FrozenVersion | undefined;
  /** When it was published; by default now, or when the version was stored. */
  readonly publishedAt?: string | undefined;
  /** Whether it was published before there were editions. */
  readonly isEarlier?: boolean | undefined;
  /** Whether readers had the record until now: else it is an edition of its own, even if it is the same again. */
  readonly wasPublished?: boolean | undefined;
  /** Whether the record was created by this save. */
  readonly created?: boolean;
  /** Whether it was never published before: then it has no edition yet. */
  readonly isFirst?: boolean;
  /** The authors with their digests, if they were already read. */
  readonly bylines?: readonly Byline[] | undefined;
  /** The links that the gate read. */
  readonly known?: { readonly facts: readonly LinkedFact[]; readonly references: readonly DriftEdge[] } | undefined;
  /** What readers do not get although the record uses it; by default what the current edition withholds. */
  readonly withheld?: readonly EditionWithheld[];
}

/**
 * Freezes what readers get of a published record: its text and everything that it shows, as they are in the ambient transaction. If both
 * equal the current edition, that one stays, unless a version was stored.
 *
 * The record's row must be locked, as in the transaction of its save.
 */
export async function freezeEdition(
  content: ContentRecord,
  call: Call,
  { version, publishedAt, isEarlier, wasPublished = true, created = false, isFirst = false, bylines, known, withheld }: FreezeOptions = {},
): Promise<Edition> {
  const { database, id } = content;
  const mayHave = await linkPresence(content, created);
  const current = isFirst ? undefined : await currentEdition(database, id);
  const full = await readShown(database, [content], { now: call.now(), mayHave, known });
  const authors = (bylines ?? (await keepBylines(content, { isNew: created }))).map(({ digest }) => ({ digest }));
  const shown = { ...withheldFrom(needed(full.get(id)), withheld ?? current?.shown.withheld ?? []), authors };
  const textDigest = textDigestOf(asFrozen(currentText(content), authors));
  if (mayHave('content_pending_changes')) await forgetChanges(database, id);
  const isSame = current !== undefined && wasPublished && current.textDigest === textDigest && current.shownDigest === shownDigestOf(shown);
  if (isSame && !version) return current;
  const data: EditionData = {
    ...placeOf(content, publishedAt ?? version?.createdAt ?? call.now().toISOString()),
    kind: 'publication',
    versionId: version?.id ?? null,
    evidence: version?.evidence,
    shown,
    textDigest,
    isEarlier,
  };
  return addEdition(database, data, current, mayHave('content_shown_files'));
}

/** Ends the editions of a record that is no longer published. Nothing is written if it has none. */
export async function endEditions(content: ContentRecord, call: Call): Promise<void> {
  const { database, id } = content;
  await forgetChanges(database, id);
  const current = await currentEdition(database, id);
  if (!current || current.kind === 'unpublication') return;
  const { shown, textDigest } = current;
  const data: EditionData = { ...placeOf(content, call.now().toISOString()), kind: 'unpublication', versionId: null, shown, textDigest };
  await addEdition(database, data, current, true);
}

/**
 * A correction is an edition of its own, with what the current one shows: it brings nothing along that no gate has judged.
 *
 * @param version the version that was stored with the correction
 */
export async function freezeCorrection(
  content: ContentRecord,
  version: Omit<FrozenVersion, 'evidence'>,
  correction: Omit<SignedCorrection, 'number'>,
): Promise<void> {
  const { database } = content;
  const current = await currentEdition(database, content.id);
  if (!current) return;
  const { shown, textDigest } = current;
  const { id: versionId, createdAt } = version;
  const evidence = editionEvidence({ textDigest, correction });
  const isReadable = content.status === 'published';
  const data: EditionData = { ...placeOf(content, createdAt), kind: 'correction', versionId, evidence, shown, textDigest, isReadable };
  await addEdition(database, data, current, true);
}

function placeOf(
  { id, tenantId, rev, type, context, slug }: ContentRecord,
  publishedAt: string,
): Omit<EditionData, 'kind' | 'versionId' | 'shown' | 'textDigest'> {
  return { contentId: id, tenantId, revision: rev, place: { type, context, slug }, publishedAt };
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Each record has one document of what it shows.');
  return value;
}
