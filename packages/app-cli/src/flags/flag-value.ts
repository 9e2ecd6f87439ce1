import { UsageError } from '../errors/errors.ts';
import type { SchemaFlag } from './schema-flags.ts';
import { didYouMean } from './suggest.ts';

/** Returns the name of a flag as a person types it. */
export function shownName(flag: SchemaFlag): string {
  return `--${flag.names[0] ?? flag.property}`;
}

/**
 * Parses a value according to the schema.
 *
 * @throws UsageError naming the flag and the allowed values
 */
export function readFlagValue(flag: SchemaFlag, text: string): unknown {
  // For a text, `null` is a literal value; --no-<flag> clears it.
  if (flag.nullable && text === 'null' && (flag.type !== 'string' || flag.choices.length > 0)) return null;
  const value = readScalarText(flag, text);
  if (flag.choices.length > 0 && !flag.choices.some((choice) => choice === value)) {
    const allowed = flag.choices.map(String);
    throw new UsageError(`${shownName(flag)} does not take ${JSON.stringify(text)}; it takes ${allowed.join(', ')}`, {
      hint: didYouMean(text, allowed),
    });
  }
  return value;
}

/**
 * Parses one occurrence of an array flag: one item, or a JSON array of items.
 *
 * @throws UsageError naming the flag
 */
export function readArrayText(flag: SchemaFlag, text: string): readonly unknown[] {
  if (!text.trimStart().startsWith('[')) return [readFlagValue(flag, text)];
  const items = parseJsonText(flag, text);
  if (!Array.isArray(items)) throw new UsageError(`${shownName(flag)} takes one item, or a JSON array of them`);
  return items.map((item: unknown) => readFlagValue(flag, typeof item === 'string' ? item : JSON.stringify(item)));
}

function readScalarText(flag: SchemaFlag, text: string): unknown {
  switch (flag.type) {
    case 'string':
    case 'bytes':
      return text;
    case 'integer': {
      const value = Number(text);
      if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
      throw new UsageError(`${shownName(flag)} takes a whole number, not ${JSON.stringify(text)}`);
    }
    case 'number': {
      const value = Number(text);
      if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(value)) return value;
      throw new UsageError(`${shownName(flag)} takes a number, not ${JSON.stringify(text)}`);
    }
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw new UsageError(`${shownName(flag)} takes true or false, not ${JSON.stringify(text)}`);
    case 'json':
      return parseJsonText(flag, text);
    default:
      return flag.type satisfies never;
  }
}

function parseJsonText(flag: SchemaFlag, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`${shownName(flag)} takes JSON, and this is not: ${error instanceof Error ? error.message : ''}`, {
      hint: `Put it in single quotes, as in ${shownName(flag)} '{"key":"value"}'.`,
    });
  }
}
