import type { AnyCollectionClass, CollectionOptions } from '@colophon/core';

const provided = new Set<AnyCollectionClass>();

/** Registers the collection of content; called once by the collection itself, which those that refer to it cannot import. */
export function provideContentTables(contents: AnyCollectionClass): void {
  provided.add(contents);
}

/** The options of a collection whose records belong to content, so that it can be created on its own: with the tables of content. */
export const besideContents: CollectionOptions = { requires: () => [...provided] };
