import { type Command, type CommandContext, say } from '@colophon/app';
import type { AccountVerdict } from '@colophon/verify';
import type { PageAccount } from '../verifying/compare-page.ts';

const GENUINE = 0;
const NOT_GENUINE = 1;
const NOT_CHECKED = 3;
const UNMARKED =
  'The account linked by the page is genuine, but the page does not mark the signed text (data-account="title" and "body"): compare it with the text of the account.';

/** `newsroom verify`: checks the signed account of a piece, and explains what is proved and what is not. */
export const verify: Command = {
  name: 'verify',
  summary: 'Check the signed account of a piece: 0 it is genuine, 1 it is not, 3 it could not be checked.',
  arguments: [{ name: 'address-or-file', about: 'the address of an article, or a file with its signed account' }],
  options: {
    keys: { value: 'file', about: "the publisher's keys, a JWK Set; without it they are fetched from the publisher" },
    issuer: { value: 'address', about: 'the required signer, such as https://news.example/issuer' },
    address: { value: 'address', about: 'the required piece, such as https://news.example/articles/rain' },
    pictures: { value: 'folder', about: 'the pictures and files of the piece; for the address of a page its pictures are loaded' },
    policy: { value: 'file', about: "the publisher's log, and the witnesses that must have cosigned it (tlog-policy)" },
    'tsa-ca': { value: 'file', about: 'the certificates of time-stamp authorities that you trust, in PEM' },
    account: {
      value: 'file',
      about: 'the signed account of a printed text: the file to check is then that text, as it was copied from the page',
    },
    json: { about: 'print the verdict as JSON' },
  },
  async run(input, context) {
    // No other command loads the signature library.
    const [{ verifyAccount }, { gather, GatherError }] = await Promise.all([import('@colophon/verify'), import('../verifying/gather.ts')]);
    try {
      const [keysFile, issuer, address, pictures] = ['keys', 'issuer', 'address', 'pictures'].map((name) => input.option(name));
      const [policyFile, authoritiesFile] = ['policy', 'tsa-ca'].map((name) => input.option(name));
      const given = input.argument('address-or-file');
      const target = input.option('account') ?? given;
      const { account, options, page } = await gather({ target, keysFile, issuer, address, pictures, policyFile, authoritiesFile });
      let verdict = await verifyAccount(account, options);
      if (verdict.fault?.code === 'keys_unusable')
        throw new GatherError(`${verdict.fault.message} Fetch /.well-known/jwks.json of the publisher.`);
      if (verdict.ok && page !== undefined) {
        const { comparePage, verdictOfPage } = await import('../verifying/compare-page.ts');
        const { text, shown } = account as PageAccount;
        const comparison = text === undefined ? 'unmarked' : await comparePage(page, text, shown ?? undefined);
        if (comparison === 'unmarked') throw new GatherError(UNMARKED);
        verdict = verdictOfPage(verdict, comparison);
      }
      if (verdict.ok && input.option('account') !== undefined) {
        const { readPrinted, verdictOfPrinted } = await import('../verifying/compare-print.ts');
        verdict = verdictOfPrinted(verdict, await readPrinted(given), account);
      }
      if (input.option('json') !== undefined) say(context.stdout, JSON.stringify(verdict, undefined, 2));
      else printVerdict(verdict, context);
      return verdict.ok ? GENUINE : NOT_GENUINE;
    } catch (error) {
      if (!(error instanceof GatherError)) throw error;
      say(context.stderr, `Not checked. ${error.message}`);
      return NOT_CHECKED;
    }
  },
};

function printVerdict({ ok, fault, proved, notProved }: AccountVerdict, { stdout }: CommandContext): void {
  say(stdout, ok ? 'Genuine.' : `Not genuine (${fault?.code}). ${printable(fault?.message ?? '')}`);
  if (proved.length > 0) say(stdout, '\nProved:');
  for (const line of proved) say(stdout, `- ${printable(line)}`);
  say(stdout, '\nNot proved:');
  for (const line of notProved) say(stdout, `- ${printable(line)}`);
}

/** Text in an untrusted file must not control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}
