import type { Call, JsonObject } from '@colophon/core';
import { asFrozen, type Byline } from '../bylines/disclosure.ts';
import { keepBylines } from '../bylines/keep-bylines.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { type ContentVersion, type ContentVersionKind, ContentVersions } from './content-version.ts';
import { type KnownLinks, type Snapshot, takeSnapshot } from './snapshot.ts';
import { lockContent } from '../record/lock-content.ts';
import { lockVersions } from './lock-versions.ts';

/** The data of a new version besides its snapshot. */
export interface VersionData {
  readonly kind: ContentVersionKind;
  readonly summary?: string | null | undefined;
  readonly metadata?: JsonObject | undefined;
  /** The authors with their digests, if they were already read. */
  readonly bylines?: readonly Byline[] | undefined;
  /** Data that was already read while holding the lock on the record: the latest number, and its links. */
  readonly known?: { readonly latest: number; readonly links: KnownLinks } | undefined;
}

/**
 * Creates a version of a record with its current values in memory. It gets the next number: concurrent creations for the same record wait
 * until this transaction ends.
 */
export async function createVersion(content: ContentRecord, data: VersionData, call: Call): Promise<ContentVersion> {
  const { database } = content;
  const { known } = data;
  return database.transaction(async () => {
    if (!known) {
      await lockContent(database, content.id);
      await lockVersions(database, content.id);
    }
    const version = (known?.latest ?? (await latestVersion(content))) + 1;
    return new ContentVersions(database, call).add({
      contentId: content.id,
      tenantId: content.tenantId,
      version,
      kind: data.kind,
      title: content.title,
      summary: data.summary ?? null,
      createdBy: call.caller.id,
      snapshot: frozenSnapshot(await takeSnapshot(content, database, known?.links), data.bylines ?? (await keepBylines(content))),
      metadata: data.metadata ?? {},
    });
  });
}

/** Versions never change, so that they have digests instead of the names of authors. */
function frozenSnapshot(snapshot: Snapshot, bylines: readonly Byline[]): Snapshot {
  return { ...snapshot, fields: asFrozen(snapshot.fields, bylines) };
}

/** Returns the number of the latest version of any kind, 0 if there is none. */
async function latestVersion({ database, id }: ContentRecord): Promise<number> {
  const { builder } = database.dialect;
  const query = builder.selectFrom('content_versions').select('version').where('contentId', '=', id).orderBy('version', 'desc').limit(1);
  return Number((await database.first(query.compile()))?.['version'] ?? 0);
}
