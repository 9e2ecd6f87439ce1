import { sanitizeLine } from '../io/sanitize.ts';

const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization', 'x-api-key']);
const SECRET_NAMES = /^(access_?token|refresh_?token|id_?token|token|device_?code|password|secret|client_?secret|api_?key|key|code)$/i;

const REDACTED = '(redacted)';

/** A header as `--debug` and `--dry-run` show it. */
export function redactHeader(name: string, value: string): string {
  return SECRET_HEADERS.has(name.toLowerCase()) ? REDACTED : sanitizeLine(value, 512);
}

/** A URL as `--debug` and `--dry-run` show it: no user name or password, no value of a parameter that is named like a secret. */
export function redactUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  for (const name of new Set(shown.searchParams.keys())) {
    if (SECRET_NAMES.test(name)) shown.searchParams.set(name, REDACTED);
  }
  return shown.href;
}
