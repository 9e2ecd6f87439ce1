import { describe, expect, it } from 'vitest';
import { CONTRIBUTION_STATUSES, type ContributionStatus } from './enumerations.ts';
import { allowedActions, CONTRIBUTION_ACTIONS, type ContributionAction, judgeAction, statusAfterRevision } from './states.ts';

/** Each cell of the table: what leads on (go), what was done already (done), and what is refused (no). */
const TABLE: Readonly<Record<ContributionStatus, readonly ('go' | 'done' | 'no')[]>> = {
  // revise, request-changes, approve, promote, reject, withdraw
  submitted: ['go', 'go', 'go', 'no', 'go', 'go'],
  quarantined: ['go', 'go', 'go', 'no', 'go', 'go'],
  needs_changes: ['go', 'go', 'go', 'no', 'go', 'go'],
  approved: ['no', 'go', 'no', 'go', 'go', 'go'],
  promoted: ['no', 'no', 'done', 'done', 'no', 'no'],
  rejected: ['no', 'no', 'no', 'no', 'done', 'go'],
  withdrawn: ['no', 'no', 'no', 'no', 'go', 'done'],
};
const verdict = (action: ContributionAction, status: ContributionStatus): string => {
  try {
    return judgeAction(action, status);
  } catch (error) {
    expect(error).toMatchObject({
      status: 409,
      code: 'contribution_state',
      extensions: { state: status, allowedActions: allowedActions(status) },
    });
    return 'no';
  }
};

describe('the states of a contribution', () => {
  it.each(CONTRIBUTION_STATUSES)('let %s lead on as the table says, and no other way', (status) => {
    expect(CONTRIBUTION_ACTIONS.map((action) => verdict(action, status))).toEqual(TABLE[status]);
    expect(allowedActions(status)).toEqual(CONTRIBUTION_ACTIONS.filter((_, index) => TABLE[status][index] === 'go'));
  });

  it('let a revision submit what needed changes, and release nothing that was held back', () => {
    const after = (status: ContributionStatus) =>
      (['accept', 'quarantine', 'reject'] as const).map((decision) => statusAfterRevision(status, decision));
    expect(after('needs_changes')).toEqual(['submitted', 'quarantined', 'rejected']);
    expect(after('submitted')).toEqual(['submitted', 'quarantined', 'rejected']);
    expect(after('quarantined')).toEqual(['quarantined', 'quarantined', 'rejected']);
  });
});
