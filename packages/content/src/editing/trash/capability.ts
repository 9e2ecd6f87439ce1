import { capability } from '../../record/capability.ts';
import { ContentTrash } from './content-trash.ts';
import { keepRemoved, sweepTrash } from './keep-removed.ts';

/** Keeps deleted drafts for a while, so that they can be restored. */
export const trash = capability({
  tables: [ContentTrash],
  beforeDelete: keepRemoved,
  sweeps: [(database) => sweepTrash(database)],
});
