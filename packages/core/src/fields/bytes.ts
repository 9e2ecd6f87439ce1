import { z } from 'zod';
import type { Field } from './field.ts';
import { makeField } from './make-field.ts';

export interface BytesOptions {
  /** The value is required: neither null nor absent. */
  required?: boolean;
  /** In bytes. */
  maxLength?: number;
  /** Personal data: see `FieldOptions.personal`. */
  personal?: boolean;
  description?: string;
}

/**
 * Declares a field of bytes (`Uint8Array`): a BLOB on SQLite, `bytea` on PostgreSQL. It is always private: it is not in responses, filters,
 * orders, schemas or audit entries. An operation that shows it encodes it itself.
 *
 * @example
 * state: bytes({ required: true })  // Uint8Array
 * savedState: bytes()               // Uint8Array | null
 */
export function bytes(options: BytesOptions & { required: true }): Field<Uint8Array, true>;
export function bytes(options?: BytesOptions): Field<Uint8Array | null, false>;
export function bytes({ maxLength, ...options }: BytesOptions = {}): Field {
  const schema = z.instanceof(Uint8Array, { error: 'must be bytes' });
  const isShort = (value: Uint8Array): boolean => maxLength === undefined || value.byteLength <= maxLength;
  return makeField(
    { kind: 'bytes', schema: schema.refine(isShort, { error: `must be at most ${maxLength} bytes` }) },
    { ...options, private: true, listed: false },
  );
}

/** Returns stored bytes as a plain `Uint8Array`: a driver may return a subclass, which no comparison finds equal. */
export function plainBytes(value: unknown): unknown {
  return Buffer.isBuffer(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
}
