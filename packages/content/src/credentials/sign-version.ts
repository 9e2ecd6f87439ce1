import { ACCOUNT_CREDENTIAL_HEADER } from '@colophon/contract';
import { ConflictError, type Database } from '@colophon/core';
import { type ContentVersion, ContentVersions } from '../versions/content-version.ts';
import { accountPayload } from './account-payload.ts';
import type { CredentialSettings } from '../record/account-credentials.ts';
import { isVouchedFor } from './vouched.ts';
import { type CredentialKind, Credentials } from './credential.ts';

const { typ, cty } = ACCOUNT_CREDENTIAL_HEADER;

/** Which accounts are signed. */
export interface SignOptions {
  /** Also those that no seal vouches for: published before there were seals, or by a process without the key. Default: false. */
  readonly late?: boolean;
}

/**
 * Signs the account of a version, if it has one that is not signed yet. Several processes can do this concurrently: one signature
 * is stored.
 *
 * @returns whether a signature was stored
 */
export async function signVersion(
  database: Database,
  versionId: string,
  settings: CredentialSettings,
  { late = false }: SignOptions = {},
): Promise<boolean> {
  const version: ContentVersion | undefined = await new ContentVersions(database).get(versionId);
  const payload = version && (await accountPayload(database, version, settings, new Date()));
  if (!payload || !(late || (await isVouchedFor(database, payload, versionId)))) return false;
  const { jws, kid } = await settings.signer.sign(payload, { typ, cty });
  const { contentId, tenantId, version: number } = version;
  const kind: CredentialKind = payload.credentialSubject.correction ? 'correction' : 'publication';
  try {
    await new Credentials(database).add({ contentId, tenantId, versionId, version: number, kind, kid, jws });
    return true;
  } catch (error) {
    // Another process was first, or the piece was deleted in the meantime.
    if (error instanceof ConflictError) return false;
    throw error;
  }
}
