import { type Call, type Database, UsageError } from '@colophon/core';
import type { ContentCollection, OpenContents } from './capability.ts';

let open: OpenContents | undefined;

/** Says how all content is opened; the collection itself does, once. */
export function provideContents(opens: OpenContents): void {
  open = opens;
}

/** All content as a call sees it, for what a method of one record does with others. */
export function contentsOf(database: Database, call: Call): ContentCollection {
  if (!open) throw new UsageError('Content is opened by its collection, which was not loaded.');
  return open(database, call);
}
