import type { Call, JsonObject } from '@colophon/core';
import { asFrozen, type Byline, namesOf } from '../bylines/disclosure.ts';
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
  /** What it holds, if not the record as it is. */
  readonly snapshot?: Snapshot | undefined;
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
      title: titleOf(data.snapshot) ?? content.title,
      summary: data.summary ?? null,
      createdBy: call.caller.id,
      snapshot: await frozenSnapshot(content, data, known?.links),
      metadata: data.metadata ?? {},
    });
  });
}

/** Versions never change, so that they have digests instead of the names of authors. */
async function frozenSnapshot(content: ContentRecord, data: VersionData, links: KnownLinks | undefined): Promise<Snapshot> {
  const snapshot = data.snapshot ?? (await takeSnapshot(content, content.database, links));
  const names = data.snapshot && namesOf(data.snapshot.fields.authors, undefined);
  const bylines = data.bylines ?? (await keepBylines(content, { names }));
  return { ...snapshot, fields: asFrozen(snapshot.fields, bylines) };
}

function titleOf(snapshot: Snapshot | undefined): string | undefined {
  const title = snapshot?.fields.title;
  return typeof title === 'string' ? title : undefined;
}

/** Returns the number of the latest version of any kind, 0 if there is none. */
async function latestVersion({ database, id }: ContentRecord): Promise<number> {
  const { builder } = database.dialect;
  const query = builder.selectFrom('content_versions').select('version').where('contentId', '=', id).orderBy('version', 'desc').limit(1);
  return Number((await database.first(query.compile()))?.['version'] ?? 0);
}
