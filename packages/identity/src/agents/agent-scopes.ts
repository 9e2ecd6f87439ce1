import { inOrder, type Scope, SCOPES } from '@colophon/core';

/** The scopes of agents: those of operations, and staying connected while the person is away. */
export const AGENT_SCOPES = [...SCOPES, 'offline_access'] as const;
export type AgentScope = (typeof AGENT_SCOPES)[number];

/** Scopes for which the person must just have signed in. */
const CONSEQUENTIAL: ReadonlySet<string> = new Set<AgentScope>(['publish', 'delete', 'admin']);

/** Whether somebody at a browser that was left open must not give one of these scopes. */
export function needsFreshSignIn(scopes: readonly string[]): boolean {
  return scopes.some((scope) => CONSEQUENTIAL.has(scope));
}

/** The known ones among some words, each once and in their order, with `read`, which every agent has. Unknown ones are ignored. */
export function agentScopes(words: readonly string[]): AgentScope[] {
  return AGENT_SCOPES.filter((scope) => scope === 'read' || words.includes(scope));
}

/** The scopes of operations among those of a grant. */
export function operationScopes(scopes: readonly string[]): Scope[] {
  return inOrder(SCOPES.filter((scope) => scopes.includes(scope)));
}
