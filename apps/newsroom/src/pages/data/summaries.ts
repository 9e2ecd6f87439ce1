import { type ContentCorrectionType, readLatestCorrections, shownToReaders } from '@colophon/content';
import type { Database } from '@colophon/core';
import { addressOfRow } from '../piece-address.ts';
import type { Reading } from '../reader-call.ts';
import { type Picture, picturesOf, thumbnailIn } from './pictures.ts';

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
  const corrections = await readLatestCorrections(database, ids);
  const illustrated = rows.filter(({ thumbnailAssetId }) => typeof thumbnailAssetId === 'string');
  const shown = await shownToReaders(
    database,
    illustrated.map(({ id, tenantId }) => ({ id: String(id), tenantId: tenantId as string | null, tags: [] })),
    reading.call.now(),
  );
  const thumbnails = new Map(
    illustrated.flatMap(({ id, thumbnailAssetId }) =>
      thumbnailIn(shown.get(String(id)), thumbnailAssetId).map((each) => [String(id), each] as const),
    ),
  );
  const pictures = await picturesOf(database, [...thumbnails.values()]);
  return rows.map((row) => {
    const id = String(row['id']);
    const thumbnail = thumbnails.get(id);
    return {
      id,
      title: String(row['title']),
      description: (row['description'] as string | null | undefined) ?? null,
      authors: (row['authors'] as string[] | undefined) ?? [],
      language: (row['language'] as string | null | undefined) ?? null,
      publish_date: (row['publish_date'] as string | null) ?? String(row['created_at']),
      address: addressOfRow(database, row, reading),
      thumbnail: (thumbnail && pictures.get(thumbnail)) ?? null,
      latestCorrection: corrections.get(id) ?? null,
    };
  });
}
