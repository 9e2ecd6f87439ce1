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
import { type CommandArgument, type CommandOption, CommandUsageError, say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { TENANT, tenantIdOf } from './tenant-of.ts';
import { withDatabase } from './with-database.ts';

const ADDRESS: CommandArgument = { name: 'address', about: "the person's e-mail address" };
const ROLE: CommandOption = { value: 'role', about: 'the role of the person', values: ROLES, required: true };

/** `user create`: creates a user who can sign in, such as the first administrator; prints the link to set a password. */
export const userCreate: Command = {
  name: 'user create',
  summary: 'Create a user with a role in a tenant, and print the link to set a password. An existing user is not changed.',
  options: {
    email: { value: 'address', about: "the person's e-mail address", required: true },
    role: ROLE,
    tenant: TENANT,
    name: { value: 'name', about: 'the name of the person; default: the part before the @' },
  },
  async run(input, context) {
    return withDatabase(context, async (database, { baseUrl }) => {
      const email = input.option('email') ?? '';
      const userInput = { email, role: input.option('role') as Role, tenant: input.option('tenant'), name: input.option('name') };
      try {
        say(context.stdout, (await createUser({ database, ...userInput, baseUrl })).setPasswordUrl);
        return 0;
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'user_exists') throw error;
        say(context.stderr, (error as Error).message);
        say(
          context.stderr,
          `To give the role: ${context.application.program} user role ${email} --role ${userInput.role}${userInput.tenant ? ` --tenant ${userInput.tenant}` : ''}`,
        );
        say(context.stderr, `For a new link: ${context.application.program} user reset-password ${email}`);
        return 1;
      }
    });
  },
};

/** `user role`: sets a user's role in a tenant. */
export const userRole: Command = {
  name: 'user role',
  summary: "Set a user's role in a tenant.",
  arguments: [ADDRESS],
  options: { role: ROLE, tenant: TENANT },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const [email, role, tenant] = [input.argument('address'), input.option('role') as Role, input.option('tenant')];
      await setRole({ database, email, role, tenant });
      say(context.stdout, `${email} is now ${role} of ${tenant ?? 'the global records'}.`);
      return 0;
    });
  },
};

/** `user remove`: removes a user from a tenant. */
export const userRemove: Command = {
  name: 'user remove',
  summary: "Remove a user's role in a tenant, and sign them out everywhere. The account is kept.",
  arguments: [ADDRESS],
  options: { tenant: TENANT },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const [email, tenant] = [input.argument('address'), input.option('tenant')];
      await removeUser({ database, email, tenant });
      say(context.stdout, `${email} no longer has a role in ${tenant ?? 'the global records'}, and is signed out everywhere.`);
      return 0;
    });
  },
};

/** `user disable`: blocks sign-in with an account. */
export const userDisable: Command = {
  name: 'user disable',
  summary: 'Disable an account and end all its access immediately.',
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

/** `user enable`: reverts `user disable`. */
export const userEnable: Command = {
  name: 'user enable',
  summary: 'Allow a disabled account to sign in again, with its old password.',
  arguments: [ADDRESS],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const user = await requireUser(database, input.argument('address'));
      await enableUser(database, user.id);
      say(context.stdout, `${user.email} can sign in again.`);
      return 0;
    });
  },
};

/** `user reset-password`: prints a link to set a new password. */
export const userResetPassword: Command = {
  name: 'user reset-password',
  summary: 'Print a link to set a new password, once, within a day. Earlier links stop working.',
  arguments: [ADDRESS],
  async run(input, context) {
    return withDatabase(context, async (database, { baseUrl }) => {
      say(context.stdout, await resetPassword({ database, email: input.argument('address'), baseUrl }));
      return 0;
    });
  },
};

/** `user reset-factor`: for users who have lost their phone and their recovery codes. */
export const userResetFactor: Command = {
  name: 'user reset-factor',
  summary: "Remove a user's second factors, and sign them out everywhere. If their role needs one, they must set up a new one.",
  arguments: [ADDRESS],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const email = input.argument('address');
      await resetSecondFactor({ database, email });
      say(context.stdout, `${email} no longer has a second factor, and is signed out everywhere.`);
      return 0;
    });
  },
};

/** `user require-factor`: sets which roles need a second factor. */
export const userRequireFactor: Command = {
  name: 'user require-factor',
  summary: 'Set which roles need a second factor in a tenant; without --role and --none, show which do.',
  options: {
    role: { value: 'role', about: 'a role that needs one; every other role needs none', values: ROLES, multiple: true },
    none: { about: 'no role needs one' },
    tenant: TENANT,
  },
  async run(input, context) {
    const roles = input.optionList('role') as readonly Role[];
    const isNone = input.option('none') !== undefined;
    if (isNone && roles.length > 0) throw new CommandUsageError('--role and --none cannot be combined.');
    return withDatabase(context, async (database) => {
      const tenant = input.option('tenant');
      if (isNone || roles.length > 0) await setSecondFactorRoles({ database, tenant, roles });
      const requiredRoles = await secondFactorRoles(database, await tenantIdOf(database, tenant));
      const where = tenant ?? 'the global records';
      say(
        context.stdout,
        requiredRoles.length === 0
          ? `No role of ${where} needs a second factor.`
          : `A second factor is needed in ${where} by: ${requiredRoles.join(', ')}`,
      );
      return 0;
    });
  },
};

/** `user list`: lists the users and their roles. */
export const userList: Command = {
  name: 'user list',
  summary: 'List the users: id, address, role, tenant, state, name; one line per membership.',
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
