import { ACCOUNT_CREDENTIAL_HEADER } from '@colophon/contract';
import { type Database, type Statement, SYSTEM_CALL, UsageError } from '@colophon/core';
import { contentsOf } from '../record/contents-of.ts';
import { addressesOf, type PublishedRevision, revisionPayload, secondsOf } from './account-payload.ts';
import type { SignOptions } from './sign-version.ts';
import { isVouchedFor } from './vouched.ts';
import type { CredentialSettings } from '../record/account-credentials.ts';
import { addPublication } from '../versions/record-publication.ts';
import { type FrozenPlace, type SignedAddresses, UnversionedPublications } from '../versions/unversioned-publication.ts';

const AT_ONCE = 200;
/** Accounts stored in one transaction; signing one takes a third of a millisecond. */
const STORED_AT_ONCE = 20;
const { alg, typ, cty } = ACCOUNT_CREDENTIAL_HEADER;

/**
 * Signs the publications without a version that are not signed yet, and were published at this time or later.
 *
 * @param from in milliseconds since 1970
 * @returns the number of signed accounts
 */
export async function signPublications(
  database: Database,
  from: number,
  settings: CredentialSettings,
  { onSigned, ...options }: SignOptions & { readonly onSigned?: ((signed: number) => void) | undefined } = {},
): Promise<number> {
  const publishedAt = { gte: new Date(from).toISOString() };
  for (let [signed, offset] = [0, 0]; ;) {
    const pending = await new UnversionedPublications(database).list({
      where: { kid: null, publishedAt },
      orderBy: 'publishedAt',
      limit: AT_ONCE,
      offset,
    });
    const before = signed;
    for (let start = 0; start < pending.length; start += STORED_AT_ONCE)
      signed += await signThese(database, pending.slice(start, start + STORED_AT_ONCE), settings, options);
    // Those that are not signed stay at the beginning of the list.
    offset += pending.length - (signed - before);
    onSigned?.(signed);
    if (pending.length < AT_ONCE) return signed;
  }
}

/** Signs one publication. Several processes can do this concurrently: one signature is stored. */
export async function signPublication(database: Database, publication: UnsignedPublication, settings: CredentialSettings): Promise<void> {
  await signThese(database, [publication], settings, {});
}

type UnsignedPublication = PublishedRevision & { readonly id: string; readonly tenantId: string | null; readonly place: FrozenPlace };

async function signThese(
  database: Database,
  publications: readonly UnsignedPublication[],
  settings: CredentialSettings,
  { late = false }: SignOptions,
): Promise<number> {
  const updates: Statement[] = [];
  for (const publication of publications) {
    const [addresses, signedAt] = [await addressesOf(database, publication, settings), secondsOf(new Date())];
    const payload = revisionPayload(publication, addresses, signedAt);
    if (!late && !(await isVouchedFor(database, payload))) continue;
    const { jws, kid } = await settings.signer.sign(payload, { typ, cty });
    const signature = jws.slice(jws.lastIndexOf('.') + 1);
    if (jwsOf(publication, { kid, signature, signedAt, addresses }) !== jws)
      throw new UsageError('The signer serializes accounts in an unexpected form.');
    // Another process may have been first, or the piece was deleted in the meantime.
    updates.push(
      database.dialect.builder
        .updateTable('content_publications')
        .set({ kid, signature, signedAt, addresses: database.dialect.encode('json', addresses) })
        .where('id', '=', publication.id)
        .where('kid', 'is', null)
        .compile(),
    );
  }
  return database.transaction(async () => {
    let stored = 0;
    for (const update of updates) stored += await database.run(update);
    return stored;
  });
}

/** The stored parts of a signature. */
export interface StoredSignature {
  readonly kid: string;
  readonly signature: string;
  readonly signedAt: number;
  readonly addresses: SignedAddresses;
}

/** Builds the JWS of a signed publication. Storing it whole would need more space than the text of a short piece. */
export function jwsOf(publication: PublishedRevision, { kid, signature, signedAt, addresses }: StoredSignature): string {
  const header = { alg, kid, typ, cty };
  const parts = [header, revisionPayload(publication, addresses, signedAt)];
  return [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), signature].join('.');
}

/**
 * Records the publication of each published piece that has neither a version of its publication nor a recorded publication, because it
 * was published before publications were recorded.
 */
export async function recordEarlierPublications(database: Database): Promise<void> {
  const contents = contentsOf(database, SYSTEM_CALL);
  for (let after = ''; ;) {
    const ids = await unrecorded(database, after);
    for (const content of ids.length === 0 ? [] : await contents.list({ where: { id: { in: ids } }, limit: ids.length }))
      await addPublication(content, content.updated_at);
    if (ids.length < AT_ONCE) return;
    after = ids.at(-1) ?? after;
  }
}

async function unrecorded(database: Database, after: string): Promise<string[]> {
  const query = database.dialect.builder
    .selectFrom('contents as content')
    .select('content.id')
    .where('content.status', '=', 'published')
    .where('content.id', '>', after)
    .where((each) =>
      each.not(
        each.exists(
          each
            .selectFrom('content_versions as version')
            .select('version.id')
            .whereRef('version.contentId', '=', 'content.id')
            .where('version.kind', '=', 'publication'),
        ),
      ),
    )
    .where((each) =>
      each.not(
        each.exists(
          each.selectFrom('content_publications as recorded').select('recorded.id').whereRef('recorded.contentId', '=', 'content.id'),
        ),
      ),
    )
    .orderBy('content.id')
    .limit(AT_ONCE);
  return (await database.all(query.compile())).map((row) => String(row['id']));
}
