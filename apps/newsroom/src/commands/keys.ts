import { signPending } from '@colophon/content';
import { makePrivateKey, replaceKeyFile, SigningKeys } from '@colophon/core/signing';
import { openNewsroomSigner, signingKeyFile } from '../server/signing.ts';
import { wireSigner } from '../server/wire.ts';
import { type Command, say } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom keys generate`: prints only a private key for `NEWSROOM_SIGNING_KEY` on standard output. */
export const keysGenerate: Command = {
  name: 'keys generate',
  summary: 'Generate a signing key for NEWSROOM_SIGNING_KEY and print it.',
  async run(_input, { stdout, stderr }) {
    say(stdout, makePrivateKey());
    say(stderr, 'This is a private key: set it as NEWSROOM_SIGNING_KEY in every process of this Newsroom, and nowhere else.');
    return 0;
  },
};

/** `newsroom keys rotate`: signs with a new key from now on; earlier signatures stay verifiable. */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'Sign with a new key from now on; earlier signatures can still be verified.',
  async run(_input, context) {
    return withDatabase(context, async (database, config) => {
      if (config.signingKey !== undefined) {
        say(context.stderr, 'The key is set by NEWSROOM_SIGNING_KEY.');
        say(
          context.stderr,
          'Generate another with newsroom keys generate, set it for every process, and restart them: the earlier one is then retired.',
        );
        return 1;
      }
      // A seal is known by its own key alone: what was published with the former one is signed with it.
      await wireSigner(config, database);
      await signPending(database);
      replaceKeyFile(signingKeyFile(config), makePrivateKey());
      await openNewsroomSigner(config, database);
      const [current] = await new SigningKeys(database).list({ where: { retiredAt: null }, limit: 1 });
      say(context.stdout, `${current?.kid} signs from now on. A running server uses it within a second.`);
      return 0;
    });
  },
};

/** `newsroom keys list`: lists all signing keys, past and present, without their private parts. */
export const keysList: Command = {
  name: 'keys list',
  summary: 'List the signing keys: id, since when, and until when.',
  async run(_input, context) {
    return withDatabase(context, async (database) => {
      for (const { kid, notBefore, retiredAt } of await new SigningKeys(database).list({ orderBy: '-notBefore,-id', limit: 1000 }))
        say(context.stdout, [kid, notBefore, retiredAt === null ? 'in use' : `retired ${retiredAt}`].join('\t'));
      return 0;
    });
  },
};
