import { capability } from '../record/capability.ts';
import { ContentTrash } from './content-trash.ts';
import { keepRemoved, sweepTrash } from './keep-removed.ts';

/** A draft that is removed can be restored for a while. */
export const trash = capability({
  tables: [ContentTrash],
  beforeDelete: keepRemoved,
  sweeps: [(database) => sweepTrash(database)],
});
