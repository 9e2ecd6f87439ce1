import { port } from '@colophon/core';

/** How drafts are kept. */
export interface DraftSettings {
  /** Megabytes of documents that a process keeps in memory: only a cache. */
  readonly cacheMegabytes: number;
  /** After so many hours without a writer a draft that equals its record is deleted; any other begins anew, without its history. */
  readonly keepHours: number;
}

export const drafts = port<DraftSettings>('drafts', { cacheMegabytes: 64, keepHours: 24 });
