import { type ContentCorrectionType, readLatestCorrections } from '@colophon/content';
import type { Database } from '@colophon/core';
import { addressOfRow } from '../piece-address.ts';
import type { Reading } from '../reader-call.ts';

/** A piece as lists show it. */
export interface Summary {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly publish_date: string | null;
  readonly address: string;
  readonly thumbnail: Picture | null;
  readonly latestCorrection: ContentCorrectionType | null;
}

/** A picture of this application, or of another site. */
export interface Picture {
  readonly src: string;
  readonly alt: string;
}

type Row = Readonly<Record<string, unknown>>;

/** The value of a column if it is text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The fields needed for a summary. */
export const SUMMARY_FIELDS = [
  'id',
  'type',
  'title',
  'description',
  'authors',
  'language',
  'publish_date',
  'created_at',
  'slug',
  'context',
  'tenantId',
  'thumbnailAssetId',
] as const;

/** The summaries of pieces that were read with `SUMMARY_FIELDS`, in their order. */
export async function summariesOf(database: Database, rows: readonly Row[], reading: Reading): Promise<Summary[]> {
  const ids = rows.map((row) => String(row['id']));
  const [corrections, pictures] = [
    await readLatestCorrections(database, ids),
    await picturesOf(
      database,
      rows.flatMap(({ thumbnailAssetId: id }) => (typeof id === 'string' ? [id] : [])),
    ),
  ];
  return rows.map((row) => {
    const id = String(row['id']);
    return {
      id,
      title: String(row['title']),
      description: (row['description'] as string | null | undefined) ?? null,
      authors: (row['authors'] as string[] | undefined) ?? [],
      language: (row['language'] as string | null | undefined) ?? null,
      publish_date: (row['publish_date'] as string | null) ?? String(row['created_at']),
      address: addressOfRow(row, reading),
      thumbnail: pictures.get(String(row['thumbnailAssetId'])) ?? null,
      latestCorrection: corrections.get(id) ?? null,
    };
  });
}

/** The pictures of assets: the application's own by their path, others by their original address. */
export async function picturesOf(database: Database, ids: readonly string[]): Promise<Map<string, Picture>> {
  if (ids.length === 0) return new Map();
  const query = database.dialect.builder
    .selectFrom('assets')
    .select(['id', 'altText', 'description', 'mimeType', 'fileKey', 'url'])
    .where('id', 'in', [...new Set(ids)]);
  const rows = await database.all({ ...query.compile(), repeatable: true });
  return new Map(
    rows.flatMap((row): [string, Picture][] => {
      const isPicture = /^image\/(?:png|jpe?g|gif|webp|avif)$/i.test(textOf(row['mimeType']));
      const id = String(row['id']);
      const stored = (row['fileKey'] ?? null) !== null;
      const src = stored ? `/api/v1/assets/${encodeURIComponent(id)}/file` : ((row['url'] as string | null) ?? '');
      if (src === '' || (stored && !isPicture)) return [];
      return [[id, { src, alt: textOf(row['altText'] ?? row['description']) }]];
    }),
  );
}
