import { DEVICE_GRANT_PATHS } from '@colophon/contract';
import { NotFoundError } from '@colophon/core';
import { otherMethods, problemResponse } from '@colophon/core/rest';
import { type Context, Hono } from 'hono';
import { AUTHORIZE_PATH } from './oauth-authorize.ts';
import { OAUTH_PATHS } from './oauth-token.ts';
import { serverMetadata } from './oauth-wire.ts';
import { DEFAULT_RESOURCE, type IdentityParts } from './parts.ts';
import { REVOCATION_PATH } from './revocation-routes.ts';

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

const HEADERS = {
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
} as const;

/**
 * What programs find out by themselves: the endpoints (RFC 8414), and which of them is for a resource (RFC 9728). There is no OpenID
 * provider here, so that its metadata does not exist.
 */
export function oauthMetadataRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  const metadata = serverMetadata(parts, { terminalRevocation: REVOCATION_PATH, authorize: AUTHORIZE_PATH, ...OAUTH_PATHS });
  app.get(DEVICE_GRANT_PATHS.metadata, () => Response.json(metadata, { headers: HEADERS }));
  app.all(DEVICE_GRANT_PATHS.metadata, otherMethods(['GET', 'HEAD']));
  if (!parts.oauth) return app;
  const { isResource } = parts.oauth;
  const describe = (context: Context): Response => {
    const path = new URL(context.req.raw.url).pathname.slice(RESOURCE_METADATA.length) || DEFAULT_RESOURCE;
    if (!isResource(path)) return problemResponse(new NotFoundError('Agents cannot be connected to this address.'), context);
    return Response.json(resourceMetadata(parts, path), { headers: HEADERS });
  };
  for (const path of [RESOURCE_METADATA, `${RESOURCE_METADATA}/*`]) {
    app.get(path, describe);
    app.all(path, otherMethods(['GET', 'HEAD']));
  }
  return app;
}

/** Reading is asked for first; what else is needed is said when it is. */
function resourceMetadata({ issuer, appName }: IdentityParts, path: string): Record<string, unknown> {
  return {
    resource: `${issuer}${path}`,
    authorization_servers: [issuer],
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
    resource_name: appName,
  };
}
