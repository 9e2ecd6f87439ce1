import { type Call, ForbiddenError, ValidationError } from '@colophon/core';
import type { PolicyDefinition } from '../governance/definitions.ts';
import { requireEditor } from '../record/staff-access.ts';
import type { ReviewInput } from './review-input.ts';
import type { Verdict } from './verdict.ts';

/**
 * Returns the caller's verdict. A program with a token cannot be responsible for a piece, and neither can the application itself.
 *
 * @throws ForbiddenError if the caller is not a person, or does not have the role editor
 * @throws ValidationError if the policy does not accept a person's verdict
 */
export function personalVerdict(policy: PolicyDefinition, { status, summary, findings }: ReviewInput, call: Call): Verdict {
  const { caller } = call;
  if (policy.kind === 'rule' || (policy.kind !== 'human' && !policy.humanVerdict)) {
    const detail = `cannot be given by a person: the policy ${policy.key} is judged by ${policy.kind === 'rule' ? 'its checks' : 'its own reviewer'}`;
    throw ValidationError.of([{ pointer: '/status', code: 'not_allowed', detail }]);
  }
  if (caller.kind !== 'user' || caller.id === null || caller.agent)
    throw new ForbiddenError('Only a signed-in person can give a verdict.', { hint: 'Sign in; an API token or an agent is not a person.' });
  requireEditor(call, 'Giving a verdict');
  return {
    status: status ?? 'flagged',
    summary: summary ?? '',
    findings: findings ?? [],
    reviewer: caller.name ?? caller.id,
    reviewerId: caller.id,
  };
}
