import type { Scope } from './scopes.ts';

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
  /** The program through which the person acts; absent if they act themselves. It may do no more than they have allowed it. */
  readonly agent?: Agent | undefined;
}

/**
 * What a person wants to decide on before their agent does it: what has `destructive` consequences (it deletes, publishes, sends mail or
 * changes who may do what), everything that `writes`, or nothing.
 */
export const ASKS = ['destructive', 'writes', 'never'] as const;
export type Ask = (typeof ASKS)[number];

export function isAsk(value: unknown): value is Ask {
  return (ASKS as readonly unknown[]).includes(value);
}

/** A program that acts for a person, by a grant that they gave it. */
export interface Agent {
  readonly grantId: string;
  /** By which the program is known: the URL of its metadata document, or the id of its registration. */
  readonly clientId: string;
  /** What it calls itself. */
  readonly name: string;
  /** The host that vouches for it; null if it registered itself. */
  readonly verifiedHost: string | null;
  readonly scopes: readonly Scope[];
  /** The role that it has with the scope `admin`. Without that scope, the role of the caller is at most `editor`. */
  readonly role: Role;
  /** Before what the person is asked. */
  readonly ask: Ask;
}

/** The name of a caller for logs: of a person, and of the program through which they act. */
export function nameOfCaller({ name, agent }: Caller): string | null {
  return agent ? `${name ?? ''} through ${agent.name} (${agent.verifiedHost ?? 'not verified'})` : name;
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
