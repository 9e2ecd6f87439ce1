import { capability } from '../record/capability.ts';
import { presentEditions } from './present-editions.ts';
import { ContentEditions } from './record/content-edition.ts';
import { PendingChanges } from './record/pending-change.ts';
import { ShownFiles } from './record/shown-file.ts';

/** What readers get of a piece is its edition, frozen when it was published. */
export const editions = capability({
  stores: [ContentEditions, ShownFiles, PendingChanges],
  replaces: { tags: ['tagsAsPublished'] },
  presence: { hasPendingChanges: { table: 'content_pending_changes', column: 'contentId' } },
  present: presentEditions,
});
