import type { JsonObject } from '@colophon/core';

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
