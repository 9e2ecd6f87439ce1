import { validate, ValidationError } from '@colophon/core';
import type { z } from 'zod';

/** Parses input with a schema. @throws ValidationError naming every invalid part, as operations do */
export function readInput<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const read = validate(schema, given);
  if (read.success) return read.data;
  throw ValidationError.of(read.faults);
}
