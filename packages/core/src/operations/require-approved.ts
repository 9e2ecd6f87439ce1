import type { Call } from '../callers/call.ts';
import { requireApproval } from '../callers/require-approval.ts';
import type { Operation } from './operation.ts';

/**
 * Requires that the person of an agent has approved an operation with consequences, as far as they follow from the operation itself. It is the
 * last check before anything is done: nobody is asked about a call that would be refused.
 *
 * @throws ApprovalRequiredError
 */
export function requireApproved({ effects, access, needsApproval }: Operation, call: Call): void {
  if (effects === 'read') return;
  const isDestructive = effects === 'destructive' || access === 'admin' || needsApproval;
  requireApproval(call, isDestructive ? 'destructive' : 'writes');
}
