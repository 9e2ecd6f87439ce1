import { invalidInput } from '../../errors/errors.ts';

const PATTERN = /^([1-9]\d*)(s|m|h|d|w|M|Y)$/;
const MINUTES = { s: 1 / 60, m: 1, h: 60, d: 1440, w: 10_080, M: 43_200, Y: 525_600 } as const;

/** A parsed duration such as `1h`. `M` is a month, `m` a minute. */
export interface Duration {
  count: number;
  unit: keyof typeof MINUTES;
}

/**
 * Parses a duration of this library's admin options.
 *
 * @throws AIError `INVALID_INPUT` naming the field.
 */
export function readDuration(text: string, field: string): Duration {
  const match = PATTERN.exec(text);
  if (!match) throw invalidInput(`${field} must be a whole number and one of s, m, h, d, w, M (months), Y, for example 1M.`);
  return { count: Number(match[1]), unit: match[2] as Duration['unit'] };
}

/** Formats a duration for LiteLLM: seconds, minutes, hours, days and `mo`. */
export function toLiteLLMDuration({ count, unit }: Duration): string {
  if (unit === 'M') return `${count}mo`;
  if (unit === 'Y') return `${count * 12}mo`;
  return unit === 'w' ? `${count * 7}d` : `${count}${unit}`;
}

/**
 * Converts a number per duration to a number per minute, rounded down so that no more is allowed.
 *
 * @throws AIError `INVALID_INPUT` if the result is below one per minute.
 */
export function perMinute(limit: number, duration: Duration, field: string): number {
  const rate = Math.floor(limit / (duration.count * MINUTES[duration.unit]));
  if (rate >= 1) return rate;
  throw invalidInput(`${field} is less than one per minute, which this gateway cannot represent.`);
}
