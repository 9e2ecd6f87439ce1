import { capability } from '../record/capability.ts';
import { recordRemoval, recordSave } from './content-changes.ts';
import { ContentEvents } from './content-event.ts';
import { numberEvents } from './number-events.ts';
import { pruneEvents } from './prune-events.ts';

/** What happens to content is written down in the transaction in which it happens, for whoever is to be told of it. */
export const events = capability({
  stores: [ContentEvents],
  afterSave: recordSave,
  afterDelete: recordRemoval,
  loops: [{ every: 1000, run: numberEvents }],
  sweeps: [
    async (database, { keepEventsDays, eventsReadUpTo }) =>
      pruneEvents(database, keepEventsDays, undefined, await eventsReadUpTo?.(database)),
  ],
});
