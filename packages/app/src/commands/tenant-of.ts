import { type Database, NotFoundError } from '@colophon/core';
import { Tenants } from '@colophon/identity';
import type { CommandOption } from '../definition/command-line.ts';

/** The option of commands that act in one tenant. */
export const TENANT: CommandOption = { value: 'slug', about: 'the tenant; default: the global records' };

/** Returns the id of the tenant with this slug; no slug means no tenant. @throws NotFoundError */
export async function tenantIdOf(database: Database, slug: string | undefined): Promise<string | null> {
  if (slug === undefined) return null;
  const tenant = await new Tenants(database).find({ slug });
  if (!tenant) throw new NotFoundError(`There is no tenant ${slug}.`, { hint: 'Create it with: tenant create <slug>' });
  return tenant.id;
}
