import type { AnyCollectionClass } from '@colophon/core';
import { Articles, ContentDocuments, Contents, GOVERNED_COLLECTIONS, Mirrors } from '../content/contents.ts';
import { CONTRIBUTION_COLLECTIONS } from '../contributions/contribution-collections.ts';

/** All collections of content that are stored and exposed, for an application's operation table. */
export const CONTENT_COLLECTIONS: readonly AnyCollectionClass[] = [
  Contents,
  Articles,
  ContentDocuments,
  Mirrors,
  ...GOVERNED_COLLECTIONS,
  ...CONTRIBUTION_COLLECTIONS,
];
