import { z } from 'zod';
import type { Field, FieldOptions, NeedsValue, ValueUnder } from './field.ts';
import { makeField } from './make-field.ts';

/**
 * Declares a point in time, stored and returned as an ISO 8601 string in UTC with milliseconds (`2026-11-21T10:00:00.000Z`), so that it
 * reads and sorts the same in every store and on every surface. Accepts any ISO 8601 date-time with an offset, a plain date as midnight
 * UTC, and in code a `Date`.
 */
export function datetime<const O extends FieldOptions<string>>(options?: O): Field<ValueUnder<string, O>, NeedsValue<O>>;
export function datetime(options: FieldOptions<string> = {}): Field {
  return makeField({ kind: 'datetime', schema: datetimeSchema }, options);
}

const ISO_DATETIME = /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

const NOT_A_TIME = 'must be an ISO 8601 date-time such as 2026-11-21T10:00:00Z';

const datetimeSchema = z
  .preprocess((value, context) => {
    const timestamp = typeof value === 'string' || value instanceof Date ? toTimestamp(value) : undefined;
    if (timestamp !== undefined || value === undefined) return timestamp;
    context.addIssue({ code: 'custom', message: NOT_A_TIME, input: value });
    return z.NEVER;
  }, z.string())
  .meta({ type: 'string', format: 'date-time' });

/**
 * Converts an ISO 8601 date or date-time, or a `Date`, to a UTC timestamp with milliseconds; returns `undefined` if it is invalid, names a
 * nonexistent day, or lies outside the years 1 to 9999, where texts do not sort by time.
 */
export function toTimestamp(value: string | Date): string | undefined {
  if (typeof value === 'string') {
    const [, year, month, day] = ISO_DATETIME.exec(value) ?? [];
    if (year === undefined || Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  }
  const date = typeof value === 'string' ? new Date(value) : value;
  const time = date.getTime();
  return time >= EARLIEST && time <= LATEST ? date.toISOString() : undefined;
}

const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
