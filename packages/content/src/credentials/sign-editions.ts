import { ACCOUNT_CREDENTIAL_HEADER } from '@colophon/contract';
import { type Database, type Statement, UsageError } from '@colophon/core';
import { verificationMethod } from '@colophon/core/signing';
import { editionDigest } from '../editions/record/add-edition.ts';
import type { SignedAddresses } from '../editions/record/content-edition.ts';
import { contentUrl, siteOfTenant } from '../feeds/content-addresses.ts';
import type { CredentialSettings } from '../record/account-credentials.ts';
import { accountParts } from './account-parts.ts';
import { editionPayload } from './payloads/edition-payload.ts';
import { jwsOf, signatureOf } from './payloads/jws-of.ts';
import { readAccounts, type StoredAccount } from './stored-account.ts';

/** The form of what is signed now. */
const PAYLOAD_VERSION = 3;
const AT_ONCE = 200;
/** Accounts stored in one transaction; signing one takes a third of a millisecond. */
const STORED_AT_ONCE = 20;
const { typ, cty } = ACCOUNT_CREDENTIAL_HEADER;

/** Which accounts are signed. */
export interface SignOptions {
  /**
   * Also those that no seal vouches for: published before there were seals, or by a process without the key. They state that they were
   * signed late. Default: false.
   */
  readonly late?: boolean | undefined;
  /** Called with the number of signed accounts, as it progresses. */
  readonly onSigned?: ((signed: number) => void) | undefined;
}

/** Signs the editions that are not signed yet. @returns the number of signed accounts */
export async function signEditions(
  database: Database,
  settings: CredentialSettings,
  { late = false, onSigned }: SignOptions = {},
): Promise<number> {
  let signed = 0;
  for (let after = ''; ;) {
    const pending = await readAccounts(database, (all) => {
      const unsigned = all.where('edition.kid', 'is', null).where('edition.id', '>', after).orderBy('edition.id').limit(AT_ONCE);
      // Not `is not null`, for which SQLite does not use the index.
      return late ? unsigned : unsigned.where('edition.seal', '>', '');
    });
    for (let start = 0; start < pending.length; start += STORED_AT_ONCE)
      signed += await signThese(database, pending.slice(start, start + STORED_AT_ONCE), settings, late);
    onSigned?.(signed);
    if (pending.length < AT_ONCE) return signed;
    after = pending.at(-1)?.id ?? after;
  }
}

/** Signs one edition, if it is sealed. Several processes can do this concurrently: one signature is stored. */
export async function signEdition(database: Database, edition: StoredAccount, settings: CredentialSettings): Promise<void> {
  await signThese(database, [edition], settings, false);
}

async function signThese(
  database: Database,
  editions: readonly StoredAccount[],
  settings: CredentialSettings,
  late: boolean,
): Promise<number> {
  const updates: Statement[] = [];
  for (const edition of editions) {
    const isSealed = await isSealedBy(edition, settings);
    if (!isSealed && !late) continue;
    const found = await accountParts(database, edition, !isSealed);
    if (!found?.isAsFrozen || !isOwnDigest(edition)) continue;
    const addresses = await addressesOf(database, edition, settings);
    const signedAt = Math.floor(Date.now() / 1000);
    const payload = editionPayload(found.parts, addresses, signedAt);
    const { jws, kid } = await settings.signer.sign(payload, { typ, cty, issuer: payload.issuer });
    const signature = signatureOf(jws);
    if (jwsOf(payload, verificationMethod(payload.issuer, kid), signature) !== jws)
      throw new UsageError('The signer serializes accounts in an unexpected form.');
    const { dialect } = database;
    // Another process may have been first, or the piece was deleted in the meantime.
    updates.push(
      dialect.builder
        .updateTable('content_editions')
        .set({
          kid,
          signature,
          signedAt,
          payloadVersion: PAYLOAD_VERSION,
          signedLate: dialect.encode('boolean', !isSealed),
          addresses: dialect.encode('json', addresses),
        })
        .where('id', '=', edition.id)
        .where('kid', 'is', null)
        .compile(),
    );
  }
  if (updates.length === 0) return 0;
  return database.transaction(async () => {
    let stored = 0;
    for (const update of updates) stored += await database.run(update);
    return stored;
  });
}

/** Whether the process that made an edition held the key: what somebody wrote into the database has no seal. */
async function isSealedBy({ digest, seal }: StoredAccount, { signer }: CredentialSettings): Promise<boolean> {
  return seal !== null && signer.isSealed(digest, seal);
}

/** Whether the digest of an edition is that of its values; the digest of a publication from before there were editions covers no others. */
function isOwnDigest({ shownDigest, ...edition }: StoredAccount): boolean {
  return edition.number < 0 || (shownDigest !== null && editionDigest({ ...edition, shownDigest }) === edition.digest);
}

/** Returns the current addresses of a publication. */
async function addressesOf(
  database: Database,
  { contentId, tenantId, place }: StoredAccount,
  { baseUrl }: CredentialSettings,
): Promise<SignedAddresses> {
  // A tenant with its own site signs in its own name; the keys are the same.
  const site = (tenantId === null ? null : await siteOfTenant(database, tenantId)) ?? baseUrl;
  const piece = place && (await contentUrl(database, { ...place, id: contentId, tenantId }, baseUrl));
  return { piece: piece ?? `urn:uuid:${contentId}`, site, base: baseUrl };
}
