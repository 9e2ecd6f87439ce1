import type { JsonObject } from '@colophon/core';

/** A draft as shown by a link. */
export interface Preview extends JsonObject {
  readonly id: string;
  readonly tenantId: string | null;
  readonly type: string;
  readonly title: string;
  readonly description: string | null;
  readonly body: string;
  readonly bodyFormat: 'markdown' | 'html';
  readonly language: string | null;
  readonly authors: string[];
  readonly category: string | null;
  readonly tags: string[];
  readonly status: string;
  readonly publish_date: string | null;
  readonly thumbnailAssetId: string | null;
  /** The address of the original, and the source. */
  readonly url: string | null;
  readonly source: string | null;
  /** All of them, as readers get them once the piece is published. */
  readonly metadata: JsonObject;
  readonly rev: number;
  /** Changes with everything that the link shows. */
  readonly state: string;
}
