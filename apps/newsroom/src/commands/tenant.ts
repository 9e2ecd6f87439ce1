import { Tenants } from '@colophon/identity';
import { optionalText, readArguments } from './arguments.ts';
import { type Command, say } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom tenant create`: makes an organization whose records others do not see. */
export const tenantCreate: Command = {
  name: 'tenant create',
  usage: '<slug> [--name <name>] [--host <hostname>]',
  summary: 'Make a tenant: an organization with records of its own.',
  async run(args, { loadConfig, stdout }) {
    const { values, positionals } = readArguments(
      args,
      { name: { type: 'string' }, host: { type: 'string', multiple: true } },
      { least: 1, most: 1 },
    );
    const slug = positionals[0] ?? '';
    return withDatabase(loadConfig(), async (database) => {
      const hostnames = (values['host'] as string[] | undefined) ?? [];
      const tenant = await new Tenants(database).add({ slug, name: optionalText(values['name']) ?? slug, hostnames });
      say(stdout, `Tenant ${tenant.slug} is ${tenant.id}.`);
      return 0;
    });
  },
};
