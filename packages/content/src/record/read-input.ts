import { faultsOf, ValidationError } from '@colophon/core';
import type { z } from 'zod';

/** Reads what was given by a schema. @throws ValidationError naming every part at fault, as operations do */
export function readInput<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw ValidationError.of(faultsOf(read.error));
}
