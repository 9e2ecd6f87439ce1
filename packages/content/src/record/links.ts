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
}
