import type { EditionFile, EditionPicture, EditionTag, Shown } from '@colophon/contract';
import { type Database, type Dialect, qualify, type Row } from '@colophon/core';
import { originOf } from '../assets/picture-origins.ts';
import { type LinkedFact, readLinkedFacts } from '../facts/latest-facts.ts';
import { isVisibleToReaders } from '../record/access.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import { remoteAddresses } from './remote-addresses.ts';
import { type DriftEdge, readDrift } from '../references/drift.ts';

/** A record as far as `readShown` needs it. */
export interface ShowingRecord {
  readonly id: string;
  /** Its tags are those of its tenant, then the global ones. */
  readonly tenantId: string | null;
  readonly tags: readonly string[];
  /** Without it, no addresses of other hosts are named. */
  readonly body?: string;
}

/** The tables with what records show. */
export type LinkTable = 'content_assets' | 'fact_links' | 'content_references';

/** What to read. */
export interface ShownOptions {
  /** Cited pieces are shown if readers can see them at this time. */
  readonly now: Date;
  /** Whether the facts are locked against changes until the ambient transaction ends. */
  readonly locked?: boolean;
  /** Returns whether any record can have rows in a table; by default all can. */
  readonly mayHave?: (table: LinkTable) => boolean;
  /** The links that were already read. */
  readonly known?: { readonly facts: readonly LinkedFact[]; readonly references: readonly DriftEdge[] } | undefined;
}

/**
 * Reads what records show besides their text: tags with their names, pictures, files, facts and references, as they are now. The gate, the
 * freeze, the preview and the comparison with an edition all use this, so that they cannot differ. Five queries for any number of records.
 */
export async function readShown(
  database: Database,
  records: readonly ShowingRecord[],
  { now, locked = false, mayHave = () => true, known }: ShownOptions,
): Promise<ReadonlyMap<string, Shown>> {
  const ids = records.map(({ id }) => id);
  const names = await namesOf(database, [...new Set(records.flatMap(tagKeysOf).flat())]);
  const used = mayHave('content_assets') && ids.length > 0 ? await database.all(USED(database.dialect, ids)) : [];
  const facts = known ? known.facts : mayHave('fact_links') ? await readLinkedFacts(database, ids, { locked }) : [];
  const edges = known ? known.references : mayHave('content_references') ? await readDrift(database, ids) : [];
  const [usedBy, factsOf, edgesOf] = [
    Map.groupBy(used, (row) => String(row['contentId'])),
    Map.groupBy(facts, (each) => each.contentId),
    Map.groupBy(edges, (each) => each.sourceId),
  ];
  return new Map(
    records.map((record): [string, Shown] => {
      const { id, tags, body } = record;
      const keys = tagKeysOf(record);
      const remote = remoteAddresses(body ?? '');
      const rows = usedBy.get(id) ?? [];
      const shown: Shown = {
        v: 1,
        tags: tags.map((slug, at): EditionTag => ({
          slug,
          name: keys[at]?.map((key) => names.get(key)).find((name) => name !== undefined) ?? slug,
        })),
        pictures: rows.filter(isPicture).map((row) => pictureOf(row, database)),
        files: rows.filter((row) => !isPicture(row)).map(fileOf),
        facts: (factsOf.get(id) ?? []).map(({ factId, relationship, linked }) => ({
          factId,
          relationship,
          statement: linked.statement,
          status: linked.status,
          confidence: linked.confidence,
          sources: Array.isArray(linked.sources) ? (linked.sources as unknown[]) : [],
        })),
        // Cited drafts are not shown to readers.
        references: (edgesOf.get(id) ?? [])
          .filter(({ target }) => isVisibleToReaders(target, now))
          .map(({ targetId, citedVersion: version, title, url }) => ({ targetId, version, title, url })),
        ...(remote.length > 0 && { remote }),
        withheld: [],
      };
      return [id, shown];
    }),
  );
}

/** The keys that each tag of a record may have, by precedence. */
function tagKeysOf({ tags, tenantId }: ShowingRecord): (readonly string[])[] {
  return tags.map((slug) => (tenantId === null ? [slug] : [qualify(tenantId, slug), slug]));
}

async function namesOf(database: Database, slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await database.all(NAMES(database.dialect, slugs));
  return new Map(rows.map((row) => [String(row['slug']), String(row['name'])]));
}

const NAMES = preparedQuery((builder, slugs) => builder.selectFrom('tags').select(['slug', 'name']).where('slug', 'in', slugs));

const USED = preparedQuery((builder: Dialect['builder'], contentIds) =>
  builder
    .selectFrom('content_assets as use')
    .innerJoin('assets as asset', 'asset.id', 'use.asset_id')
    .leftJoin('asset_provenances as known', 'known.assetId', 'asset.id')
    .select([
      'use.content_id as contentId',
      'use.relationship as relationship',
      'use.caption as caption',
      'use.crop as crop',
      'use.focal as focal',
      'asset.id as id',
      'asset.name as name',
      'asset.altText as altText',
      'asset.description as description',
      'asset.credit as credit',
      'asset.copyrightNotice as copyrightNotice',
      'asset.license as license',
      'asset.digitalSourceType as digitalSourceType',
      'asset.mimeType as mimeType',
      'asset.size as size',
      'asset.sha256 as sha256',
      'asset.fileKey as fileKey',
      'asset.url as url',
      'asset.metadata as metadata',
      'known.manifest as manifest',
    ])
    .where('use.content_id', 'in', contentIds)
    .orderBy('use.sort_order')
    .orderBy('use.id'),
);

/** An asset of an unknown type may be a picture: one at another site, as its thumbnail. */
function isPicture(row: Row): boolean {
  const mimeType = textOf(row['mimeType']);
  return mimeType === null ? textOf(row['url']) !== null && row['relationship'] !== 'attachment' : mimeType.startsWith('image/');
}

function pictureOf(row: Row, database: Database): EditionPicture {
  const { assetId, name, relationship, aiAssisted, model, toldBy, digitalSourceTypes } = originOf(row, database);
  return {
    ...fileParts(row),
    assetId,
    name,
    relationship,
    altText: textOf(row['altText']) ?? textOf(row['description']),
    caption: textOf(row['caption']),
    credit: textOf(row['credit']),
    copyrightNotice: textOf(row['copyrightNotice']),
    license: textOf(row['license']),
    digitalSourceType: textOf(row['digitalSourceType']) ?? digitalSourceTypes[0] ?? null,
    aiAssisted,
    model,
    toldBy,
    ...partOf(row, 'crop', database),
    ...partOf(row, 'focal', database),
  };
}

/** Which part of a picture is shown; absent for the whole. */
function partOf(row: Row, name: 'crop' | 'focal', { dialect }: Database): Pick<EditionPicture, 'crop' | 'focal'> {
  const stored = row[name] ?? null;
  return stored === null ? {} : { [name]: dialect.decode('json', stored) };
}

function fileOf(row: Row): EditionFile {
  return {
    ...fileParts(row),
    assetId: String(row['id']),
    relationship: String(row['relationship']),
    size: row['size'] === null || row['size'] === undefined ? null : Number(row['size']),
    name: String(row['name']),
    description: textOf(row['description']),
  };
}

/** The bytes that are meant: those stored here, or those at an address. */
function fileParts(row: Row): Pick<EditionPicture, 'sha256' | 'mimeType' | 'url'> {
  const isStored = textOf(row['fileKey']) !== null;
  return { sha256: textOf(row['sha256']), mimeType: textOf(row['mimeType']), url: isStored ? null : textOf(row['url']) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
