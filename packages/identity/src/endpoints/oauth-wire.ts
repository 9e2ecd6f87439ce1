import { DEVICE_GRANT_PATHS, DEVICE_GRANT_TYPE, type OAuthTokenErrorCode } from '@colophon/contract';
import { ColophonError, MalformedError } from '@colophon/core';
import { AGENT_SCOPES } from '../agents/agent-scopes.ts';
import { OAuthError, type OAuthErrorCode } from '../agents/oauth-error.ts';
import type { PollAnswer } from '../grant/exchange.ts';
import type { StartedLogin } from '../grant/start.ts';
import type { IdentityParts } from './parts.ts';
import { type SentBody, textOf } from './read-body.ts';

/** Whether a start request uses RFC 8628: it then names its client, and only OAuth clients send forms. */
export function isOAuthStart({ form, values }: SentBody): boolean {
  return form || values.has('client_id');
}

/** Whether a token request uses RFC 8628. */
export function isOAuthToken({ form, values }: SentBody): boolean {
  return form || values.has('grant_type');
}

/** The client of an OAuth request, which is a public one. @throws MalformedError if it is missing */
export function clientOf(body: SentBody): string {
  const id = textOf(body, 'client_id');
  if (id !== undefined && id !== '' && id.length <= 200) return id;
  throw new MalformedError('client_id: must name the client (RFC 8628 §3.1).');
}

/** The response to a start request, by RFC 8628 §3.2. */
export function oauthStarted(login: StartedLogin, urls: { verificationUrl: string; verificationUrlComplete: string }): Response {
  return Response.json({
    device_code: login.deviceCode,
    user_code: login.userCode,
    verification_uri: urls.verificationUrl,
    verification_uri_complete: urls.verificationUrlComplete,
    expires_in: login.expiresIn,
    interval: login.interval,
  });
}

/** The response to a token request, by RFC 8628 §3.5 and RFC 6749 §5. */
export function oauthPolled(result: PollAnswer): Response {
  switch (result.status) {
    case 'approved':
      return Response.json({ access_token: result.accessToken, token_type: 'Bearer', expires_in: result.expiresIn });
    case 'pending':
      return result.tooFast
        ? oauthError('slow_down', `Wait ${result.interval} seconds between polls.`)
        : oauthError('authorization_pending', 'Nobody has approved this login yet.');
    case 'denied':
      return oauthError('access_denied', 'The login was denied.');
    case 'expired':
      return oauthError('expired_token', 'This login has expired; start it again.');
    default:
      return oauthError('invalid_grant', 'This device code is unknown, or its token was already fetched.');
  }
}

export function oauthError(
  error: OAuthErrorCode | OAuthTokenErrorCode | 'temporarily_unavailable' | 'unsupported_token_type',
  description: string,
  status = 400,
): Response {
  return Response.json({ error, error_description: description }, { status });
}

/** Runs an OAuth endpoint: errors are returned as RFC 6749 §5.2 specifies. */
export async function inOAuth(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OAuthError) return oauthError(error.error, error.message, error.status);
    if (!(error instanceof ColophonError) || (error.status >= 500 && error.status !== 503)) throw error;
    const busy = error.status === 429 || error.status === 503;
    const response = oauthError(busy ? 'temporarily_unavailable' : 'invalid_request', error.message, busy ? error.status : 400);
    for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
    return response;
  }
}

/** The metadata by which OAuth clients find the endpoints (RFC 8414 §2, RFC 8628 §4, RFC 7009). */
export function serverMetadata(
  { issuer, oauth }: IdentityParts,
  paths: {
    readonly terminalRevocation: string;
    readonly authorize: string;
    readonly token: string;
    readonly revoke: string;
    readonly register: string;
  },
): Record<string, unknown> {
  const common = {
    issuer,
    device_authorization_endpoint: `${issuer}${DEVICE_GRANT_PATHS.start}`,
    revocation_endpoint_auth_methods_supported: ['none'],
    token_endpoint_auth_methods_supported: ['none'],
  };
  if (!oauth)
    return {
      ...common,
      token_endpoint: `${issuer}${DEVICE_GRANT_PATHS.token}`,
      revocation_endpoint: `${issuer}${paths.terminalRevocation}`,
      grant_types_supported: [DEVICE_GRANT_TYPE],
      response_types_supported: [],
    };
  return {
    ...common,
    authorization_endpoint: `${issuer}${paths.authorize}`,
    token_endpoint: `${issuer}${paths.token}`,
    revocation_endpoint: `${issuer}${paths.revoke}`,
    ...(oauth.registration ? { registration_endpoint: `${issuer}${paths.register}` } : {}),
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT_TYPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: AGENT_SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: oauth.agents === 'any',
  };
}
