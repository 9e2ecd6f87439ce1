import { signPending } from '@colophon/content';
import { makePrivateKey, replaceKeyFile, revokeKey, SigningKeys } from '@colophon/core/signing';
import { openNewsroomSigner, signingKeyFile } from '../server/signing.ts';
import { wireSigner } from '../server/wire.ts';
import { type Command, CommandUsageError, say } from './command.ts';
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
  summary: 'List the signing keys: id, since when, until when, and since when they are revoked.',
  async run(_input, context) {
    return withDatabase(context, async (database) => {
      for (const key of await new SigningKeys(database).list({ orderBy: '-notBefore,-id', limit: 1000 })) {
        const { kid, notBefore, retiredAt, revokedAt } = key;
        const state = retiredAt === null ? 'in use' : `retired ${retiredAt}`;
        say(context.stdout, [kid, notBefore, state, ...(revokedAt === null ? [] : [`revoked ${revokedAt}`])].join('\t'));
      }
      return 0;
    });
  },
};

/** `newsroom keys revoke`: what is dated after a compromised key was stolen is no longer valid. */
export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'Revoke a key that was stolen: what was signed with it since then is no longer valid.',
  arguments: [{ name: 'kid', about: 'the key, as newsroom keys list shows it; rotate it first, if it is in use' }],
  options: { since: { value: 'date', about: 'when it may first have been stolen, such as 2026-05-05T10:00:00Z', required: true } },
  async run(input, context) {
    const since = new Date(input.option('since') ?? '');
    if (Number.isNaN(since.getTime())) throw new CommandUsageError('--since must be a date, such as 2026-05-05 or 2026-05-05T10:00:00Z.');
    return withDatabase(context, async (database) => {
      const { kid, revokedAt } = await revokeKey(database, input.argument('kid'), since);
      say(context.stdout, `${kid} is revoked as of ${revokedAt}: what it signed earlier stays valid, nothing later does.`);
      say(context.stderr, 'Sign again what it signed since then with: newsroom credentials issue');
      return 0;
    });
  },
};
