import { type Role, ROLES } from '@colophon/core';
import { createToken, listTokens, revokeToken } from '@colophon/identity';
import { say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { TENANT, tenantIdOf } from './tenant-of.ts';
import { withDatabase } from './with-database.ts';

/** `token create`: prints only the new token, once, on standard output. */
export const tokenCreate: Command = {
  name: 'token create',
  summary: 'Create an API token and print it; without a tenant it acts on global records.',
  options: {
    role: { value: 'role', about: 'the role of its bearer', values: ROLES, required: true },
    tenant: TENANT,
    name: { value: 'name', about: 'its purpose' },
  },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const role = input.option('role') as Role;
      const tenantId = await tenantIdOf(database, input.option('tenant'));
      const { id, token } = await createToken({ database, role, tenantId, name: input.option('name') ?? `${role} token` });
      say(context.stdout, token);
      say(context.stderr, `This is shown once. Revoke it with: ${context.application.program} token revoke ${id}`);
      return 0;
    });
  },
};

/** `token list`: lists the tokens, without their secrets. */
export const tokenList: Command = {
  name: 'token list',
  summary: 'List the API tokens, without their secrets: id, role, tenant, state, name.',
  async run(_input, context) {
    return withDatabase(context, async (database) => {
      for (const token of await listTokens({ database })) {
        const state = token.revokedAt === null ? 'active' : `revoked ${token.revokedAt}`;
        say(context.stdout, [token.id, token.role, token.tenantId ?? 'global', state, token.name].join('\t'));
      }
      return 0;
    });
  },
};

/** `token revoke`: revokes a token. */
export const tokenRevoke: Command = {
  name: 'token revoke',
  summary: 'Revoke an API token.',
  arguments: [{ name: 'id', about: 'its id, as token list shows it' }],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const id = input.argument('id');
      await revokeToken({ database, id });
      say(context.stdout, `Token ${id} is revoked.`);
      return 0;
    });
  },
};
