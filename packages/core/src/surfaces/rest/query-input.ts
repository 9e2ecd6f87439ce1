import { z } from 'zod';
import { MalformedError } from '../../errors/errors.ts';
import type { Operation } from '../../operations/operation.ts';

interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly PropertySchema[];
}

/**
 * Returns the parser of an operation's input from a query string: arrays repeat, objects are JSON, numbers and booleans are converted as
 * the schema requires.
 */
export function queryReader(operation: Operation): (query: URLSearchParams) => Record<string, unknown> {
  let properties: Record<string, PropertySchema> | undefined;
  return (query) => {
    // Generating the schema takes longer than the rest of startup, and most parsers are never used.
    properties ??= propertiesOf(operation);
    const input: Record<string, unknown> = {};
    for (const name of new Set(query.keys())) {
      const values = query.getAll(name);
      const types = typesOf(properties[name]);
      if (types.includes('array')) input[name] = values.length === 1 && values[0]?.startsWith('[') ? json(name, values[0]) : values;
      else if (values.length > 1)
        throw new MalformedError(`${name}: is given twice.`, {
          code: 'faulty_query',
          errors: [{ pointer: `/${name}`, code: 'bad_parameter', detail: 'is given twice' }],
        });
      else input[name] = scalar(name, values[0] ?? '', types);
    }
    return input;
  };
}

function propertiesOf(operation: Operation): Record<string, PropertySchema> {
  if (!operation.input) return {};
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, PropertySchema>;
  };
  return schema.properties ?? {};
}

function typesOf(schema: PropertySchema | undefined): readonly string[] {
  if (!schema) return [];
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf);
  return typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
}

function scalar(name: string, value: string, types: readonly string[]): unknown {
  if (types.includes('string')) return value;
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  if (types.includes('null') && value === '') return null;
  return types.includes('object') ? json(name, value) : value;
}

function json(name: string, value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new MalformedError(`${name}: must be JSON.`, {
      code: 'faulty_query',
      errors: [{ pointer: `/${name}`, code: 'not_json', detail: 'must be JSON' }],
    });
  }
}
