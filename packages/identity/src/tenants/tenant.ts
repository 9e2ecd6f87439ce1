import {
  collection,
  ConflictError,
  type Database,
  list,
  NotFoundError,
  object,
  type SaveContext,
  text,
  ValidationError,
  where,
} from '@colophon/core';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { directoryOf } from './tenant-directory.ts';
import { TENANT_SLUG } from './tenant-slug.ts';

/** Which agents may act in a tenant. */
export const AGENT_POLICIES = ['any', 'pinned', 'off'] as const;
export type TenantAgents = (typeof AGENT_POLICIES)[number];

const HOSTNAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * An organization with its own rows. Admins read it over the API (their own; a global admin all); it is created and changed from the
 * terminal.
 */
export class Tenant extends object(
  {
    slug: text({
      required: true,
      maxLength: 63,
      pattern: TENANT_SLUG,
      patternHint: 'lower case letters, digits and hyphens, 63 at most',
      description: 'Its short name: lower-case letters, digits and hyphens.',
    }),
    name: text({ required: true, maxLength: 200 }),
    agents: text({
      values: AGENT_POLICIES,
      default: 'any',
      description: 'Which agents its people can let act for them: any, those that the operator pinned, or none (off).',
    }),
    hostnames: list(text(), { maxItems: 100, description: 'Host names under which anonymous readers see this tenant.' }),
  },
  {
    table: 'tenants',
    api: { include: ['list', 'get'] },
    mcp: false,
    cli: { include: ['list', 'get'] },
    unique: [['slug']],
    access: {
      read: 'admin',
      create: 'nobody',
      update: 'nobody',
      delete: 'nobody',
      visible: ({ caller }) => (caller.tenantId === null ? undefined : where('id', 'eq', caller.tenantId)),
    },
    description: 'Tenants: organizations whose rows are their own.',
  },
) {
  protected override async beforeSave({ database }: SaveContext): Promise<void> {
    if (!Array.isArray(this.hostnames)) return;
    this.hostnames = [...new Set(this.hostnames.map((name) => String(name).toLowerCase().replace(/\.$/, '')))];
    const odd = this.hostnames.find((name) => !HOSTNAME.test(name));
    if (odd !== undefined) {
      throw ValidationError.of([
        {
          pointer: '/hostnames',
          code: 'not_a_hostname',
          detail: `${JSON.stringify(odd)} is not a host name such as news.example (no port, no path)`,
        },
      ]);
    }
    await refuseTaken(database, this.id, this.hostnames);
  }

  protected override async afterSave({ database, changed }: SaveContext): Promise<void> {
    database.afterCommit(() => directoryOf(database).forget());
    if (changed.includes('agents')) database.afterCommit(() => verdictsOf(database).forget());
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    database.afterCommit(() => directoryOf(database).forget());
  }
}

export class Tenants extends collection(Tenant) {}

/** A host name belongs to one tenant; the lock prevents two tenants from taking it concurrently. */
async function refuseTaken(database: Database, id: string | undefined, hostnames: readonly string[]): Promise<void> {
  if (hostnames.length === 0) return;
  await database.lock('tenants.hostnames');
  for (const hostname of hostnames) {
    const owner = await new Tenants(database).findMatching(where('hostnames', 'eq', hostname));
    if (owner && owner.id !== id) throw new ConflictError(`hostnames: ${hostname} already belongs to the tenant ${owner.slug}.`);
  }
}

/** The input of `createTenant`. */
export interface NewTenant {
  readonly database: Database;
  readonly slug: string;
  /** Default: the slug. */
  readonly name?: string | undefined;
  readonly hostnames?: readonly string[] | undefined;
}

/**
 * Creates a tenant.
 *
 * @throws ValidationError for an invalid slug or host name
 * @throws ConflictError if the slug or a host name is taken
 */
export async function createTenant({ database, slug, name, hostnames }: NewTenant): Promise<Tenant> {
  return new Tenants(database).add({ slug, name: name ?? slug, hostnames: [...(hostnames ?? [])] });
}

/** The tenant with this slug or id. @throws NotFoundError */
export async function requireTenant(database: Database, slugOrId: string): Promise<Tenant> {
  const tenants = new Tenants(database);
  const tenant = (await tenants.find({ slug: slugOrId })) ?? (await tenants.get(slugOrId));
  if (!tenant) throw new NotFoundError(`There is no tenant ${slugOrId}.`, { hint: 'Specify a tenant by its slug or id.' });
  return tenant;
}
