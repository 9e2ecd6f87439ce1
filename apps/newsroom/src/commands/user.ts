import { ROLES } from '@colophon/core';
import {
  createUser,
  disableUser,
  enableUser,
  listUsers,
  removeUser,
  requireUser,
  resetPassword,
  resetSecondFactor,
  secondFactorRoles,
  setRole,
  setSecondFactorRoles,
} from '@colophon/identity';
import type { Role } from '@colophon/core';
import { type Command, type CommandArgument, type CommandOption, CommandUsageError, say } from './command.ts';
import { TENANT, tenantIdOf } from './tenant-of.ts';
import { withDatabase } from './with-database.ts';

const ADDRESS: CommandArgument = { name: 'address', about: "the person's e-mail address" };
const ROLE: CommandOption = { value: 'role', about: 'what the person may do', values: ROLES, required: true };

/** `newsroom user create`: makes a person who can sign in, the first administrator for one; prints the link to set a password. */
export const userCreate: Command = {
  name: 'user create',
  summary: 'Make a user with a role in a tenant, and print the link to set a password. A user who is there already is left alone.',
  options: {
    email: { value: 'address', about: "the person's e-mail address", required: true },
    role: ROLE,
    tenant: TENANT,
    name: { value: 'name', about: 'what the person is called; without it, what is before the @' },
  },
  async run(input, context) {
    return withDatabase(context, async (database, { baseUrl }) => {
      const email = input.option('email') ?? '';
      const made = { email, role: input.option('role') as Role, tenant: input.option('tenant'), name: input.option('name') };
      try {
        say(context.stdout, (await createUser({ database, ...made, baseUrl })).setPasswordUrl);
        return 0;
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'user_exists') throw error;
        say(context.stderr, (error as Error).message);
        say(
          context.stderr,
          `To give the role: newsroom user role ${email} --role ${made.role}${made.tenant ? ` --tenant ${made.tenant}` : ''}`,
        );
        say(context.stderr, `For a new link: newsroom user reset-password ${email}`);
        return 1;
      }
    });
  },
};

/** `newsroom user role`: gives somebody a role in a tenant, or another one. */
export const userRole: Command = {
  name: 'user role',
  summary: 'Give a user a role in a tenant, or another one than they have there.',
  arguments: [ADDRESS],
  options: { role: ROLE, tenant: TENANT },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const [email, role, tenant] = [input.argument('address'), input.option('role') as Role, input.option('tenant')];
      await setRole({ database, email, role, tenant });
      say(context.stdout, `${email} is ${role} of ${tenant ?? 'the global records'} now.`);
      return 0;
    });
  },
};

/** `newsroom user remove`: takes somebody out of a tenant. */
export const userRemove: Command = {
  name: 'user remove',
  summary: "Take a user's role in a tenant away, and sign them out everywhere. The account stays.",
  arguments: [ADDRESS],
  options: { tenant: TENANT },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const [email, tenant] = [input.argument('address'), input.option('tenant')];
      await removeUser({ database, email, tenant });
      say(context.stdout, `${email} has no role in ${tenant ?? 'the global records'} any more, and is signed out everywhere.`);
      return 0;
    });
  },
};

/** `newsroom user disable`: nobody signs in with the account any more. */
export const userDisable: Command = {
  name: 'user disable',
  summary: 'Disable an account: everything that lets the person in ends at once.',
  arguments: [ADDRESS],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const user = await requireUser(database, input.argument('address'));
      await disableUser(database, user.id);
      say(context.stdout, `${user.email} is disabled and signed out everywhere.`);
      return 0;
    });
  },
};

/** `newsroom user enable`: takes `user disable` back. */
export const userEnable: Command = {
  name: 'user enable',
  summary: 'Let a disabled account sign in again, with the password that it had.',
  arguments: [ADDRESS],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const user = await requireUser(database, input.argument('address'));
      await enableUser(database, user.id);
      say(context.stdout, `${user.email} may sign in again.`);
      return 0;
    });
  },
};

/** `newsroom user reset-password`: prints a link by which the person sets a new password. */
export const userResetPassword: Command = {
  name: 'user reset-password',
  summary: 'Print a link by which the person sets a new password, once, within a day. Earlier links stop working.',
  arguments: [ADDRESS],
  async run(input, context) {
    return withDatabase(context, async (database, { baseUrl }) => {
      say(context.stdout, await resetPassword({ database, email: input.argument('address'), baseUrl }));
      return 0;
    });
  },
};

/** `newsroom user reset-factor`: for whoever has lost their phone and their recovery codes. */
export const userResetFactor: Command = {
  name: 'user reset-factor',
  summary: "Remove a user's second factors, and sign them out everywhere. Where their role needs one, they set a new one up.",
  arguments: [ADDRESS],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const email = input.argument('address');
      await resetSecondFactor({ database, email });
      say(context.stdout, `${email} has no second factor any more, and is signed out everywhere.`);
      return 0;
    });
  },
};

/** `newsroom user require-factor`: which roles need a second factor. */
export const userRequireFactor: Command = {
  name: 'user require-factor',
  summary: 'Say which roles need a second factor in a tenant, from now on; without --role and --none, show which do.',
  options: {
    role: { value: 'role', about: 'a role that needs one; every other role needs none', values: ROLES, multiple: true },
    none: { about: 'no role needs one' },
    tenant: TENANT,
  },
  async run(input, context) {
    const roles = input.optionList('role') as readonly Role[];
    const isNone = input.option('none') !== undefined;
    if (isNone && roles.length > 0) throw new CommandUsageError('--role and --none do not go together.');
    return withDatabase(context, async (database) => {
      const tenant = input.option('tenant');
      if (isNone || roles.length > 0) await setSecondFactorRoles({ database, tenant, roles });
      const held = await secondFactorRoles(database, await tenantIdOf(database, tenant));
      const where = tenant ?? 'the global records';
      say(
        context.stdout,
        held.length === 0 ? `No role of ${where} needs a second factor.` : `A second factor is needed in ${where} by: ${held.join(', ')}`,
      );
      return 0;
    });
  },
};

/** `newsroom user list`: who there is, and what they may do where. */
export const userList: Command = {
  name: 'user list',
  summary: 'List the users: id, address, role, tenant, state, name; once for each tenant that they belong to.',
  options: { tenant: { value: 'slug', about: 'only those of this tenant' } },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const slug = input.option('tenant');
      const people = await listUsers({ database, ...(slug === undefined ? {} : { tenantId: await tenantIdOf(database, slug) }) });
      for (const { id, email, role, tenant, disabled, hasPassword, name } of people) {
        const state = disabled ? 'disabled' : hasPassword ? 'active' : 'no password yet';
        say(context.stdout, [id, email, role ?? '-', role === null ? '-' : (tenant ?? 'global'), state, name].join('\t'));
      }
      return 0;
    });
  },
};
