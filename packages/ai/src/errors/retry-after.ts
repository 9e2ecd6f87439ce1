/** Returns one header by its lower-case name. */
export type HeaderReader = (name: string) => string | null | undefined;

const NUMBER = /^\d{1,12}(?:\.\d{1,12})?$/;
const RESET_HEADERS = [
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
  'anthropic-ratelimit-requests-reset',
  'anthropic-ratelimit-tokens-reset',
  'anthropic-ratelimit-input-tokens-reset',
  'anthropic-ratelimit-output-tokens-reset',
] as const;

/**
 * Returns how many seconds a provider asks to wait.
 *
 * Sources in order: `retry-after-ms`, `Retry-After` as seconds or as an HTTP date (RFC 9110 §10.2.3), the vendors' reset headers (the
 * latest wins), then a hint in the body.
 *
 * @example
 * readRetryAfter((name) => new Headers({ 'retry-after': '20' }).get(name)); // 20
 */
export function readRetryAfter(header: HeaderReader, bodyText = '', now = Date.now()): number | undefined {
  const milliseconds = header('retry-after-ms')?.trim();
  if (milliseconds && NUMBER.test(milliseconds)) return Number(milliseconds) / 1000;
  const direct = parseSecondsOrDate(header('retry-after'), now);
  if (direct !== undefined) return direct;
  const resets = RESET_HEADERS.map((name) => parseReset(header(name), now)).filter((value) => value !== undefined);
  if (resets.length > 0) return Math.max(...resets);
  return readBodyHint(bodyText);
}

function parseSecondsOrDate(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (NUMBER.test(text)) return Number(text);
  // A date starts with a weekday name or a year: "20abc" must not be read as a date of the year 20.
  if (!/^[A-Za-z]{3,9},? |^\d{4}-\d{2}-\d{2}T/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function parseReset(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  return parseDuration(text) ?? parseSecondsOrDate(text, now);
}

/** Parses a compound duration such as `6m0s`, `1.5s` or `250ms` to seconds. */
export function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?$/.exec(text);
  if (text === '' || !match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', milliseconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000;
}

function readBodyHint(text: string): number | undefined {
  if (text === '') return undefined;
  const head = text.slice(0, 20_000);
  const hint =
    /"retry_?(?:delay|after)"\s*:\s*"?(\d+(?:\.\d+)?)(s|ms)?\b/i.exec(head) ??
    /(?:retry after|try again in|resets in|wait)\s+(\d+(?:\.\d+)?)\s*(ms|milliseconds|s\b|sec|seconds|m\b|min|minutes)?/i.exec(head);
  if (!hint?.[1]) return undefined;
  const unit = (hint[2] ?? 's').toLowerCase();
  const factor = unit.startsWith('ms') || unit.startsWith('milli') ? 0.001 : unit.startsWith('m') ? 60 : 1;
  return Number(hint[1]) * factor;
}
