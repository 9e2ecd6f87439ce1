import { UnavailableError } from '@colophon/core';
import type { Signer } from '@colophon/core/signing';
import { type AddressedContent, contentAddress } from '../feeds/content-addresses.ts';
import { linkCredentials } from '../transparency/credential-link.ts';

/** Who signs accounts in this process, and in whose name. */
export interface CredentialSettings {
  readonly signer: Signer;
  /** Where people reach the application, such as `https://news.example`; the issuer is `<baseUrl>/issuer`. */
  readonly baseUrl: string;
  /**
   * Where the site of a tenant stands, such as `https://acme.example`; undefined where it has none of its own. Slugs are unique in a
   * tenant alone: without it, accounts of tenants name the record instead of a page.
   */
  readonly siteOfTenant?: (tenantId: string) => Promise<string | undefined>;
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

/** What signed accounts say of where a piece stands. */
export interface SignedPlace {
  /** The site in whose name it is signed. */
  readonly site: string;
  /** The address of the piece. No other piece has it, in whatever tenant. */
  readonly address: string;
}

/** Where a piece stands: at the address that `configureContentAddresses` gives it, on the site of its tenant. */
export async function placeOf(
  { baseUrl, siteOfTenant }: CredentialSettings,
  { tenantId, ...piece }: AddressedContent & { readonly tenantId: string | null },
): Promise<SignedPlace> {
  const path = contentAddress(piece);
  if (tenantId === null) return { site: baseUrl, address: new URL(path, `${baseUrl}/`).href };
  const site = await siteOfTenant?.(tenantId);
  // An address that is the same for all tenants tells no two pieces apart.
  if (site === undefined || !path.startsWith('/')) return { site: site ?? baseUrl, address: recordAddress(site ?? baseUrl, piece.id) };
  return { site, address: new URL(path, `${site}/`).href };
}

function recordAddress(baseUrl: string, contentId: string): string {
  return `${baseUrl}/api/v1/contents/${encodeURIComponent(contentId)}`;
}

/** The address of the signed account of a record. */
export function credentialAddress(baseUrl: string, contentId: string): string {
  return `${recordAddress(baseUrl, contentId)}/credential`;
}
