import { toTimestamp } from '../../fields/datetime.ts';
import type { FieldKind } from '../../fields/field.ts';

/** PostgreSQL's range of an integer column; SQLite could hold more. */
const LARGEST = 2 ** 31 - 1;
const SMALLEST = -(2 ** 31);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Returns a value in the form of another kind, as it is on instances; undefined if it has none. The same on every database.
 */
export function convertValue(value: unknown, kind: FieldKind): unknown {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'text':
    case 'reference':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'integer': {
      const number = numberOf(value);
      return number !== undefined && Number.isInteger(number) && number >= SMALLEST && number <= LARGEST ? number : undefined;
    }
    case 'real':
      return numberOf(value);
    case 'boolean':
      return booleanOf(value);
    case 'datetime':
      return typeof value === 'string' ? toTimestamp(value.trim()) : undefined;
    case 'json':
      return objectOf(value);
    case 'list':
      return typeof value === 'string' ? [value] : Array.isArray(value) ? value : undefined;
    case 'bytes':
      return value instanceof Uint8Array ? value : undefined;
  }
}

function objectOf(value: unknown): unknown {
  if (typeof value === 'object') return value;
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !NUMBER.test(value.trim())) return undefined;
  const number = Number(value);
  // No database keeps a negative zero.
  return Number.isFinite(number) ? number + 0 : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : String(value as number);
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}
