import { ConflictError } from '@colophon/core';
import type { ContributionStatus, IntakeDecision } from './enumerations.ts';

/** What people do with a contribution, as addresses and answers spell it. */
export const CONTRIBUTION_ACTIONS = ['revise', 'request-changes', 'approve', 'promote', 'reject', 'withdraw'] as const;
export type ContributionAction = (typeof CONTRIBUTION_ACTIONS)[number];

/** From where each action leads on. What is not here is refused, but for what was done already. */
const FROM: Readonly<Record<ContributionAction, readonly ContributionStatus[]>> = {
  revise: ['submitted', 'quarantined', 'needs_changes'],
  'request-changes': ['submitted', 'quarantined', 'needs_changes', 'approved'],
  approve: ['submitted', 'quarantined', 'needs_changes'],
  promote: ['approved'],
  reject: ['submitted', 'quarantined', 'needs_changes', 'approved', 'withdrawn'],
  withdraw: ['submitted', 'quarantined', 'needs_changes', 'approved', 'rejected'],
};

/** Where an action has been carried out already: the same answer is given again, and nothing is written. */
const DONE: Readonly<Partial<Record<ContributionAction, ContributionStatus>>> = {
  approve: 'promoted',
  promote: 'promoted',
  reject: 'rejected',
  withdraw: 'withdrawn',
};

/** The actions that lead on from a status, in the order in which they are listed. */
export function allowedActions(status: ContributionStatus): ContributionAction[] {
  return CONTRIBUTION_ACTIONS.filter((action) => FROM[action].includes(status));
}

/**
 * Whether an action is to be carried out, or was already.
 *
 * @throws ConflictError `contribution_state` with `state` and `allowedActions`
 */
export function judgeAction(action: ContributionAction, status: ContributionStatus): 'go' | 'done' {
  if (FROM[action].includes(status)) return 'go';
  if (DONE[action] === status) return 'done';
  const allowed = allowedActions(status);
  throw new ConflictError(`A contribution that is ${status} takes no ${action}.`, {
    code: 'contribution_state',
    extensions: { state: status, allowedActions: allowed },
    hint: allowed.length === 0 ? 'Nothing more is done with it; a new contribution can be sent.' : `It takes: ${allowed.join(', ')}.`,
  });
}

/** Where a new contribution begins. */
export const FIRST_STATUS: Readonly<Record<IntakeDecision, ContributionStatus>> = {
  accept: 'submitted',
  quarantine: 'quarantined',
  reject: 'rejected',
};

/** Where a contribution stands after a revision: what was held back is released by a person alone. */
export function statusAfterRevision(status: ContributionStatus, decision: IntakeDecision): ContributionStatus {
  if (decision !== 'accept') return FIRST_STATUS[decision];
  return status === 'needs_changes' ? 'submitted' : status;
}
