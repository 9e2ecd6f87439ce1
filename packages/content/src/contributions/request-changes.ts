import type { Call } from '@colophon/core';
import { addNote, LONGEST_NOTES } from './record/add-note.ts';
import type { ContributionRecord, ContributionValues } from './record/contribution-record.ts';
import type { RequestChangesInput } from './intake/inputs.ts';
import { tellOfContribution } from './record/tell-of-contribution.ts';

/** Requests changes from the contributor. @throws ConflictError `contribution_state` */
export function requestChanges<C extends ContributionRecord>(contribution: C, { editorNote }: RequestChangesInput, call: Call): Promise<C> {
  return contribution.act('request-changes', call, async (fresh) => {
    // A second request before the contributor has answered is added to the first; an answered one is replaced.
    const earlier = fresh.status === 'needs_changes' && fresh.requestedChanges !== null ? `${fresh.requestedChanges}\n\n` : '';
    // If both do not fit, the beginning of the earlier one is cut.
    const requestedChanges = `${earlier}${editorNote}`.slice(-LONGEST_NOTES).toWellFormed();
    await fresh.move({
      ...addNote(fresh, editorNote),
      requestedChanges,
      status: 'needs_changes',
      ...decided(call, 'requestedChangesAt'),
    });
    await tellOfContribution(fresh.database, call, fresh, 'contribution.changes_requested');
  });
}

/** The fields that record who decided, and when. */
export function decided(call: Call, at: 'rejectedAt' | 'requestedChangesAt'): Partial<ContributionValues> {
  return { [at]: call.now().toISOString(), decidedBy: call.caller.name };
}
