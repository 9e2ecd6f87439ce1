import type { AnyCollectionClass } from '@colophon/core';
import { Articles, ContentDocuments, Contents, Mirrors } from '../content/contents.ts';
import { EVERY_CAPABILITY } from './every-capability.ts';

/** All collections of content that are stored and exposed, for an application's operation table. */
export const CONTENT_COLLECTIONS: readonly AnyCollectionClass[] = [
  Contents,
  Articles,
  ContentDocuments,
  Mirrors,
  ...EVERY_CAPABILITY.flatMap(({ tables = [] }) => tables),
];
