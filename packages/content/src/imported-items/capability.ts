import { capability } from '../record/capability.ts';
import { ImportedItems } from './imported-item.ts';

/** Content remembers the items of other systems that it was imported from. */
export const importedItems = capability({ stores: [ImportedItems] });
