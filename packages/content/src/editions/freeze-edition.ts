import type { EditionWithheld } from '@colophon/contract';
import type { Call } from '@colophon/core';
import type { LinkedFact } from '../facts/latest-facts.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { currentText, textDigestOf } from '../record/signed-text.ts';
import type { DriftEdge } from '../references/drift.ts';
import { linkPresence } from './link-presence.ts';
import { readShown } from './read-shown.ts';
import { addEdition, type EditionData, shownDigestOf } from './record/add-edition.ts';
import type { EditionKind } from './record/content-edition.ts';
import { currentEdition, type Edition } from './record/current-editions.ts';
import { forgetChanges } from './record/mark-changed.ts';
import { withheldFrom } from './withheld.ts';

/** How an edition comes about. */
export interface FreezeOptions {
  /** The version that was stored with it. */
  readonly versionId?: string | null;
  /** Whether the record was created by this save. */
  readonly created?: boolean;
  /** Whether it was never published before: then it has no edition yet. */
  readonly isFirst?: boolean;
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
  { versionId = null, created = false, isFirst = false, known, withheld }: FreezeOptions = {},
): Promise<Edition> {
  const { database, id } = content;
  const mayHave = await linkPresence(content, created);
  const current = isFirst ? undefined : await currentEdition(database, id);
  const full = await readShown(database, [content], { now: call.now(), mayHave, known });
  const shown = withheldFrom(needed(full.get(id)), withheld ?? current?.shown.withheld ?? []);
  const textDigest = textDigestOf(currentText(content));
  if (mayHave('content_pending_changes')) await forgetChanges(database, id);
  const isSame =
    current !== undefined &&
    current.kind !== 'unpublication' &&
    current.textDigest === textDigest &&
    current.shownDigest === shownDigestOf(shown);
  if (isSame && versionId === null) return current;
  const data = { ...placeOf(content, call), kind: 'publication', versionId, shown, textDigest } as const;
  return addEdition(database, data, current, mayHave('content_shown_files'));
}

/** Ends the editions of a record that is no longer published. Nothing is written if it has none. */
export async function endEditions(content: ContentRecord, call: Call): Promise<void> {
  await forgetChanges(content.database, content.id);
  await repeatEdition(content, 'unpublication', null, call);
}

/** A correction is an edition of its own, with what the current one shows: it brings nothing along that no gate has judged. */
export async function freezeCorrection(content: ContentRecord, versionId: string, call: Call): Promise<void> {
  if (content.status === 'published') await repeatEdition(content, 'correction', versionId, call);
}

async function repeatEdition(content: ContentRecord, kind: EditionKind, versionId: string | null, call: Call): Promise<void> {
  const current = await currentEdition(content.database, content.id);
  if (!current || current.kind === 'unpublication') return;
  const { shown, textDigest } = current;
  await addEdition(content.database, { ...placeOf(content, call), kind, versionId, shown, textDigest }, current, true);
}

function placeOf(
  { id, tenantId, rev, type, context, slug }: ContentRecord,
  call: Call,
): Omit<EditionData, 'kind' | 'versionId' | 'shown' | 'textDigest'> {
  return {
    contentId: id,
    tenantId,
    revision: rev,
    place: { type, context, slug },
    publishedAt: call.now().toISOString(),
  };
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Each record has one document of what it shows.');
  return value;
}
