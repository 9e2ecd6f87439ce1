import type { Call, Page } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { peopleOf, type Person } from '../record/people.ts';
import { NestedList } from '../record/nested-list.ts';
import { type ContentVersionKind, ContentVersions } from './content-version.ts';
import { restoreVersion } from './restore-version.ts';

/** A version without its snapshot. */
export interface VersionEntry {
  readonly id: string;
  readonly contentId: string;
  readonly version: number;
  readonly kind: ContentVersionKind;
  readonly title: string | null;
  readonly summary: string | null;
  /** Who created it; null for the application itself. */
  readonly createdBy: Person | null;
  readonly created_at: string;
}

/** The versions of one record, with a method to restore one of them. */
export class VersionList extends NestedList<VersionEntry> {
  readonly #content: ContentRecord;

  constructor(content: ContentRecord, page: Page<VersionEntry>) {
    super(page);
    this.#content = content;
  }

  /** Restores a version and saves the record; publishing rules apply. @throws NotFoundError */
  restoreIntoContent(versionId: string, call: Call = this.#content.call): Promise<void> {
    return restoreVersion(this.#content, versionId, call);
  }
}

const FIELDS = ['id', 'contentId', 'version', 'kind', 'title', 'summary', 'createdBy', 'created_at'];

/** Returns a record's versions, latest first, without their snapshots: a page costs the same for any number of versions. */
export async function listVersions(
  content: ContentRecord,
  page: { limit?: number | undefined; offset?: number | undefined },
): Promise<VersionList> {
  const found = await new ContentVersions(content.database).rows({
    where: { contentId: content.id },
    orderBy: '-version',
    fields: FIELDS,
    limit: page.limit ?? 50,
    offset: page.offset ?? 0,
  });
  const { count, limit, offset } = found;
  const versions = found.items as unknown as readonly (Omit<VersionEntry, 'createdBy'> & { readonly createdBy: string | null })[];
  const people = await peopleOf(
    content.database,
    versions.map(({ createdBy }) => createdBy),
  );
  const items = versions.map(({ createdBy, ...version }) => ({ ...version, createdBy: people.get(createdBy ?? '') ?? null }));
  return new VersionList(content, { items, count, limit, offset });
}
