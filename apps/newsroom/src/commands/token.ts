import { type Database, isRole, NotFoundError, ROLES } from '@colophon/core';
import { createToken, listTokens, revokeToken, Tenants } from '@colophon/identity';
import { optionalText, readArguments } from './arguments.ts';
import { type Command, CommandUsageError, say } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom token create`: prints a new token, once and alone, on standard output. */
export const tokenCreate: Command = {
  name: 'token create',
  usage: '--role <role> [--tenant <slug>] [--name <name>]',
  summary: 'Make an API token and print it; without a tenant it acts on global records.',
  async run(args, { loadConfig, stdout, stderr }) {
    const { values } = readArguments(
      args,
      { role: { type: 'string' }, tenant: { type: 'string' }, name: { type: 'string' } },
      { least: 0, most: 0 },
    );
    const role = values['role'];
    if (!isRole(role)) throw new CommandUsageError(`--role is one of ${ROLES.join(', ')}.`);
    const name = optionalText(values['name']) ?? `${role} token`;
    return withDatabase(loadConfig(), async (database) => {
      const tenantId = await tenantIdOf(database, optionalText(values['tenant']));
      const { id, token } = await createToken({ database, role, tenantId, name });
      say(stdout, token);
      say(stderr, `This is shown once. Revoke it with: newsroom token revoke ${id}`);
      return 0;
    });
  },
};

/** `newsroom token list`: the tokens there are, without their secrets. */
export const tokenList: Command = {
  name: 'token list',
  usage: '',
  summary: 'List the API tokens, without their secrets.',
  async run(args, { loadConfig, stdout }) {
    readArguments(args, {}, { least: 0, most: 0 });
    return withDatabase(loadConfig(), async (database) => {
      for (const token of await listTokens({ database })) {
        const state = token.revokedAt === null ? 'active' : `revoked ${token.revokedAt}`;
        say(stdout, [token.id, token.role, token.tenantId ?? 'global', state, token.name].join('\t'));
      }
      return 0;
    });
  },
};

/** `newsroom token revoke`: the token is refused from then on. */
export const tokenRevoke: Command = {
  name: 'token revoke',
  usage: '<id>',
  summary: 'Revoke an API token.',
  async run(args, { loadConfig, stdout }) {
    const { positionals } = readArguments(args, {}, { least: 1, most: 1 });
    const id = positionals[0] ?? '';
    return withDatabase(loadConfig(), async (database) => {
      await revokeToken({ database, id });
      say(stdout, `Token ${id} is revoked.`);
      return 0;
    });
  },
};

/** The id of the tenant with this slug; no slug is no tenant. @throws NotFoundError */
export async function tenantIdOf(database: Database, slug: string | undefined): Promise<string | null> {
  if (slug === undefined) return null;
  const tenant = await new Tenants(database).find({ slug });
  if (!tenant) throw new NotFoundError(`There is no tenant ${slug}.`, { hint: 'Make it with: newsroom tenant create <slug>' });
  return tenant.id;
}
