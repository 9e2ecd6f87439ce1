import { signAllAccounts } from '@colophon/content';
import { wire, wireSigner } from '../server/wire.ts';
import { type Command, say } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom credentials issue`: signs the accounts that were published before there was a signing key. */
export const credentialsIssue: Command = {
  name: 'credentials issue',
  summary: 'Sign the accounts that were published before signing was enabled; a second run changes nothing.',
  async run(_input, context) {
    return withDatabase(context, async (database, config) => {
      wire(config, database);
      await wireSigner(config, database);
      say(context.stdout, `${await signAllAccounts(database)} accounts signed.`);
      return 0;
    });
  },
};
