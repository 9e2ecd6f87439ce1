import type { Database, Role } from '@colophon/core';

const demanded = new WeakMap<Database, readonly Role[]>();

/** Remembers the roles that need a second factor in every tenant, by a setting of the application. */
export function rememberDemandedRoles(database: Database, roles: readonly Role[]): void {
  demanded.set(database, roles);
}

/** The roles that need a second factor in every tenant, whatever its own rules say. */
export function demandedRolesOf(database: Database): readonly Role[] {
  return demanded.get(database) ?? [];
}
