import { isPlainObject } from '@colophon/base';
import { shownText } from '../text/shown-text.ts';
import { LONGEST_CLIENT_NAME } from './oauth-client.ts';
import { OAuthError } from './oauth-error.ts';
import { destinationOf, isRedirectUri } from './redirect-uri.ts';

const MOST_REDIRECTS = 20;

/** What a client says of itself, validated. */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: string[];
  readonly grantTypes: string[];
  readonly logo: string | null;
}

/**
 * Reads what a client says of itself, in a registration (RFC 7591 §2) or in its metadata document.
 *
 * @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`
 */
export function clientMetadataOf(values: Readonly<Record<string, unknown>>): ClientMetadata {
  const redirectUris = redirectUrisOf(values['redirect_uris']);
  const grantTypes = textsOf(values, 'grant_types', ['authorization_code']);
  if (!grantTypes.includes('authorization_code')) throw refused('grant_types must contain authorization_code.');
  if (!textsOf(values, 'response_types', ['code']).includes('code')) throw refused('response_types must contain code.');
  if (values['client_secret'] !== undefined) throw refused('Clients have no secret here; leave client_secret out.');
  const name = values['client_name'];
  if (name !== undefined && typeof name !== 'string') throw refused('client_name must be text.');
  const logo = values['logo_uri'];
  return {
    name: shownText(name, LONGEST_CLIENT_NAME) ?? destinationOf(redirectUris[0] ?? ''),
    redirectUris,
    grantTypes: grantTypes.filter((type) => type === 'authorization_code' || type === 'refresh_token'),
    logo: typeof logo === 'string' && logo.length <= 2000 && URL.canParse(logo) ? logo : null,
  };
}

function redirectUrisOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_REDIRECTS || !value.every((each) => typeof each === 'string')) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${MOST_REDIRECTS} addresses.`);
  }
  const wrong = value.find((uri) => !isRedirectUri(uri));
  if (wrong === undefined) return [...new Set(value)];
  throw new OAuthError(
    'invalid_redirect_uri',
    `${wrong.slice(0, 200)} must be an https address without a fragment, one of this computer (http://127.0.0.1/…), or of a scheme of the program's own.`,
  );
}

function textsOf(values: Readonly<Record<string, unknown>>, name: string, otherwise: string[]): string[] {
  const value = values[name] ?? otherwise;
  if (Array.isArray(value) && value.length <= 20 && value.every((each) => typeof each === 'string')) return value;
  throw refused(`${name} must be a list of texts.`);
}

/** @throws OAuthError unless the text is a JSON object */
export function metadataObject(text: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refused('It is not JSON.');
  }
  if (!isPlainObject(parsed)) throw refused('It must be a JSON object.');
  return parsed;
}

/** An `invalid_client_metadata`. */
export function refused(message: string): OAuthError {
  return new OAuthError('invalid_client_metadata', message);
}
