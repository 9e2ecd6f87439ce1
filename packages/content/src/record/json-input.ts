import { findUnstorable, plainMessage } from '@colophon/core';
import { z } from 'zod';

/**
 * An input that is not a flat value: the value itself, or its JSON text as in commands and query strings. Commands see the text, so that
 * there is a flag for it, and bodies and tools the value (`contentSchema`).
 */
export function jsonInput<S extends z.ZodType>(schema: S, description: string) {
  const read = z.preprocess((value, context) => {
    const given = typeof value === 'string' ? parsed(value) : value;
    // Checked before the schema, which would silently drop a `__proto__`.
    const unstorable = findUnstorable(given);
    if (unstorable) {
      context.addIssue({ code: 'custom', message: unstorable, input: value });
      return z.NEVER;
    }
    const result = schema.safeParse(given, { error: plainMessage });
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues)
      context.addIssue({ code: 'custom', message: given === undefined ? 'must be JSON' : message, input: value, path: [...path] });
    return z.NEVER;
  }, z.custom<z.output<S>>());
  const { $schema: _, ...contentSchema } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return read.meta({ type: 'string', contentMediaType: 'application/json', contentSchema, description });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
