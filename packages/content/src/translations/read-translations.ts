import type { Call, Database, Row } from '@colophon/core';
import { z } from 'zod';
import { isVisibleToReaders } from '../record/access.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { currentHashes } from './source-state.ts';

/** A translation of a record, or the record itself. */
export interface TranslationEntry {
  readonly contentId: string;
  readonly type: string;
  readonly language: string;
  readonly title: string;
  readonly slug: string;
  readonly context: string;
}

/** Additional data for staff. */
export interface StaffTranslation extends TranslationEntry {
  readonly status: string;
  /** The record that it was translated from; null for the first of the group. */
  readonly sourceId: string | null;
  readonly sourceVersion: number | null;
  readonly currentVersion: number | null;
  /** Whether the source has another version, or another title, description or body since. */
  readonly isOutdated: boolean;
}

export const TranslationAnswer = z.object({
  contentId: z.string(),
  type: z.string(),
  language: z.string(),
  title: z.string(),
  slug: z.string(),
  context: z.string(),
  status: z.string().optional(),
  sourceId: z.string().nullable().optional().describe('The record that it was translated from; null for the first of the group.'),
  sourceVersion: z.int().nullable().optional().describe('The version that it was translated from.'),
  currentVersion: z.int().nullable().optional().describe('The latest version of its source.'),
  isOutdated: z.boolean().optional().describe('Whether its source has another version, or another title, description or body since.'),
});

const MEMBERS = preparedQuery((builder, contentIds) =>
  builder
    .selectFrom('content_translations as own')
    .innerJoin('content_translations as member', 'member.groupId', 'own.groupId')
    .innerJoin('contents as content', 'content.id', 'member.contentId')
    .leftJoin('contents as source', 'source.id', 'member.sourceId')
    .select(['own.contentId as ofContent', 'member.contentId as contentId', 'member.language as language'])
    .select(['member.sourceId as sourceId', 'member.sourceVersion as sourceVersion'])
    .select(['member.sourceRevision as sourceRevision', 'member.sourceHash as sourceHash', 'source.rev as currentRevision'])
    .select([
      'content.type as type',
      'content.title as title',
      'content.slug as slug',
      'content.context as context',
      'content.status as status',
    ])
    .select(['content.tenantId as tenantId', 'content.publish_date as publish_date'])
    .select((each) =>
      each
        .selectFrom('content_versions as version')
        .select('version.version')
        .whereRef('version.contentId', '=', 'member.sourceId')
        .orderBy('version.version', 'desc')
        .limit(1)
        .as('currentVersion'),
    )
    .where('own.contentId', 'in', contentIds)
    .orderBy('member.language'),
);

/**
 * Returns the translations of each of these records, including itself, as far as the caller may see them: one query for all, and for
 * staff another one if sources were saved since. For public pages, feeds and sitemaps (`hreflang`).
 *
 * @returns by the id of the record; records without translations are omitted
 */
export async function readTranslations(
  database: Database,
  contentIds: readonly string[],
  call: Call,
): Promise<ReadonlyMap<string, readonly (TranslationEntry | StaffTranslation)[]>> {
  if (contentIds.length === 0) return new Map();
  const rows = await database.all({ ...MEMBERS(database.dialect, contentIds), repeatable: true });
  const seen = rows.filter((row) => maySee(row, call));
  const hashes = await currentHashes(database, sourcesToCompare(seen, call));
  const groups = Map.groupBy(seen, (row) => String(row['ofContent']));
  return new Map([...groups].map(([id, members]) => [id, members.map((row) => entryOf(row, hashes, call))]));
}

/** The sources that were saved since they were translated, not necessarily with other texts. */
function sourcesToCompare(rows: readonly Row[], { caller }: Call): string[] {
  const saved = rows.filter(
    (row) => isTenantStaff(caller, row) && row['sourceHash'] !== null && row['currentRevision'] !== null && !isOfCurrentRevision(row),
  );
  return [...new Set(saved.map(({ sourceId }) => String(sourceId)))];
}

function isOfCurrentRevision({ sourceRevision, currentRevision }: Row): boolean {
  return Number(sourceRevision) === Number(currentRevision);
}

function maySee(row: Row, call: Call): boolean {
  if (isTenantStaff(call.caller, row)) return row['status'] !== 'deleted';
  const { tenantId } = call.caller;
  const owner = (row['tenantId'] as string | null | undefined) ?? null;
  return (owner === null || owner === tenantId) && isVisibleToReaders(row, call.now());
}

function entryOf(row: Row, hashes: ReadonlyMap<string, string>, call: Call): TranslationEntry | StaffTranslation {
  const entry = {
    contentId: String(row['contentId']),
    type: String(row['type']),
    language: String(row['language']),
    title: String(row['title']),
    slug: String(row['slug']),
    context: String(row['context']),
  };
  if (!isTenantStaff(call.caller, row)) return entry;
  const sourceVersion = numberOrNull(row['sourceVersion']);
  const currentVersion = numberOrNull(row['currentVersion']);
  return {
    ...entry,
    status: String(row['status']),
    sourceId: (row['sourceId'] as string | null | undefined) ?? null,
    sourceVersion,
    currentVersion,
    // The rule of drift, and for what has no versions the texts.
    isOutdated: (sourceVersion !== null && currentVersion !== null && sourceVersion !== currentVersion) || hasOtherTexts(row, hashes),
  };
}

function hasOtherTexts(row: Row, hashes: ReadonlyMap<string, string>): boolean {
  if (row['sourceHash'] === null || isOfCurrentRevision(row)) return false;
  const current = hashes.get(String(row['sourceId']));
  return current !== undefined && current !== row['sourceHash'];
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
