import { type Call, type Database, UsageError } from '@colophon/core';
import type { ContentCollection, OpenContents } from './capability.ts';

let open: OpenContents | undefined;

/** Registers how content is opened; called once by the collection itself. */
export function provideContents(opens: OpenContents): void {
  open = opens;
}

/** Returns all content for a call, for methods of one record that use others. */
export function contentsOf(database: Database, call: Call): ContentCollection {
  if (!open) throw new UsageError('The collection of content was not loaded.');
  return open(database, call);
}
