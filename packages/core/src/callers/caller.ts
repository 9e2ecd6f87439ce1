/** The roles of a person or program in a tenant, from least to most privileged. */
export const ROLES = ['viewer', 'contributor', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who is calling. Surfaces resolve the caller, operations check it, and the audit log records it. `system` is the application itself (a
 * local command, a scheduler) and may do everything.
 */
export interface Caller {
  readonly kind: 'anonymous' | 'user' | 'token' | 'system';
  /** The user or token; null for anonymous and system. */
  readonly id: string | null;
  readonly name: string | null;
  /** The tenant that the caller acts in; null means global rows. */
  readonly tenantId: string | null;
  readonly role: Role | null;
}

export const SYSTEM: Caller = { kind: 'system', id: null, name: null, tenantId: null, role: null };

/** A caller who is not signed in; the tenant comes from the host name or `X-Tenant`. */
export function anonymous(tenantId: string | null = null): Caller {
  return { kind: 'anonymous', id: null, name: null, tenantId, role: null };
}

/** Returns whether the caller has at least this role; the system always does. */
export function hasRole(caller: Caller, least: Role): boolean {
  if (caller.kind === 'system') return true;
  return caller.role !== null && ROLES.indexOf(caller.role) >= ROLES.indexOf(least);
}

export function isRole(value: unknown): value is Role {
  return (ROLES as readonly unknown[]).includes(value);
}
