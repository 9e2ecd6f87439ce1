import { isRole, ROLES } from '@colophon/core';
import { createUser } from '@colophon/identity';
import { optionalText, readArguments } from './arguments.ts';
import { type Command, CommandUsageError, say } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom user create`: makes a person who can sign in, the first administrator for one; prints the link to set a password. */
export const userCreate: Command = {
  name: 'user create',
  usage: '--email <address> --role <role> [--tenant <slug>] [--name <name>]',
  summary: 'Make a user, or give one a role in a tenant, and print the link to set a password.',
  async run(args, { loadConfig, stdout }) {
    const options = { email: { type: 'string' }, role: { type: 'string' }, tenant: { type: 'string' }, name: { type: 'string' } } as const;
    const { values } = readArguments(args, options, { least: 0, most: 0 });
    const email = optionalText(values['email']);
    const role = values['role'];
    if (email === undefined) throw new CommandUsageError('--email is needed.');
    if (!isRole(role)) throw new CommandUsageError(`--role is one of ${ROLES.join(', ')}.`);
    const config = loadConfig();
    return withDatabase(config, async (database) => {
      const user = await createUser({
        database,
        email,
        role,
        tenant: optionalText(values['tenant']),
        name: optionalText(values['name']),
        baseUrl: config.baseUrl,
      });
      say(stdout, user.setPasswordUrl === null ? `${user.email} is ${role} now, and signs in as before.` : user.setPasswordUrl);
      return 0;
    });
  },
};
