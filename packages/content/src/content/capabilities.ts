import { assets } from '../assets/capability.ts';
import { autosave } from '../editing/autosave/capability.ts';
import { bulkChanges } from '../editing/bulk-changes/capability.ts';
import { chat } from '../chat/capability.ts';
import { comments } from '../comments/capability.ts';
import { corrections } from '../corrections/capability.ts';
import { drafts } from '../drafts/capability.ts';
import { duplicates } from '../editing/duplicates/capability.ts';
import { editions } from '../editions/capability.ts';
import { credentials } from '../credentials/capability.ts';
import { events } from '../events/capability.ts';
import { facts } from '../facts/capability.ts';
import { governance } from '../governance/capability.ts';
import { importedItems } from '../imported-items/capability.ts';
import { markdownFiles } from '../markdown-files/capability.ts';
import { mirrors } from '../mirror/capability.ts';
import { previews } from '../previews/capability.ts';
import { publishing } from '../publishing/capability.ts';
import { references } from '../references/capability.ts';
import { reviews } from '../reviews/capability.ts';
import { search } from '../search/capability.ts';
import { savedViews } from '../editing/saved-views/capability.ts';
import { scheduling } from '../editing/scheduling/capability.ts';
import { staffView } from '../editing/staff-view/capability.ts';
import { thumbnails } from '../thumbnails/capability.ts';
import { transparency } from '../transparency/capability.ts';
import { translations } from '../translations/capability.ts';
import { trash } from '../editing/trash/capability.ts';
import { versions } from '../versions/capability.ts';

/**
 * The capabilities of content, in the order in which their hooks run: publishing after everything that may change the record, because its
 * gate checks the result, and events last. One line adds a capability.
 */
export const CAPABILITIES = [
  staffView,
  versions,
  reviews,
  corrections,
  scheduling,
  references,
  facts,
  assets,
  thumbnails,
  mirrors,
  chat,
  duplicates,
  bulkChanges,
  comments,
  autosave,
  drafts,
  trash,
  translations,
  previews,
  savedViews,
  search,
  governance,
  transparency,
  markdownFiles,
  importedItems,
  editions,
  publishing,
  credentials,
  events,
] as const;
