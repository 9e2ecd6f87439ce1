import { sanitizeLine } from '../io/sanitize.ts';

const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization', 'x-api-key']);
const SECRET_NAMES = /^(access_?token|refresh_?token|id_?token|token|device_?code|password|secret|client_?secret|api_?key|key|code)$/i;

const REDACTED = '(redacted)';

/** Redacts a header for `--debug` and `--dry-run`. */
export function redactHeader(name: string, value: string): string {
  return SECRET_HEADERS.has(name.toLowerCase()) ? REDACTED : sanitizeLine(value, 512);
}

/** Redacts a URL for `--debug` and `--dry-run`: without user name, password, and values of parameters named like a secret. */
export function redactUrl(url: URL): string {
  const redacted = new URL(url);
  redacted.username = '';
  redacted.password = '';
  for (const name of new Set(redacted.searchParams.keys())) {
    if (SECRET_NAMES.test(name)) redacted.searchParams.set(name, REDACTED);
  }
  return redacted.href;
}
