import { AuditEntries, type Database, operationTable, requireCurrentSchema } from '@colophon/core';
import { identityCollections } from '../setup/identity-collections.ts';
import { createTenant } from '../tenants/tenant.ts';
import { passwordCost } from '../users/password.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { setMembership } from '../users/manage-memberships.ts';

/** A thousandth of the normal cost of a password: tests set and check many. */
const CHEAP_PASSWORDS = { log2N: 5, r: 8, p: 1 } as const;

export const testTable = operationTable([...identityCollections, AuditEntries]);

/** A database with identity's tables, a tenant, and two users: Ada, its admin, and Bob, who edits global records. */
export interface World {
  readonly database: Database;
  readonly tenantId: string;
  readonly ada: { readonly userId: string; readonly name: string; readonly requestId: null };
  readonly bob: { readonly userId: string; readonly name: string; readonly requestId: null };
}

export async function makeWorld(database: Database): Promise<World> {
  database.ports.provide(passwordCost, CHEAP_PASSWORDS);
  await requireCurrentSchema(database, testTable.schema);
  const { id: tenantId } = await createTenant({ database, slug: 'gazette', name: 'The Gazette' });
  const ada = await ensureUser(database, { email: 'ada@news.example', name: 'Ada' });
  const bob = await ensureUser(database, { email: 'bob@news.example', name: 'Bob' });
  await setMembership(database, { userId: ada.id, tenantId, role: 'admin' });
  await setMembership(database, { userId: bob.id, tenantId: null, role: 'editor' });
  return {
    database,
    tenantId,
    ada: { userId: ada.id, name: 'Ada', requestId: null },
    bob: { userId: bob.id, name: 'Bob', requestId: null },
  };
}

/** A clock that only advances on request. */
export class TestClock {
  #now = Date.parse('2026-11-21T10:00:00.000Z');

  now = (): Date => new Date(this.#now);

  advance(seconds: number): void {
    this.#now += seconds * 1000;
  }
}
