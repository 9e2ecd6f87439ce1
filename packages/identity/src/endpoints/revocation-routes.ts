import { makeCall, MalformedError, MethodNotAllowedError } from '@colophon/core';
import { Hono } from 'hono';
import { readSession } from '../sessions/read-session.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import { hashToken, tokenKind } from '../tokens/token-format.ts';
import { endpoint, type Incoming } from './incoming.ts';
import { inOAuth, oauthError } from './oauth-wire.ts';
import type { IdentityParts } from './parts.ts';
import { readBody, textOf } from './read-body.ts';

/** Below the issuer; the metadata names it. */
export const REVOCATION_PATH = '/api/cli/auth/revoke';

/** The OAuth revocation endpoint (RFC 7009), with which a client ends the session of a terminal whose token it has. */
export function revocationRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.post(
    REVOCATION_PATH,
    endpoint(parts, (request) => inOAuth(() => revoke(parts, request))),
  );
  app.all(
    REVOCATION_PATH,
    endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports POST.', ['POST']))),
  );
  return app;
}

async function revoke(parts: IdentityParts, incoming: Incoming): Promise<Response> {
  const token = textOf(await readBody(incoming.request), 'token');
  if (token === undefined || token === '') throw new MalformedError('token: must be the token to revoke (RFC 7009 §2.1).');
  return revokeToken(parts, incoming, token);
}

/** Ends the session of a terminal by its token. */
export async function revokeToken({ database }: IdentityParts, { requestId, now }: Incoming, token: string): Promise<Response> {
  const kind = tokenKind(token);
  // Created by an operator and not by a login: a client that can read it must not be able to revoke it for the others.
  if (kind === 'api') return oauthError('unsupported_token_type', 'An API token is revoked by an administrator.');
  const session = kind === 'cli' ? await readSession(database, { kind, hash: hashToken(token), now }) : undefined;
  if (session) {
    const caller = { kind: 'user', id: session.userId, name: session.name, tenantId: session.tenantId, role: session.role } as const;
    await revokeSession(database, session.id, makeCall({ caller, requestId, operation: 'sessions.end', now: () => now }));
  }
  // An unknown or expired token counts as revoked (§2.2).
  return new Response(null, { status: 200 });
}
