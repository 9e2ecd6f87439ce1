import { InsufficientScopeError } from '../errors/insufficient-scope-error.ts';
import type { Call } from './call.ts';
import { requireApproval } from './require-approval.ts';
import { includesScope, inOrder, type Scope } from './scopes.ts';

/**
 * Requires scopes of an agent, and for publishing and deleting the approval of its person if they want to be asked; callers who are no agents
 * have no scopes, and are limited by their role alone. `runOperation` requires what follows from an operation; a hook requires what follows
 * from the values that it saves.
 *
 * @throws InsufficientScopeError naming every scope that the agent then needs
 * @throws ApprovalRequiredError if it has them, and the person has not approved the call
 *
 * @example
 * if (content.status === 'published') requireScope(call, 'publish');
 */
export function requireScope(call: Pick<Call, 'approvalId' | 'caller'>, ...needed: readonly Scope[]): void {
  requireGranted(call, ...needed);
  if (needed.includes('publish') || needed.includes('delete')) requireApproval(call, 'destructive');
}

/** Requires scopes of an agent, and no approval. @throws InsufficientScopeError */
export function requireGranted({ caller: { agent } }: Pick<Call, 'caller'>, ...needed: readonly Scope[]): void {
  if (!agent || needed.every((scope) => includesScope(agent.scopes, scope))) return;
  throw new InsufficientScopeError(inOrder([...agent.scopes, ...needed]), inOrder(needed));
}
