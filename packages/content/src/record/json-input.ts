import { z } from 'zod';

/**
 * An input that is no flat value: the value itself, or its JSON text as commands and query strings carry it. To schemas
 * that others read it is a text of JSON, so that a command has a flag for it.
 */
export function jsonInput<S extends z.ZodType>(schema: S, description: string) {
  const read = z.preprocess((value, context) => {
    const given = typeof value === 'string' ? parsed(value) : value;
    const result = schema.safeParse(given);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues)
      context.addIssue({ code: 'custom', message: given === undefined ? 'must be JSON' : message, input: value, path: [...path] });
    return z.NEVER;
  }, z.custom<z.output<S>>());
  return read.meta({ type: 'string', contentMediaType: 'application/json', description });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
