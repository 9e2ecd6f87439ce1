import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

/**
 * Allows pages of these sites to use the API with a bearer token. Cookies are never used: without `credentials` browsers withhold responses
 * to requests with cookies.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-None-Match',
      'Idempotency-Key',
      'Last-Event-ID',
      'MCP-Protocol-Version',
      'Mcp-Session-Id',
      'Prefer',
      'Range',
      'X-Contribution-Key',
      'X-Expect-User',
      'X-Request-Id',
      'X-Tenant',
    ],
    exposeHeaders: [
      'Content-Range',
      'ETag',
      'Idempotency-Replayed',
      'Link',
      'Location',
      'Mcp-Session-Id',
      'Preference-Applied',
      'Retry-After',
      'X-Request-Id',
    ],
    maxAge: 600,
  });
}
