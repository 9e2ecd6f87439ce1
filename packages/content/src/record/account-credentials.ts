import { ACCOUNT_CREDENTIAL_MEDIA_TYPE } from '@colophon/contract';
import { type Database, type JsonObject, port } from '@colophon/core';
import type { Signer } from '@colophon/core/signing';

/** The signer of accounts of publications, and their issuer. */
export interface CredentialSettings {
  readonly signer: Signer;
  /** The public address of the application, such as `https://news.example`; the issuer is `<baseUrl>/issuer`. */
  readonly baseUrl: string;
}

/**
 * The signing of accounts of publications; without it none is signed.
 *
 * @example
 * const signer = await openSigner(database, () => readOrMakeKeyFile('./data/signing-key'));
 * database.ports.provide(accountCredentials, { signer, baseUrl: 'https://news.example' });
 */
export const accountCredentials = port<CredentialSettings | undefined>('accountCredentials', undefined);

/** Returns the address of the signed account of a record. */
export function credentialAddress(baseUrl: string, contentId: string): string {
  return `${baseUrl}/api/v1/contents/${encodeURIComponent(contentId)}/credential`;
}

/** Returns the JSON-LD member that links the signed account. */
export function credentialLink(database: Database, contentId: string): JsonObject {
  const settings = database.ports.use(accountCredentials);
  if (!settings) return {};
  const url = credentialAddress(settings.baseUrl, contentId);
  return { subjectOf: { '@type': 'DigitalDocument', encodingFormat: ACCOUNT_CREDENTIAL_MEDIA_TYPE, url } };
}
