import { ConflictError } from '@colophon/core';
import type { ContributionStatus, IntakeDecision } from './enumerations.ts';

/** The actions on contributions, as spelled in URLs and responses. */
export const CONTRIBUTION_ACTIONS = ['revise', 'request-changes', 'approve', 'promote', 'reject', 'withdraw'] as const;
export type ContributionAction = (typeof CONTRIBUTION_ACTIONS)[number];

/** The transitions of each action. Any other is refused, unless the action was carried out already. */
const FROM: Readonly<Record<ContributionAction, readonly ContributionStatus[]>> = {
  revise: ['submitted', 'quarantined', 'needs_changes'],
  'request-changes': ['submitted', 'quarantined', 'needs_changes', 'approved'],
  approve: ['submitted', 'quarantined', 'needs_changes'],
  promote: ['approved'],
  reject: ['submitted', 'quarantined', 'needs_changes', 'approved', 'withdrawn'],
  withdraw: ['submitted', 'quarantined', 'needs_changes', 'approved', 'rejected'],
};

/** States in which an action has been carried out already: the same result is returned, and nothing is written. */
const DONE: Readonly<Partial<Record<ContributionAction, ContributionStatus>>> = {
  approve: 'promoted',
  promote: 'promoted',
  reject: 'rejected',
  withdraw: 'withdrawn',
};

/** Returns the actions that are allowed in a status, in listing order. */
export function allowedActions(status: ContributionStatus): ContributionAction[] {
  return CONTRIBUTION_ACTIONS.filter((action) => FROM[action].includes(status));
}

/**
 * Returns whether an action is to be carried out, or was carried out already.
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
    hint: allowed.length === 0 ? 'No further action is possible; submit a new contribution.' : `It takes: ${allowed.join(', ')}.`,
  });
}

/** Returns the first status of a contribution. */
export const FIRST_STATUS: Readonly<Record<IntakeDecision, ContributionStatus>> = {
  accept: 'submitted',
  quarantine: 'quarantined',
  reject: 'rejected',
};

/** Returns the status after a revision: only a person releases a quarantined contribution. */
export function statusAfterRevision(status: ContributionStatus, decision: IntakeDecision): ContributionStatus {
  if (decision !== 'accept') return FIRST_STATUS[decision];
  return status === 'needs_changes' ? 'submitted' : status;
}
