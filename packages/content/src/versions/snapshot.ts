import type { Database, JsonObject, JsonValue } from '@colophon/core';
import { contentFields } from '../content/content-fields.ts';
import type { AuthoredField, ContentRecord } from '../governance/content-record.ts';

/** A reference as a snapshot keeps it; a null pin is a reference that was not pinned. */
export interface SnapshotReference extends JsonObject {
  readonly targetId: string;
  readonly targetVersion: number | null;
}

export interface SnapshotFact extends JsonObject {
  readonly factId: string;
  readonly relationship: string;
}

export interface SnapshotAsset extends JsonObject {
  readonly assetId: string;
  readonly relationship: string;
  readonly sort_order: number;
}

/** Everything of a record that people wrote, at one moment. */
export interface Snapshot extends JsonObject {
  readonly fields: { readonly [Name in AuthoredField]?: JsonValue };
  readonly references: readonly SnapshotReference[];
  readonly facts: readonly SnapshotFact[];
  readonly assets: readonly SnapshotAsset[];
}

/** The names of the authored fields. */
export const AUTHORED_FIELDS = Object.entries(contentFields).flatMap(([name, field]) =>
  field.private ? [] : [name as AuthoredField],
) as readonly AuthoredField[];

/** Takes a snapshot of a record as the instance holds it, and of what is linked to it in the database. */
export async function takeSnapshot(content: ContentRecord, database: Database): Promise<Snapshot> {
  const { builder } = database.dialect;
  const references = builder
    .selectFrom('content_references')
    .select(['target_id', 'targetVersion'])
    .where('source_id', '=', content.id)
    .orderBy('target_id');
  const facts = builder
    .selectFrom('fact_links')
    .select(['factId', 'relationship'])
    .where('contentId', '=', content.id)
    .orderBy('factId')
    .orderBy('relationship');
  const assets = builder
    .selectFrom('content_assets')
    .select(['asset_id', 'relationship', 'sort_order'])
    .where('content_id', '=', content.id)
    .orderBy('sort_order')
    .orderBy('asset_id');
  return {
    fields: authoredValues(content),
    references: (await database.all(references.compile())).map((row) => ({
      targetId: String(row['target_id']),
      targetVersion: row['targetVersion'] === null ? null : Number(row['targetVersion']),
    })),
    facts: (await database.all(facts.compile())).map((row) => ({
      factId: String(row['factId']),
      relationship: String(row['relationship']),
    })),
    assets: (await database.all(assets.compile())).map((row) => ({
      assetId: String(row['asset_id']),
      relationship: String(row['relationship']),
      sort_order: Number(row['sort_order']),
    })),
  };
}

/** The authored fields of a record, copied. */
export function authoredValues(content: ContentRecord): { [Name in AuthoredField]?: JsonValue } {
  return Object.fromEntries(
    AUTHORED_FIELDS.map((name) => [name, structuredClone((content as unknown as Record<string, JsonValue>)[name] ?? null)]),
  ) as { [Name in AuthoredField]?: JsonValue };
}
