import { InsufficientScopeError } from '../errors/insufficient-scope-error.ts';
import type { Call } from './call.ts';
import { includesScope, inOrder, type Scope } from './scopes.ts';

/**
 * Requires scopes of an agent; callers who are no agents have no scopes, and are limited by their role alone. `runOperation` requires what
 * follows from an operation; a hook requires what follows from the values that it saves.
 *
 * @throws InsufficientScopeError naming every scope that the agent then needs
 *
 * @example
 * if (content.status === 'published') requireScope(call, 'publish');
 */
export function requireScope({ caller: { agent } }: Pick<Call, 'caller'>, ...needed: readonly Scope[]): void {
  if (!agent || needed.every((scope) => includesScope(agent.scopes, scope))) return;
  throw new InsufficientScopeError(inOrder([...agent.scopes, ...needed]), inOrder(needed));
}
