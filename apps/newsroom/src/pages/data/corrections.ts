import type { Database } from '@colophon/core';
import { isVisibleToReaders, readCorrectionsFeed } from '@colophon/content';
import { pieceAddress } from '../piece-address.ts';
import type { Reading } from '../reader-call.ts';
import type { Correction } from './article.ts';

/** A correction with its piece. */
export interface CorrectionOfPiece extends Correction {
  readonly title: string;
  /** Null if the piece itself has been withdrawn. */
  readonly address: string | null;
}

const CORRECTIONS = 100;

/** The latest corrections of all pieces, newest first. */
export async function readLatestCorrections(database: Database, reading: Reading): Promise<CorrectionOfPiece[]> {
  const { call } = reading;
  const entries = await readCorrectionsFeed(database, call, CORRECTIONS);
  return entries.map((each) => ({
    id: each.id,
    type: each.type,
    summary: each.summary,
    note: each.note,
    publishedAt: each.publishedAt,
    title: each.title,
    address: isVisibleToReaders({ status: each.contentStatus }, call.now())
      ? pieceAddress(database, { ...each, id: each.contentId, type: each.contentType }, reading)
      : null,
  }));
}
