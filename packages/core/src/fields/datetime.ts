import { z } from 'zod';
import type { Field, FieldOptions, NeedsValue, ValueUnder } from './field.ts';
import { makeField } from './make-field.ts';

/**
 * Declares a point in time, held and answered as an ISO 8601 string in UTC with milliseconds
 * (`2026-11-21T10:00:00.000Z`), so that it reads and sorts the same in every store and on every surface.
 * Any ISO 8601 date-time with an offset is taken, a plain date as its midnight in UTC, and a `Date` in code.
 */
export function datetime<const O extends FieldOptions<string>>(options?: O): Field<ValueUnder<string, O>, NeedsValue<O>>;
export function datetime(options: FieldOptions<string> = {}): Field {
  return makeField({ kind: 'datetime', schema: datetimeSchema }, options);
}

const ISO_DATETIME = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

const datetimeSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date(), z.date()], {
    error: 'must be an ISO 8601 date-time such as 2026-11-21T10:00:00Z',
  })
  .transform((value) => toTimestamp(value) as string)
  .meta({ type: 'string', format: 'date-time' });

/** Reads an ISO 8601 date or date-time, or a `Date`, as a UTC timestamp with milliseconds; `undefined` when it is none. */
export function toTimestamp(value: string | Date): string | undefined {
  if (typeof value === 'string' && !ISO_DATETIME.test(value)) return undefined;
  const date = typeof value === 'string' ? new Date(value) : value;
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
