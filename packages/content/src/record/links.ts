import type { JsonObject } from '@colophon/core';

/** A reference in a snapshot; a null pin means that the reference is not pinned. */
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
  /** What the record tells and shows of it; absent if it shows the whole picture without a word, or where it is not known. */
  readonly caption?: string | null;
  readonly crop?: PictureCrop | null;
  readonly focal?: PictureFocal | null;
}

export interface PictureCrop extends JsonObject {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PictureFocal extends JsonObject {
  readonly x: number;
  readonly y: number;
}
