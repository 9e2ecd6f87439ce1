import type { Field } from '../fields/field.ts';
import { isStorableText, UNSTORABLE_TEXT } from '../fields/characters.ts';
import { toTimestamp } from '../fields/datetime.ts';
import { INT32_MAXIMUM } from '../fields/numbers.ts';

type Read = { value: unknown } | { fault: string };

/**
 * Converts a value that a field is compared with; a text is folded as the field folds what it stores. The query string only has text, so
 * numbers and booleans are accepted as text too; a value that the field can never hold is an error rather than an empty result.
 */
export function comparable(field: Field, insideJson: boolean, value: unknown): Read {
  if (typeof value === 'string' && !isStorableText(value)) return { fault: UNSTORABLE_TEXT };
  if (insideJson) return isScalar(value) ? { value } : { fault: 'must be compared with a text, number or boolean' };
  switch (field.kind) {
    case 'integer':
    case 'real':
      return readNumber(value, field.kind === 'integer');
    case 'boolean':
      return readBoolean(value);
    case 'datetime':
      return readTimestamp(value);
    case 'json':
      return { fault: INSIDE_JSON };
    case 'bytes':
      return { fault: 'is compared with nothing' };
    case 'text':
    case 'list':
    case 'reference':
      return readText(value, field);
  }
}

export const INSIDE_JSON = 'is a JSON field: name what is inside it, such as metadata.key';

function readText(value: unknown, { values, fold }: Field): Read {
  if (typeof value !== 'string') return { fault: 'must be compared with text' };
  if (values && !values.includes(value)) return { fault: `must be one of ${values.join(', ')}` };
  return { value: fold ? fold(value) : value };
}

function readNumber(value: unknown, whole: boolean): Read {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return { fault: 'must be compared with a number' };
  if (whole && !(Number.isInteger(number) && Math.abs(number) <= INT32_MAXIMUM)) {
    return { fault: `must be compared with a whole number from -${INT32_MAXIMUM} to ${INT32_MAXIMUM}` };
  }
  return { value: number };
}

function readBoolean(value: unknown): Read {
  if (value === true || value === 'true') return { value: true };
  if (value === false || value === 'false') return { value: false };
  return { fault: 'must be compared with true or false' };
}

function readTimestamp(value: unknown): Read {
  const read = typeof value === 'string' || value instanceof Date ? toTimestamp(value) : undefined;
  return read === undefined ? { fault: 'must be compared with an ISO 8601 date or date-time' } : { value: read };
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
