import type { Database, JsonObject } from '@colophon/core';
import { textDigestOf, textIn } from '../record/signed-text.ts';
import { ContentVersions } from '../versions/content-version.ts';
import type { FrozenVersion } from './freeze-edition.ts';

/** Returns the version that the latest publication of a record stored, if it has this text; undefined if it stored none. */
export async function publicationVersion(database: Database, contentId: string, textDigest: string): Promise<FrozenVersion | undefined> {
  const where = { contentId, kind: 'publication' } as const;
  const [version] = await new ContentVersions(database).list({ where, orderBy: '-version', limit: 1 });
  if (!version || textDigestOf(textIn(version.snapshot.fields)) !== textDigest) return undefined;
  const evidence = (version.metadata as JsonObject)['transparency'] as object | undefined;
  return { id: version.id, createdAt: version.created_at, evidence };
}
