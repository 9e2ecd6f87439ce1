import { ValidationError } from '@colophon/core';
import type { z } from 'zod';

/** Reads what was given by a schema. @throws ValidationError naming every part at fault */
export function readInput<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw ValidationError.of(
    read.error.issues.flatMap((issue) => {
      const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
      return names.map((path) => ({
        pointer: `/${path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
        code: issue.code === 'unrecognized_keys' ? 'unknown_field' : issue.code,
        detail: issue.message,
      }));
    }),
  );
}
