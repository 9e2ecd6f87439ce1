import type { ContentCollection, OpenContents } from '../record/capability.ts';
import { Contents } from '../content/contents.ts';

/** Opens all content for the capabilities. */
export const openContents: OpenContents = (database, call) => new Contents(database, call) as unknown as ContentCollection;
