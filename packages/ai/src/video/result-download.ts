import type { Call } from '../provider/call.ts';
import { AIError } from '../errors/errors.ts';
import { download } from '../transport/download.ts';
import { requirePublicUrl } from '../transport/public-url.ts';

/** Fetches a video from an address on the given origins only; every redirect is checked too. */
export function downloadFromOrigins(call: Call, url: string, origins: readonly string[], headers?: Record<string, string>) {
  return download(call.http, url, {
    check: (next) => requireOrigin(next, origins, call.settings.kind),
    typePrefix: 'video/',
    maxBytes: call.settings.ceilings.maxResultBytes,
    ...(headers === undefined ? {} : { headers }),
  });
}

/** Fetches a video from any public HTTPS address, or from an origin the application lists. */
export function downloadFromPublic(call: Call, url: string, origins: readonly string[], headers?: Record<string, string>) {
  return download(call.http, url, {
    check: (next) => requirePublicUrl(next, "the result's address", origins, 'UNTRUSTED_RESULT_URL'),
    typePrefix: 'video/',
    maxBytes: call.settings.ceilings.maxResultBytes,
    ...(headers === undefined ? {} : { headers }),
  });
}

/**
 * Checks that an address is on one of the origins.
 *
 * @throws AIError `UNTRUSTED_RESULT_URL`.
 */
export function requireOrigin(value: string, origins: readonly string[], provider: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && url.username === '' && url.password === '' && origins.includes(url.origin)) return url;
  throw new AIError(
    `${provider}: the result is at ${url?.origin ?? 'an address that cannot be read'}, which is not trusted. If it should be, add it to resultUrlOrigins.`,
    { code: 'UNTRUSTED_RESULT_URL', provider },
  );
}
