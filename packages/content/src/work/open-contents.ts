import type { ContentCollection, OpenContents } from '../record/capability.ts';
import { Contents } from '../content/contents.ts';

/** How the capabilities come by all content. */
export const openContents: OpenContents = (database, call) => new Contents(database, call) as unknown as ContentCollection;
