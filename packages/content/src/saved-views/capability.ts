import { capability } from '../record/capability.ts';
import { ContentSavedViews } from './content-saved-view.ts';

/** A list of content is kept under a name. */
export const savedViews = capability({ tables: [ContentSavedViews] });
