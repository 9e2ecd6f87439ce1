import type { Call, JsonObject } from '@colophon/core';
import type { ContentRecord } from '../governance/content-record.ts';
import { type ContentVersion, type ContentVersionKind, ContentVersions } from './content-version.ts';
import { takeSnapshot } from './snapshot.ts';
import { lockContent } from '../governance/lock-content.ts';

/** What a new version is given beside its snapshot. */
export interface VersionData {
  readonly kind: ContentVersionKind;
  readonly summary?: string | null | undefined;
  readonly metadata?: JsonObject | undefined;
}

/**
 * Writes a version of a record as the instance holds it. Its number is the next one: whoever writes a version of the same
 * record meanwhile waits until this transaction ends.
 */
export async function createVersion(content: ContentRecord, data: VersionData, call: Call): Promise<ContentVersion> {
  const { database } = content;
  return database.transaction(async () => {
    await lockContent(database, content.id);
    const version = (await latestVersion(content)) + 1;
    return new ContentVersions(database, call).add({
      contentId: content.id,
      tenantId: content.tenantId,
      version,
      kind: data.kind,
      title: content.title,
      summary: data.summary ?? null,
      snapshot: await takeSnapshot(content, database),
      metadata: data.metadata ?? {},
    });
  });
}

/** The number of the latest version of any kind, 0 when there is none. */
async function latestVersion({ database, id }: ContentRecord): Promise<number> {
  const { builder } = database.dialect;
  const query = builder.selectFrom('content_versions').select('version').where('contentId', '=', id).orderBy('version', 'desc').limit(1);
  return Number((await database.first(query.compile()))?.['version'] ?? 0);
}
