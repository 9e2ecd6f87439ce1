import { boolean, collection, type Database, integer, object, reference, text } from '@colophon/core';

/** The outcome of an item of another system. */
export const IMPORTED_KINDS = ['content', 'asset'] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];

/**
 * An imported item of another system: a second import finds its record here, and a removal is
 * remembered, so that it is not imported again unless the item changes.
 */
export class ImportedItem extends object(
  {
    system: text({ required: true, maxLength: 50 }),
    site: text({ default: '', maxLength: 500 }),
    kind: text({ required: true, values: IMPORTED_KINDS }),
    itemId: text({ required: true, maxLength: 500 }),
    hash: text({ required: true, maxLength: 64 }),
    /** The revision of the record that the import wrote; a higher one was edited since. */
    recordRev: integer({ default: 1 }),
    contentId: reference('contents', { onDelete: 'set null' }),
    assetId: reference('assets', { onDelete: 'set null' }),
    /** It was imported as a draft, although the item is published. */
    asDraft: boolean({ default: false }),
  },
  {
    table: 'imported_items',
    tenant: true,
    audit: false,
    api: false,
    mcp: false,
    cli: false,
    unique: [['tenantId', 'system', 'site', 'kind', 'itemId']],
    indexes: [['contentId'], ['assetId']],
    description: 'Imported items of other systems.',
  },
) {}

/** The imported items. */
export class ImportedItems extends collection(ImportedItem) {}

/** The origin of items. */
export interface ItemSource {
  readonly tenantId: string | null;
  /** `wordpress`, `ghost`, `hugo` or `jekyll`. */
  readonly system: string;
  /** Distinguishes sites of one system. */
  readonly site: string;
}

/** The stored data of an item. */
export interface KnownItem {
  /** The id of its row. */
  readonly id: string;
  readonly itemId: string;
  readonly hash: string;
  readonly recordRev: number;
  /** The record created from it; null if it was removed here. */
  readonly recordId: string | null;
  readonly asDraft: boolean;
  /** For an asset: whether its bytes are stored here. */
  readonly isStored: boolean;
}

/** The number of parameters of a statement is limited. */
const IDS_AT_ONCE = 500;

/** Returns which of these items were imported before, by their ids. */
export async function knownItems(
  database: Database,
  source: ItemSource,
  kind: ImportedKind,
  ids: readonly string[],
): Promise<Map<string, KnownItem>> {
  const known = new Map<string, KnownItem>();
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    for (const item of await readItems(database, source, kind, ids.slice(start, start + IDS_AT_ONCE))) known.set(item.itemId, item);
  }
  return known;
}

async function readItems(database: Database, source: ItemSource, kind: ImportedKind, ids: readonly string[]): Promise<KnownItem[]> {
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('imported_items as item')
    .leftJoin('assets as asset', 'asset.id', 'item.assetId')
    .select(['item.id as id', 'item.itemId as itemId', 'item.hash as hash', 'item.recordRev as recordRev', 'item.asDraft as asDraft'])
    .select(['item.contentId as contentId', 'item.assetId as assetId', 'asset.fileKey as fileKey'])
    .where('item.system', '=', source.system)
    .where('item.site', '=', source.site)
    .where('item.kind', '=', kind)
    .where('item.itemId', 'in', ids)
    .where('item.tenantId', source.tenantId === null ? 'is' : '=', source.tenantId);
  return (await database.all(query.compile())).map((row) => ({
    id: String(row['id']),
    itemId: String(row['itemId']),
    hash: String(row['hash']),
    recordRev: Number(row['recordRev']),
    recordId: (row[kind === 'content' ? 'contentId' : 'assetId'] as string | null | undefined) ?? null,
    asDraft: Boolean(dialect.decode('boolean', row['asDraft'])),
    isStored: (row['fileKey'] ?? null) !== null,
  }));
}

/** Stores the outcome of an item. */
export async function keepItem(
  database: Database,
  source: ItemSource,
  kind: ImportedKind,
  item: { itemId: string; hash: string; recordId: string; recordRev: number; asDraft?: boolean },
  known: KnownItem | undefined,
): Promise<void> {
  const items = new ImportedItems(database);
  const { itemId, hash, recordId, recordRev, asDraft = false } = item;
  const values = { hash, recordRev, asDraft, ...(kind === 'content' ? { contentId: recordId } : { assetId: recordId }) };
  if (known) await items.update(known.id, values);
  else await items.add({ ...source, kind, itemId, ...values });
}

/** Replaces the hash of an imported item or file: no content matches it. */
export const FORGOTTEN = 'undone';

/**
 * Clears the hash of an item, so that another import creates it again.
 *
 * @param id of the row
 * @param recordRev the current revision of its record, if it exists
 */
export async function forgetItem(database: Database, id: string, recordRev: number): Promise<void> {
  await new ImportedItems(database).update(id, { hash: FORGOTTEN, recordRev });
}

/**
 * Assigns moved files to their existing records: a file with an unknown path and the same content
 * as a file that no longer exists.
 *
 * @param existingIds the ids of all files that are there
 * @returns the number of moved files
 */
export async function moveItems(
  database: Database,
  source: ItemSource,
  files: readonly { readonly id: string; readonly hash: string }[],
  existingIds: ReadonlySet<string>,
): Promise<number> {
  const ids = files.map(({ id }) => id);
  const known = await knownItems(database, source, 'content', ids);
  const unknown = files.filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return 0;
  const query = database.dialect.builder
    .selectFrom('imported_items')
    .select(['id', 'itemId', 'hash'])
    .where('system', '=', source.system)
    .where('site', '=', source.site)
    .where('kind', '=', 'content')
    .where(
      'hash',
      'in',
      unknown.map(({ hash }) => hash),
    )
    .where('tenantId', source.tenantId === null ? 'is' : '=', source.tenantId)
    .orderBy('id');
  const missing = (await database.all(query.compile())).filter((row) => !existingIds.has(String(row['itemId'])));
  let moved = 0;
  for (const { id, hash } of unknown) {
    const at = missing.findIndex((row) => row['hash'] === hash);
    const [row] = at < 0 ? [] : missing.splice(at, 1);
    if (!row) continue;
    await new ImportedItems(database).update(String(row['id']), { itemId: id });
    moved += 1;
  }
  return moved;
}
