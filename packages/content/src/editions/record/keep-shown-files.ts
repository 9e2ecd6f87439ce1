import type { Database, JsonObject } from '@colophon/core';
import type { EditionData } from './add-edition.ts';

/** Synchronizes the files that readers may load with those that a new edition shows. */
export async function keepShownFiles(
  database: Database,
  { contentId, tenantId, kind, shown, publishedAt, isReadable = true }: EditionData,
  hadFiles: boolean,
): Promise<void> {
  const { dialect } = database;
  if (hadFiles) await database.run(dialect.builder.deleteFrom('content_shown_files').where('contentId', '=', contentId).compile());
  const gone = new Set(shown.withheld.map(({ id }) => id));
  const used =
    kind === 'unpublication' || !isReadable ? [] : [...shown.pictures, ...shown.files].filter(({ assetId }) => !gone.has(assetId));
  if (used.length === 0) return;
  const at = dialect.encode('datetime', publishedAt);
  const encoded = (value: object | undefined) => (value === undefined ? null : dialect.encode('json', value as JsonObject));
  const rows = used.map(({ assetId, relationship, ...part }) => ({
    id: `${contentId}.${assetId}.${relationship}`,
    contentId,
    assetId,
    relationship,
    crop: encoded('crop' in part ? part.crop : undefined),
    focal: encoded('focal' in part ? part.focal : undefined),
    tenantId,
    rev: 1,
    created_at: at,
    updated_at: at,
  }));
  await database.run(dialect.builder.insertInto('content_shown_files').values(rows).compile());
}
