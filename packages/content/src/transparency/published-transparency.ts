import { type JsonObject, NotFoundError } from '@colophon/core';
import { namesOf } from '../bylines/disclosure.ts';
import { knownBylines } from '../bylines/known-bylines.ts';
import { currentEdition } from '../editions/record/current-editions.ts';
import { readCorrections } from '../corrections/read-corrections.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { resolveGovernanceOf } from '../governance/resolve.ts';
import { ContentVersions } from '../versions/content-version.ts';
import { withdrawalOf } from './build-transparency.ts';
import type { Transparency } from './transparency.ts';

/** A frozen transparency, with its version. */
export interface PublishedTransparency extends Transparency {
  readonly publicationVersion: { readonly id: string; readonly version: number; readonly created_at: string };
}

/**
 * Returns the transparency frozen at the latest publication. The corrections include those issued since, which readers must know; the
 * version keeps those of its time. What is withheld from readers is left out, and so are the names of authors that were erased.
 *
 * @throws NotFoundError if nothing was frozen, or its type does not serve it
 */
export async function publishedTransparency(content: ContentRecord): Promise<PublishedTransparency> {
  const { database } = content;
  const { transparencyEnabled } = await resolveGovernanceOf(database, content);
  const [version] = transparencyEnabled
    ? await new ContentVersions(database).list({ where: { contentId: content.id, kind: 'publication' }, orderBy: '-version', limit: 1 })
    : [];
  const frozen = (version?.metadata as JsonObject | undefined)?.['transparency'] as Transparency | undefined;
  if (!version || !frozen) throw new NotFoundError('There is no published transparency of this record.');
  const corrections = await readCorrections(database, content.id);
  const withheld = (await currentEdition(database, content.id))?.shown.withheld ?? [];
  const isShown = (kind: string, id: string): boolean => !withheld.some((each) => each.kind === kind && each.id === id);
  const authors = namesOf(frozen.authors, (await knownBylines(database, [content.id])).get(content.id));
  return {
    ...frozen,
    authors,
    ...(frozen.pictures ? { pictures: frozen.pictures.filter(({ assetId }) => isShown('picture', assetId)) } : {}),
    facts: frozen.facts.filter(({ id }) => isShown('fact', id)),
    references: frozen.references.filter(({ targetId }) => isShown('reference', targetId)),
    corrections,
    withdrawal: withdrawalOf(corrections),
    publicationVersion: { id: version.id, version: version.version, created_at: version.created_at },
  };
}
