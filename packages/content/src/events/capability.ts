import { capability } from '../record/capability.ts';
import { recordRemoval, recordSave } from './content-changes.ts';
import { ContentEvents } from './content-event.ts';
import { numberEvents } from './number-events.ts';
import { pruneEvents } from './prune-events.ts';

/** Records events of content in the transaction of the change, for followers. */
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
