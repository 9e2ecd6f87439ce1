import { DEVICE_GRANT_TYPE } from '@colophon/contract';
import { MalformedError, MethodNotAllowedError, UnsupportedMediaTypeError } from '@colophon/core';
import { Hono } from 'hono';
import { endFamilyOf } from '../agents/end-grant.ts';
import { findKnownClient } from '../agents/find-client.ts';
import { exchangeCode, type IssuedTokens, refreshTokens } from '../agents/issue-tokens.ts';
import type { OAuthClient } from '../agents/oauth-client.ts';
import { OAuthError } from '../agents/oauth-error.ts';
import { registerClient } from '../agents/register-client.ts';
import { pollLogin } from '../grant/exchange.ts';
import { tokenKind } from '../tokens/token-format.ts';
import { endpoint, type Incoming } from './incoming.ts';
import { clientOf, inOAuth, oauthPolled } from './oauth-wire.ts';
import type { IdentityParts } from './parts.ts';
import { isForm, readBody, requiredText, type SentBody, textOf } from './read-body.ts';
import { revokeToken } from './revocation-routes.ts';

/** Below the issuer; the metadata names them. */
export const OAUTH_PATHS = { token: '/oauth/token', revoke: '/oauth/revoke', register: '/oauth/register' } as const;

/** Programs in browsers send these requests too, without credentials of this site. */
const CORS = { 'Access-Control-Allow-Origin': '*' } as const;
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type, MCP-Protocol-Version',
  'Access-Control-Max-Age': '86400',
} as const;

/** The endpoints that programs call: for tokens (RFC 6749 §3.2), their revocation (RFC 7009), and registration (RFC 7591). */
export function oauthTokenRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  const answers = {
    [OAUTH_PATHS.token]: answerToken,
    [OAUTH_PATHS.revoke]: answerRevoke,
    ...(parts.oauth?.registration ? { [OAUTH_PATHS.register]: answerRegister } : {}),
  };
  for (const [path, answer] of Object.entries(answers)) {
    app.post(
      path,
      endpoint(parts, (request) => withCors(() => inOAuth(() => answer(parts, request)))),
    );
    app.options(path, () => new Response(null, { status: 204, headers: PREFLIGHT }));
    app.all(
      path,
      endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports POST.', ['POST', 'OPTIONS']))),
    );
  }
  return app;
}

async function answerToken(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readForm(request);
  const grant = requiredText(body, 'grant_type', 'must be given');
  const { database, secret } = parts;
  const { now, requestId } = request;
  if (grant === DEVICE_GRANT_TYPE) {
    const deviceCode = requiredText(body, 'device_code', 'must be given');
    return oauthPolled(await pollLogin(database, { deviceCode, clientId: clientOf(body), requestId, now }));
  }
  if (grant !== 'authorization_code' && grant !== 'refresh_token')
    throw new OAuthError('unsupported_grant_type', 'Only authorization_code, refresh_token and the device grant are supported.');
  const common = { client: await knownClient(parts, body), resource: textOf(body, 'resource'), now };
  if (grant === 'refresh_token') {
    const refreshToken = requiredText(body, 'refresh_token', 'must be given');
    return issued(await refreshTokens(database, { ...common, refreshToken, scope: textOf(body, 'scope'), secret }));
  }
  return issued(
    await exchangeCode(database, {
      ...common,
      code: requiredText(body, 'code', 'must be given'),
      redirectUri: textOf(body, 'redirect_uri'),
      verifier: requiredText(body, 'code_verifier', 'must be given (RFC 7636)'),
    }),
  );
}

function issued({ accessToken, refreshToken, expiresIn, scope }: IssuedTokens): Response {
  return Response.json({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    scope,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  });
}

/** Clients have no secrets: one that sends its id as the user of Basic authentication is not known. */
async function knownClient({ database }: IdentityParts, body: SentBody): Promise<OAuthClient> {
  const clientId = textOf(body, 'client_id');
  const client = clientId === undefined || clientId.length > 2000 ? undefined : await findKnownClient(database, clientId);
  if (client && client.blockedAt === null) return client;
  throw new OAuthError('invalid_client', 'client_id must name a client that this server knows.', 401);
}

async function answerRevoke(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readForm(request);
  const token = requiredText(body, 'token', 'must be the token to revoke (RFC 7009 §2.1)');
  const kind = tokenKind(token);
  if (kind !== 'agent' && kind !== 'refresh') return revokeToken(parts, request, token);
  await endFamilyOf(parts.database, token);
  return new Response(null, { status: 200 });
}

async function answerRegister({ database }: IdentityParts, { request, address, now }: Incoming): Promise<Response> {
  if (isForm(request)) throw new UnsupportedMediaTypeError('A registration must be application/json.');
  const { values } = await readBody(request);
  const client = await registerClient(database, Object.fromEntries(values), { address, now });
  return Response.json(
    {
      client_id: client.clientId,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: client.grantTypes,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    { status: 201 },
  );
}

async function readForm({ request }: Incoming): Promise<SentBody> {
  if (!isForm(request)) throw new MalformedError('The request must be application/x-www-form-urlencoded.');
  return readBody(request);
}

async function withCors(work: () => Promise<Response>): Promise<Response> {
  const response = await work();
  for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
  return response;
}
