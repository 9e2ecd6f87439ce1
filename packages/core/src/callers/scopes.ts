/** What an agent may be allowed to do for a person, from least to most consequential. */
export const SCOPES = ['read', 'write', 'publish', 'delete', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a scope contains besides itself. */
const CONTAINED: Readonly<Record<Scope, readonly Scope[]>> = {
  read: [],
  write: ['read'],
  publish: [],
  delete: ['write', 'read'],
  admin: [],
};

/** Returns whether the granted scopes contain a scope. */
export function includesScope(granted: readonly Scope[], needed: Scope): boolean {
  return granted.some((scope) => scope === needed || CONTAINED[scope].includes(needed));
}

/** The scopes, each once and in their order. */
export function inOrder(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}
