/** Returns one header by its lower-case name. */
export type HeaderReader = (name: string) => string | null | undefined;

const NUMBER = /^\d{1,13}(?:\.\d{1,12})?$/;
/** The longest delay that is believed: 30 days, in seconds. */
const LONGEST = 2_592_000;
const RESET_HEADERS = [
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
  'x-ratelimit-reset-after',
  'x-ratelimit-reset',
  'ratelimit-reset',
  'anthropic-ratelimit-requests-reset',
  'anthropic-ratelimit-tokens-reset',
  'anthropic-ratelimit-input-tokens-reset',
  'anthropic-ratelimit-output-tokens-reset',
] as const;

/**
 * Returns how many seconds a provider asks to wait, at most 30 days.
 *
 * Sources in order: `retry-after-ms`, `Retry-After` as seconds, as a duration or as a date (RFC 9110 §10.2.3, all three forms), the reset of
 * the `RateLimit` header (both drafts), the vendors' reset headers (the latest wins; a time since 1970 is recognized by its size), then a
 * hint in the body.
 *
 * @example
 * readRetryAfter((name) => new Headers({ 'retry-after': '20' }).get(name)); // 20
 */
export function readRetryAfter(header: HeaderReader, bodyText = '', now = Date.now()): number | undefined {
  const seconds = readHeaders(header, now) ?? readBodyHint(bodyText);
  return seconds === undefined ? undefined : Math.min(seconds, LONGEST);
}

function readHeaders(header: HeaderReader, now: number): number | undefined {
  const milliseconds = header('retry-after-ms')?.trim();
  if (milliseconds && NUMBER.test(milliseconds)) return Number(milliseconds) / 1000;
  const direct = parseSecondsOrDate(header('retry-after'), now) ?? parseDuration(header('retry-after')?.trim() ?? '');
  if (direct !== undefined) return direct;
  // `limit=10, remaining=0, reset=30`, or `"default";r=0;t=30`.
  const standard = /(?:^|[\s,;])(?:reset|t)=(\d{1,12})(?:$|[\s,;])/i.exec(header('ratelimit') ?? '')?.[1];
  const resets = RESET_HEADERS.map((name) => parseReset(header(name), now)).filter((value) => value !== undefined);
  if (standard !== undefined) resets.push(Number(standard));
  return resets.length > 0 ? Math.max(...resets) : undefined;
}

function parseSecondsOrDate(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (NUMBER.test(text)) return Number(text);
  // A date starts with a weekday name or a year: "20abc" must not be read as a date of the year 20.
  if (!/^[A-Za-z]{3,9},? |^\d{4}-\d{2}-\d{2}T/.test(text)) return undefined;
  // The form of C's asctime names no zone; HTTP's is always GMT.
  const at = Date.parse(/\d:\d{2} \d{4}$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

function parseReset(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const seconds = parseDuration(text) ?? parseSecondsOrDate(text, now);
  if (seconds === undefined || seconds < 1e9) return seconds;
  // A time since 1970, in seconds or milliseconds.
  return Math.max(0, (seconds > 1e11 ? seconds / 1000 : seconds) - now / 1000);
}

/** Parses a compound duration such as `6m0s`, `1d2h`, `1.5s` or `250ms` to seconds. */
export function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,9}(?:\.\d{1,12})?)s)?(?:(\d{1,9}(?:\.\d{1,12})?)ms)?$/.exec(
    text,
  );
  if (text === '' || !match) return undefined;
  const [, days = '0', hours = '0', minutes = '0', seconds = '0', milliseconds = '0'] = match;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000;
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|millis)/, 0.001],
  [/^d/, 86_400],
  [/^h/, 3600],
  [/^m/, 60],
  [/^s/, 1],
];

/** A number with a unit, which must not go on as another word. */
const AMOUNT = String.raw`\d{1,9}(?:\.\d{1,12})?\s*(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)?(?![a-z])`;
const FIELD = /"retry_?(?:delay|after)(_?ms|_?milliseconds)?"\s*:\s*"?(\d{1,9}(?:\.\d{1,12})?)(s|ms)?\b/i;
const SENTENCE = new RegExp(String.raw`(?:retry after|try again in|resets in|wait)\s+((?:${AMOUNT}[\s,]*(?:and\s+)?){1,4})`, 'i');

function readBodyHint(text: string): number | undefined {
  if (text === '') return undefined;
  const head = text.slice(0, 20_000);
  const field = FIELD.exec(head);
  if (field?.[2] !== undefined) return Number(field[2]) * (field[1] !== undefined || field[3]?.toLowerCase() === 'ms' ? 0.001 : 1);
  const sentence = SENTENCE.exec(head)?.[1];
  if (sentence === undefined) return undefined;
  let seconds = 0;
  for (const [, amount, unit = ''] of sentence.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/gi)) {
    seconds += Number(amount) * (UNITS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1] ?? 1);
  }
  return seconds;
}
