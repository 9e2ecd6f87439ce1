import { makePrivateKey, replaceKeyFile, revokeKey, SigningKeys } from '@colophon/core/signing';
import { openApplicationSigner, openKey, signingKeyFile } from '../server/signing.ts';
import { prefixOf } from '../settings/environment.ts';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { withDatabase } from './with-database.ts';

/** `keys generate`: prints only a private key, for the settings, on standard output. */
export const keysGenerate: Command = {
  name: 'keys generate',
  summary: 'Generate a signing key for the settings and print it.',
  async run(_input, { application, stdout, stderr }) {
    say(stdout, makePrivateKey());
    say(
      stderr,
      `This is a private key: set it as ${settingOf(application)} in every process of this ${application.name}, and nowhere else.`,
    );
    return 0;
  },
};

/** `keys rotate`: signs with a new key from now on; earlier signatures stay verifiable. */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'Sign with a new key from now on; earlier signatures can still be verified.',
  async run(_input, context) {
    const { application } = context;
    return withDatabase(context, async (database, config) => {
      if (config.signingKey !== undefined) {
        say(context.stderr, `The key is set by ${settingOf(application)}.`);
        say(
          context.stderr,
          `Generate another with ${application.program} keys generate, set it for every process, and restart them: the earlier one is then retired.`,
        );
        return 1;
      }
      // A seal is known by its own key alone: what was published with the former one is signed with it.
      await openApplicationSigner(application, config, database);
      await application.rotating?.(database);
      replaceKeyFile(signingKeyFile(config), makePrivateKey());
      await openKey(config, database);
      const [current] = await new SigningKeys(database).list({ where: { retiredAt: null }, limit: 1 });
      say(context.stdout, `${current?.kid} signs from now on. A running server uses it within a second.`);
      return 0;
    });
  },
};

/** `keys list`: lists all signing keys, past and present, without their private parts. */
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

/** `keys revoke`: what is dated after a compromised key was stolen is no longer valid. */
export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'Revoke a key that was stolen: what was signed with it since then is no longer valid.',
  arguments: [{ name: 'kid', about: 'the key, as keys list shows it; rotate it first, if it is in use' }],
  options: { since: { value: 'date', about: 'when it may first have been stolen, such as 2026-05-05T10:00:00Z', required: true } },
  async run(input, context) {
    const since = new Date(input.option('since') ?? '');
    if (Number.isNaN(since.getTime())) throw new CommandUsageError('--since must be a date, such as 2026-05-05 or 2026-05-05T10:00:00Z.');
    return withDatabase(context, async (database) => {
      const { kid, revokedAt } = await revokeKey(database, input.argument('kid'), since);
      say(context.stdout, `${kid} is revoked as of ${revokedAt}: what it signed earlier stays valid, nothing later does.`);
      if (context.application.signAgain !== undefined)
        say(context.stderr, `Sign again what it signed since then with: ${context.application.slug} ${context.application.signAgain}`);
      return 0;
    });
  },
};

/** The name of the setting that contains the private key. */
function settingOf(application: { readonly slug: string }): string {
  return `${prefixOf(application)}SIGNING_KEY`;
}
