import { UnavailableError } from '@colophon/core';
import type { Signer } from '@colophon/core/signing';
import { linkCredentials } from '../transparency/credential-link.ts';

/** The signer of accounts in this process, and the issuer. */
export interface CredentialSettings {
  readonly signer: Signer;
  /** The public address of the application, such as `https://news.example`; the issuer is `<baseUrl>/issuer`. */
  readonly baseUrl: string;
}

let current: CredentialSettings | undefined;

/**
 * Configures the signing of accounts of publications; undefined disables signing.
 *
 * @example
 * const signer = await openSigner(database, () => readOrMakeKeyFile('./data/signing-key'));
 * configureContentCredentials({ signer, baseUrl: 'https://news.example' });
 */
export function configureContentCredentials(settings: CredentialSettings | undefined): void {
  current = settings;
  linkCredentials(settings && ((contentId) => credentialAddress(settings.baseUrl, contentId)));
}

/** Returns the settings for signing in this process; undefined if signing is disabled. */
export function credentialSettings(): CredentialSettings | undefined {
  return current;
}

/** Returns the settings for signing. @throws UnavailableError if signing is disabled */
export function requireCredentialSettings(): CredentialSettings {
  if (current) return current;
  throw new UnavailableError('Signing of accounts is not configured.', {
    extensions: { reason: 'signing' },
    hint: 'The application sets a signing key with configureContentCredentials.',
  });
}

/** Returns the address of the signed account of a record. */
export function credentialAddress(baseUrl: string, contentId: string): string {
  return `${baseUrl}/api/v1/contents/${encodeURIComponent(contentId)}/credential`;
}
