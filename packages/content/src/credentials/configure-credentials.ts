import { UnavailableError } from '@colophon/core';
import type { Signer } from '@colophon/core/signing';
import { linkCredentials } from '../transparency/credential-link.ts';

/** Who signs accounts in this process, and in whose name. */
export interface CredentialSettings {
  readonly signer: Signer;
  /** Where people reach the application, such as `https://news.example`; the issuer is `<baseUrl>/issuer`. */
  readonly baseUrl: string;
}

let current: CredentialSettings | undefined;

/**
 * Says who signs the accounts of what is published; undefined says that nobody does, and nothing is signed.
 *
 * @example
 * const signer = await openSigner(database, () => readOrMakeKeyFile('./data/signing-key'));
 * configureContentCredentials({ signer, baseUrl: 'https://news.example' });
 */
export function configureContentCredentials(settings: CredentialSettings | undefined): void {
  current = settings;
  linkCredentials(settings && ((contentId) => credentialAddress(settings.baseUrl, contentId)));
}

/** Who signs in this process; undefined where nobody does. */
export function credentialSettings(): CredentialSettings | undefined {
  return current;
}

/** @throws UnavailableError where nobody signs */
export function requireCredentialSettings(): CredentialSettings {
  if (current) return current;
  throw new UnavailableError('Accounts are not signed here.', {
    extensions: { reason: 'signing' },
    hint: 'The application sets a signing key up with configureContentCredentials.',
  });
}

/** The address of the signed account of a record. */
export function credentialAddress(baseUrl: string, contentId: string): string {
  return `${baseUrl}/api/v1/contents/${encodeURIComponent(contentId)}/credential`;
}
