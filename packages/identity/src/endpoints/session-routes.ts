import { DEVICE_GRANT_PATHS, type SessionResponse } from '@colophon/contract';
import { makeCall, MethodNotAllowedError, UnauthenticatedError } from '@colophon/core';
import { Hono } from 'hono';
import { bearerToken } from '../callers/authenticator.ts';
import { readSession } from '../sessions/read-session.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import { Tenants } from '../tenants/tenant.ts';
import { readApiToken } from '../tokens/read-api-token.ts';
import { hashToken, tokenKind } from '../tokens/token-format.ts';
import { endpoint, type Incoming } from './incoming.ts';
import type { IdentityParts } from './parts.ts';

/** The session of a bearer token: reading it and ending it. */
export function sessionRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  const { session } = DEVICE_GRANT_PATHS;
  app.get(
    session,
    endpoint(parts, async (request) => Response.json(await describeSession(parts, request))),
  );
  app.delete(
    session,
    endpoint(parts, async (request) => Response.json(await endSession(parts, request))),
  );
  app.all(
    session,
    endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports GET and DELETE.', ['GET', 'HEAD', 'DELETE']))),
  );
  return app;
}

async function describeSession(parts: IdentityParts, { request, now }: Incoming): Promise<SessionResponse> {
  const authorization = request.headers.get('authorization');
  if (authorization === null) throw new UnauthenticatedError();
  const token = bearerToken(authorization);
  const hash = hashToken(token);
  const found = tokenKind(token) === 'cli' ? await cliSession(parts, hash, now) : await apiToken(parts, hash, now);
  if (!found) throw new UnauthenticatedError('This token is unknown, has expired or was revoked.', true);
  return found;
}

async function cliSession(parts: IdentityParts, hash: string, now: Date): Promise<SessionResponse | undefined> {
  const session = await readSession(parts.database, { kind: 'cli', hash, now });
  if (!session || session.role === null) return undefined;
  return {
    authenticated: true,
    user: { id: session.userId, name: session.name, email: session.email },
    tenant: await tenantOf(parts, session.tenantId),
    roles: [session.role],
    session: { id: session.id, kind: 'cli', createdAt: session.created_at, expiresAt: session.expiresAt },
    issuer: parts.issuer,
  };
}

/** A token is not a person: it has its own id and name, and no e-mail address. */
async function apiToken(parts: IdentityParts, hash: string, now: Date): Promise<SessionResponse | undefined> {
  const token = await readApiToken(parts.database, hash, now);
  if (!token) return undefined;
  return {
    authenticated: true,
    user: { id: token.id, name: token.name, email: '' },
    tenant: await tenantOf(parts, token.tenantId),
    roles: [token.role],
    session: { id: token.id, kind: 'token', createdAt: token.created_at, expiresAt: token.expiresAt },
    issuer: parts.issuer,
  };
}

async function tenantOf({ database }: IdentityParts, id: string | null): Promise<SessionResponse['tenant']> {
  const tenant = id === null ? undefined : await new Tenants(database).get(id);
  return tenant ? { id: tenant.id, slug: tenant.slug, name: tenant.name } : null;
}

/** Ends the terminal's session; the response is the same for any token. API tokens are revoked by their operator. */
async function endSession(parts: IdentityParts, { request, requestId, now }: Incoming): Promise<{ authenticated: false }> {
  const authorization = request.headers.get('authorization');
  const token = authorization === null ? undefined : readable(authorization);
  const session = token === undefined ? undefined : await readSession(parts.database, { kind: 'cli', hash: hashToken(token), now });
  if (session) {
    const caller = { kind: 'user', id: session.userId, name: session.name, tenantId: session.tenantId, role: session.role } as const;
    await revokeSession(parts.database, session.id, makeCall({ caller, requestId, operation: 'sessions.end', now: () => now }));
  }
  return { authenticated: false };
}

function readable(authorization: string): string | undefined {
  try {
    return bearerToken(authorization);
  } catch {
    return undefined;
  }
}
