import type { Call, Database } from '@colophon/core';
import { StoredTags } from './stored-tag.ts';
import type { TagRecord } from './tag-record.ts';

const AT_ONCE = 500;

/** Returns those of some tags, as they are stored, that a call can read, in their order. */
export async function readableAmong<T extends Pick<TagRecord, 'slug'>>(database: Database, call: Call, tags: readonly T[]): Promise<T[]> {
  if (call.caller.kind === 'system') return [...tags];
  const readable = new Set<unknown>();
  const stored = new StoredTags(database, call);
  for (let start = 0; start < tags.length; start += AT_ONCE) {
    const slugs = tags.slice(start, start + AT_ONCE).map(({ slug }) => slug);
    for (const { slug } of await stored.list({ where: { slug: { in: slugs } }, limit: AT_ONCE })) readable.add(slug);
  }
  return tags.filter(({ slug }) => readable.has(slug));
}
