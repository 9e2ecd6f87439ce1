import { isDeepStrictEqual } from 'node:util';
import type { BylineDigest } from '@colophon/contract';
import type { Database, JsonObject } from '@colophon/core';
import { asFrozen } from '../bylines/disclosure.ts';
import { textDigestOf, textOfVersion } from '../record/signed-text.ts';
import { ContentVersions } from '../versions/content-version.ts';
import type { FrozenVersion } from './freeze-edition.ts';

/**
 * Returns the version that the latest publication of a record stored, if it has the text of an edition; undefined if it stored none.
 *
 * @param edition the digest of its text, the digests of its authors, and their names if the version may be from before there were digests
 */
export async function publicationVersion(
  database: Database,
  contentId: string,
  { textDigest, authors, names }: { textDigest: string; authors: readonly BylineDigest[] | undefined; names?: readonly string[] },
): Promise<FrozenVersion | undefined> {
  const where = { contentId, kind: 'publication' } as const;
  const [version] = await new ContentVersions(database).list({ where, orderBy: '-version', limit: 1 });
  if (!version) return undefined;
  const text = textOfVersion(version.snapshot.fields);
  const isOther = names !== undefined && !isDeepStrictEqual(text['authors'], names) && !isDeepStrictEqual(text['authors'], authors);
  if (isOther || textDigestOf(asFrozen(text, authors)) !== textDigest) return undefined;
  const evidence = (version.metadata as JsonObject)['transparency'] as object | undefined;
  return { id: version.id, createdAt: version.created_at, evidence };
}
