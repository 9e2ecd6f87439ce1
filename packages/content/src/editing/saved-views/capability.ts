import { capability } from '../../record/capability.ts';
import { ContentSavedViews } from './content-saved-view.ts';

/** Stores content lists under a name. */
export const savedViews = capability({ tables: [ContentSavedViews] });
