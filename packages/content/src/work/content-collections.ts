import type { AnyCollectionClass } from '@colophon/core';
import { Articles, ContentDocuments, Contents, GOVERNED_COLLECTIONS, Mirrors } from '../content/contents.ts';
import { CONTRIBUTION_COLLECTIONS } from '../contributions/contribution-collections.ts';

/** Everything around content that is stored and offered: what an application lists to have all of it. */
export const CONTENT_COLLECTIONS: readonly AnyCollectionClass[] = [
  Contents,
  Articles,
  ContentDocuments,
  Mirrors,
  ...GOVERNED_COLLECTIONS,
  ...CONTRIBUTION_COLLECTIONS,
];
