/** A correction as it is signed, without its number. */
export interface CorrectionStatement {
  readonly id: string;
  readonly type: string;
  readonly summary: string;
  readonly note: string | null;
  readonly publishedAt: string;
}

/** Returns what the digest of a correction's edition covers: the correction, and the text that it was issued for. */
export function correctionEvidence({ id, type, summary, note, publishedAt }: CorrectionStatement, textDigest: string): object {
  return { id, type, summary, note, publishedAt, textDigest };
}
