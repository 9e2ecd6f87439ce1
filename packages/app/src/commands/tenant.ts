import { createTenant, Tenants } from '@colophon/identity';
import { say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { withDatabase } from './with-database.ts';

/** `tenant create`: creates an organization whose records others do not see. */
export const tenantCreate: Command = {
  name: 'tenant create',
  summary: 'Create a tenant: an organization with its own records.',
  arguments: [{ name: 'slug', about: 'its short name: lower-case letters, digits and hyphens' }],
  options: {
    name: { value: 'name', about: 'the display name; default: the slug' },
    host: { value: 'hostname', about: 'a host name under which anonymous readers see it', multiple: true },
  },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const tenantInput = { slug: input.argument('slug'), name: input.option('name'), hostnames: input.optionList('host') };
      const tenant = await createTenant({ database, ...tenantInput });
      say(context.stdout, `Tenant ${tenant.slug} is ${tenant.id}.`);
      return 0;
    });
  },
};

/** `tenant list`: lists the tenants. */
export const tenantList: Command = {
  name: 'tenant list',
  summary: 'List the tenants: id, slug, host names, name.',
  async run(_input, context) {
    return withDatabase(context, async (database) => {
      const tenants = new Tenants(database);
      for (let cursor: string | undefined; ;) {
        const page = await tenants.page({ orderBy: 'slug', limit: 500, count: 'none', ...(cursor === undefined ? {} : { cursor }) });
        for (const { id, slug, hostnames, name } of page.items)
          say(context.stdout, [id, slug, hostnames.join(',') || '-', name].join('\t'));
        cursor = page.nextCursor;
        if (cursor === undefined) return 0;
      }
    });
  },
};
