import type { ContentRecord } from '../state/records.ts';
import type { DraftStorage } from '../state/editor/local-draft.ts';

/** Returns a record as a server does, with the given changes. */
export function contentRecord(changes: Partial<ContentRecord>): ContentRecord {
  return {
    id: '1',
    rev: 1,
    created_at: '2026-05-01T08:00:00.000Z',
    updated_at: '2026-05-01T08:00:00.000Z',
    tenantId: null,
    type: 'article',
    variant: null,
    title: 'A',
    description: null,
    body: '',
    bodyFormat: 'markdown',
    slug: 'a',
    context: '',
    status: 'draft',
    state: 'active',
    category: null,
    tags: ['x'],
    authors: ['Ada'],
    language: null,
    url: null,
    source: null,
    publish_date: null,
    publishAt: null,
    unpublishAt: null,
    metadata: {},
    thumbnailAssetId: null,
    references: [],
    ...changes,
  };
}

/** Creates a storage in memory. */
export class MemoryStorage implements DraftStorage {
  readonly #values = new Map<string, string>();

  get length(): number {
    return this.#values.size;
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }

  removeItem(key: string): void {
    this.#values.delete(key);
  }
}
