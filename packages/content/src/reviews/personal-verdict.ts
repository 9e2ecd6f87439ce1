import { type Call, ForbiddenError, ValidationError } from '@colophon/core';
import type { PolicyDefinition } from '../governance/definitions.ts';
import { requireEditor } from '../record/staff-access.ts';
import type { ReviewInput } from './review-input.ts';
import type { Verdict } from './run-review.ts';

/**
 * The verdict of the person who calls. A program with a token is nobody who could answer for a piece, and neither is the
 * application itself.
 *
 * @throws ForbiddenError when the caller is not a person, or has less than the role editor
 * @throws ValidationError when the policy takes no verdict of a person
 */
export function personalVerdict(policy: PolicyDefinition, { status, summary, findings }: ReviewInput, call: Call): Verdict {
  const { caller } = call;
  if (policy.kind === 'rule' || (policy.kind !== 'human' && !policy.humanVerdict)) {
    const detail = `cannot be given by a person: the policy ${policy.key} is judged by ${policy.kind === 'rule' ? 'its checks' : 'its own reviewer'}`;
    throw ValidationError.of([{ pointer: '/status', code: 'not_allowed', detail }]);
  }
  if (caller.kind !== 'user' || caller.id === null)
    throw new ForbiddenError('A verdict is given by a person who is signed in.', { hint: 'Sign in; an API token speaks for no person.' });
  requireEditor(call, 'Giving a verdict');
  return {
    status: status ?? 'flagged',
    summary: summary ?? '',
    findings: findings ?? [],
    reviewer: caller.name ?? caller.id,
    reviewerId: caller.id,
  };
}
