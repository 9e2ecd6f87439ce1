import { MalformedError } from '@colophon/core';
import { type AgentScope, agentScopes } from './agent-scopes.ts';
import type { OAuthClient } from './oauth-client.ts';
import { OAuthError } from './oauth-error.ts';
import { isSameRedirect } from './redirect-uri.ts';

/** The base64url of a SHA-256. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const LONGEST_STATE = 1000;

/** The client of a request, and an address that was proved to be its own. */
export interface ReturnAddress {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** What a client asks a person for. */
export interface AuthorizationRequest extends ReturnAddress {
  /** The SHA-256 of the secret that the client keeps (PKCE). */
  readonly challenge: string;
  /** The address that the tokens are for. */
  readonly resource: string;
  readonly scopes: readonly AgentScope[];
}

/** The id of the client in a request for authorization. @throws MalformedError for a parameter that is missing or repeated */
export function clientIdOf(parameters: URLSearchParams): string {
  const names = [...parameters.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new MalformedError(`The program sent ${repeated.slice(0, 100)} twice.`, { code: 'repeated_parameter' });
  return required(parameters, 'client_id');
}

/**
 * Where the outcome is sent. Until this is proved, nothing is: an error is shown to the person, who would otherwise be sent wherever the
 * author of the link wants.
 *
 * @throws MalformedError
 */
export function returnAddressOf(parameters: URLSearchParams, client: OAuthClient): ReturnAddress {
  const redirectUri = required(parameters, 'redirect_uri');
  if (!client.redirectUris.some((registered) => isSameRedirect(registered, redirectUri))) {
    throw new MalformedError('The address to return to is not one that this program has registered.', {
      code: 'unknown_redirect',
      hint: 'Nothing was sent there. Connect again from the program itself.',
    });
  }
  const state = parameters.get('state') ?? undefined;
  if (state !== undefined && state.length > LONGEST_STATE) throw new MalformedError(`state: must be at most ${LONGEST_STATE} characters.`);
  return { client, redirectUri, state };
}

/** What is asked for. @throws OAuthError, which is sent to the return address */
export function authorizationRequestOf(
  parameters: URLSearchParams,
  back: ReturnAddress,
  { issuer, isResource, defaultResource }: { issuer: string; isResource: (path: string) => boolean; defaultResource: string },
): AuthorizationRequest {
  if (parameters.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'Only response_type=code is supported.');
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'Only response_mode=query is supported.');
  for (const name of ['request', 'request_uri'])
    if (parameters.has(name)) throw new OAuthError('invalid_request', `${name} is not supported.`);
  const challenge = parameters.get('code_challenge') ?? '';
  // Without a method, `plain` would be meant, which protects nothing.
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256 (RFC 7636).');
  if (!CHALLENGE.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge must be the SHA-256 of the verifier in base64url.');
  const resource = resourceOf(parameters.get('resource') ?? `${issuer}${defaultResource}`, { issuer, isResource });
  if (resource === undefined) throw new OAuthError('invalid_target', 'resource is not an address of this server that takes agents.');
  return { ...back, challenge, resource, scopes: askedScopes(parameters.get('scope'), back.client) };
}

/** A resource as it is stored; undefined if it is none of this server. */
export function resourceOf(
  asked: string,
  { issuer, isResource }: { issuer: string; isResource: (path: string) => boolean },
): string | undefined {
  if (!URL.canParse(asked)) return undefined;
  const url = new URL(asked);
  if (url.origin !== issuer || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
  return isResource(url.pathname) ? `${issuer}${url.pathname}` : undefined;
}

/** A client that can renew its tokens and does not say otherwise asks to stay connected: most know no scope for it. */
function askedScopes(scope: string | null, { grantTypes }: OAuthClient): AgentScope[] {
  const words = (scope ?? '').split(' ').filter((word) => word !== '');
  return agentScopes(grantTypes.includes('refresh_token') ? [...words, 'offline_access'] : words);
}

function required(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name);
  if (value !== null && value !== '') return value;
  throw new MalformedError(`The program did not send its ${name}.`, { hint: 'Connect again from the program itself.' });
}
