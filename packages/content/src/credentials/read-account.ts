import { type EditionKind, SIGNED_ACCOUNT_FORMAT, SIGNED_EDITION_FORMAT, type SignedAccount } from '@colophon/contract';
import { type Database, NotFoundError } from '@colophon/core';
import { disclosureOf } from '../bylines/disclosure.ts';
import { knownBylines } from '../bylines/known-bylines.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { textOfAccount } from './account-text.ts';
import { type AccountSelection, chooseAccount } from './choose-account.ts';
import { proofOfEdition } from '../record/proof-of-edition.ts';
import { requireCredentials } from './require-credentials.ts';
import { signEdition } from './sign-editions.ts';
import { signedJws } from './signed-jws.ts';
import { readAccounts, type StoredAccount } from './stored-account.ts';

/** A signed account. It names the edition, and either the version or, for a publication without one, the revision. */
export interface StoredCredential {
  readonly edition: number | null;
  readonly version: number | null;
  readonly revision: number | null;
  readonly kind: EditionKind;
  readonly kid: string;
  readonly jws: string;
}

export const UNSIGNED_HINT = 'What was published before accounts were signed here is signed by the command: newsroom credentials issue.';

/**
 * Returns the signed account of an edition, version or revision of a piece; of the latest publication by default. One that has not been
 * signed yet is signed now.
 *
 * @throws NotFoundError if there is no such account, or it is not signed
 * @throws ValidationError if more than one is named
 */
export async function readCredential(content: ContentRecord, selection: AccountSelection = {}): Promise<StoredCredential> {
  const { account, jws } = await requireSigned(content, selection);
  const { number, kind, kid, version, revision } = account;
  return { edition: number > 0 ? number : null, version, revision: version === null ? revision : null, kind, kid: kid ?? '', jws };
}

/**
 * Returns the signed account with its text, what was shown with it, and later corrections, for offline verification.
 *
 * @throws NotFoundError
 */
export async function readSignedAccount(content: ContentRecord, selection: AccountSelection = {}): Promise<SignedAccount> {
  const { database, id } = content;
  const { account, jws } = await requireSigned(content, selection);
  const corrections: string[] = [];
  for (const each of await correctionsAfter(database, id, account.version ?? 0)) {
    const correction = await signedOf(database, each);
    if (correction) corrections.push(correction.jws);
  }
  const text = (await textOfAccount(content, account)) as SignedAccount['text'];
  const proof = await proofOfEdition(database, account.id);
  if (account.payloadVersion !== 3) return { format: SIGNED_ACCOUNT_FORMAT, credential: jws, text, corrections, ...proof };
  const shown = account.number > 0 ? account.shown : null;
  const known = shown?.authors?.length ? (await knownBylines(database, [id])).get(id) : undefined;
  const names = [...new Set(shown?.authors?.map(({ digest }) => known?.get(digest)))].filter((each) => each !== undefined);
  return {
    format: SIGNED_EDITION_FORMAT,
    credential: jws,
    text,
    shown,
    disclosures: names.map(disclosureOf),
    corrections: corrections.map((credential) => ({ credential })),
    ...proof,
  };
}

interface SignedAccountOf {
  readonly account: StoredAccount;
  readonly jws: string;
}

async function requireSigned({ database, id }: ContentRecord, selection: AccountSelection): Promise<SignedAccountOf> {
  const account = await chooseAccount(database, id, selection);
  if (!account)
    throw new NotFoundError('There is no account of such a publication or correction.', {
      hint: `Accounts exist for publications and corrections. ${UNSIGNED_HINT}`,
    });
  const signed = await signedOf(database, account);
  if (signed) return signed;
  throw new NotFoundError('The account of this publication is not signed.', { hint: UNSIGNED_HINT });
}

/** Returns an account; one that is sealed and not signed yet is signed now. */
async function signedOf(database: Database, account: StoredAccount): Promise<SignedAccountOf | undefined> {
  let signed: StoredAccount | undefined = account;
  if (account.kid === null) {
    const settings = requireCredentials(database);
    if (account.seal === null) return undefined;
    await signEdition(database, account, settings);
    [signed] = await readAccounts(database, (all) => all.where('edition.id', '=', account.id));
  }
  const jws = signed && (await signedJws(database, signed));
  return signed && jws !== undefined ? { account: signed, jws } : undefined;
}

function correctionsAfter(database: Database, contentId: string, version: number): Promise<StoredAccount[]> {
  return readAccounts(database, (all) =>
    all
      .where('edition.contentId', '=', contentId)
      .where('edition.kind', '=', 'correction')
      .where('stored.version', '>', version)
      .orderBy('stored.version')
      .limit(1000),
  );
}
