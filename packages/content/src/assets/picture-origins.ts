import type { Database, JsonObject, Row } from '@colophon/core';
import { preparedQuery } from '../record/prepared-query.ts';
import type { PictureManifest } from './picture-provenance.ts';

/** The origin of an image that a piece uses, as stated by its file or its creator. */
export interface PictureOrigin {
  readonly assetId: string;
  readonly name: string;
  readonly relationship: string;
  /** Whether AI was involved in creating it; null if nobody has stated that. */
  readonly aiAssisted: boolean | null;
  readonly model: string | null;
  /**
   * The source of the statement: the manifest in its file, the application that generated it, or people, in `metadata.generation` of the
   * asset.
   */
  readonly toldBy: 'manifest' | 'application' | 'people' | null;
  /** The digital source types in its manifest, such as `digitalCapture`. */
  readonly digitalSourceTypes: readonly string[];
  /** Whether the image is as it was signed; null without a manifest. */
  readonly validation: PictureManifest['validation'] | null;
  /** The name in the certificate, which is not verified. */
  readonly signer: string | null;
}

const MAXIMUM = 200;

const USED = preparedQuery((builder, [contentId]) =>
  builder
    .selectFrom('content_assets as use')
    .innerJoin('assets as asset', 'asset.id', 'use.asset_id')
    .leftJoin('asset_provenances as known', 'known.assetId', 'asset.id')
    .select([
      'asset.id as id',
      'asset.name as name',
      'asset.metadata as metadata',
      'asset.digitalSourceType as digitalSourceType',
      'use.relationship as relationship',
      'known.manifest as manifest',
    ])
    .where('use.content_id', '=', contentId)
    .where('asset.mimeType', 'like', 'image/%')
    .orderBy('use.sort_order')
    .orderBy('use.id')
    .limit(MAXIMUM),
);

/** Returns the origins of the images that a piece uses, in order: one query. */
export async function readPictureOrigins(database: Database, contentId: string): Promise<PictureOrigin[]> {
  const rows = await database.all(USED(database.dialect, [contentId]));
  return rows.map((row) => originOf(row, database));
}

/** Returns the origin of an image from a row with the columns of the asset and its manifest. */
export function originOf(row: Row, { dialect }: Database): PictureOrigin {
  const decode = (value: unknown): unknown => (value === null || value === undefined ? null : dialect.decode('json', value));
  const manifest = decode(row['manifest']) as PictureManifest | null;
  return {
    assetId: String(row['id']),
    name: String(row['name']),
    relationship: String(row['relationship']),
    ...toldOf(manifest, decode(row['metadata']) as JsonObject | null, row['digitalSourceType']),
    digitalSourceTypes: [...new Set(manifest?.actions.flatMap(({ digitalSourceType: type }) => (type === null ? [] : [type])))],
    validation: manifest?.validation ?? null,
    signer: manifest?.signer?.name ?? manifest?.signer?.organization ?? null,
  };
}

/** A statement that AI was involved overrides one that it was not. */
function toldOf(
  manifest: PictureManifest | null,
  metadata: JsonObject | null,
  sourceType: unknown,
): Pick<PictureOrigin, 'aiAssisted' | 'model' | 'toldBy'> {
  const [drawn, said] = [memberOf(metadata, 'generated'), memberOf(metadata, 'generation')];
  const claims = [
    { toldBy: 'manifest', aiAssisted: manifest?.madeByAI ? manifest.madeByAI !== 'no' : null, model: agentOf(manifest) },
    { toldBy: 'application', aiAssisted: drawn ? drawn['aiAssisted'] === true : null, model: textOf(drawn?.['model']) },
    { toldBy: 'people', aiAssisted: booleanOf(said?.['aiAssisted']), model: textOf(said?.['model']) },
    { toldBy: 'people', aiAssisted: /TrainedAlgorithmic/i.test(textOf(sourceType) ?? '') ? true : null, model: null },
  ] as const;
  const told = claims.find(({ aiAssisted }) => aiAssisted === true) ?? claims.find(({ aiAssisted }) => aiAssisted === false);
  if (!told) return { aiAssisted: null, model: null, toldBy: null };
  return { ...told, model: told.aiAssisted === true ? told.model : null };
}

function agentOf(manifest: PictureManifest | null): string | null {
  const byAI = manifest?.actions.find(({ digitalSourceType }) => /TrainedAlgorithmic/i.test(digitalSourceType ?? ''));
  return byAI?.softwareAgent ?? null;
}

function memberOf(values: JsonObject | null, name: string): JsonObject | undefined {
  const value = values && Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 200) : null;
}

function booleanOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
