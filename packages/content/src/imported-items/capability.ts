import { capability } from '../record/capability.ts';
import { ImportedItems } from './imported-item.ts';

/** Content stores which items of other systems it was imported from. */
export const importedItems = capability({ stores: [ImportedItems] });
