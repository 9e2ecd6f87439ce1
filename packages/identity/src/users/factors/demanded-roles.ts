import { port, type Role } from '@colophon/core';

/** The roles that need a second factor in every tenant, whatever its own rules say; provided by `identityRoutes`. */
export const demandedRoles = port<readonly Role[]>('demandedRoles', []);
