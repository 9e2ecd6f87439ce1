import { type Command, openApplicationSigner, say, withDatabase } from '@colophon/app';
import { signAllAccounts } from '@colophon/content';

/** `newsroom credentials issue`: signs the accounts that were published before there was a signing key. */
export const credentialsIssue: Command = {
  name: 'credentials issue',
  summary: 'Sign the accounts that were published before signing was enabled; a second run changes nothing.',
  async run(_input, context) {
    return withDatabase(context, async (database, config) => {
      await openApplicationSigner(context.application, config, database);
      say(context.stdout, `${await signAllAccounts(database)} accounts signed.`);
      return 0;
    });
  },
};
