import type { Database } from '@colophon/core';
import { verificationMethod } from '@colophon/core/signing';
import { accountParts } from './account-parts.ts';
import { editionPayload } from './payloads/edition-payload.ts';
import { jwsOf } from './payloads/jws-of.ts';
import { publicationPayload } from './payloads/publication-payload.ts';
import type { StoredAccount } from './stored-account.ts';

/** Returns the JWS of a signed account, in the form in which it was signed; undefined if it is not signed. */
export async function signedJws(database: Database, edition: StoredAccount): Promise<string | undefined> {
  const { jws, kid, signature, signedAt, addresses, payloadVersion, signedLate, revision } = edition;
  if (jws !== null) return jws;
  if (kid === null || signature === null || signedAt === null || addresses === null) return undefined;
  if (payloadVersion === 2) return jwsOf(publicationPayload({ ...edition, revision: revision ?? 0 }, addresses, signedAt), kid, signature);
  const found = await accountParts(database, edition, signedLate);
  if (!found) return undefined;
  const payload = editionPayload(found.parts, addresses, signedAt);
  return jwsOf(payload, verificationMethod(payload.issuer, kid), signature);
}
