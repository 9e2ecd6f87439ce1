import type { Field } from '../fields/field.ts';
import { isStorableText, UNSTORABLE_TEXT } from '../fields/characters.ts';
import { toTimestamp } from '../fields/datetime.ts';

type Read = { value: unknown } | { fault: string };

/**
 * Reads a value that a field is compared with. The query string has only text, so numbers and booleans are taken as
 * text too; a value that the field could never hold is a fault rather than an empty answer.
 */
export function comparable(field: Field, insideJson: boolean, value: unknown): Read {
  if (typeof value === 'string' && !isStorableText(value)) return { fault: UNSTORABLE_TEXT };
  if (insideJson) return isScalar(value) ? { value } : { fault: 'is compared with a text, number or boolean' };
  switch (field.kind) {
    case 'integer':
    case 'real':
      return readNumber(value, field.kind === 'integer');
    case 'boolean':
      return readBoolean(value);
    case 'datetime':
      return readTimestamp(value);
    case 'json':
      return { fault: 'is a JSON field: name what is inside it, such as metadata.key' };
    default:
      return typeof value === 'string' ? { value } : { fault: 'is compared with text' };
  }
}

function readNumber(value: unknown, whole: boolean): Read {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return { fault: 'is compared with a number' };
  if (whole && !Number.isSafeInteger(number)) return { fault: 'is compared with a whole number' };
  return { value: number };
}

function readBoolean(value: unknown): Read {
  if (value === true || value === 'true') return { value: true };
  if (value === false || value === 'false') return { value: false };
  return { fault: 'is compared with true or false' };
}

function readTimestamp(value: unknown): Read {
  const read = typeof value === 'string' || value instanceof Date ? toTimestamp(value) : undefined;
  return read === undefined ? { fault: 'is compared with an ISO 8601 date or date-time' } : { value: read };
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
