import { MalformedError } from '../../errors/errors.ts';
import type { Resource } from '../../operations/operation.ts';
import { OPERATORS, type Operator } from '../../queries/filter.ts';
import { textCondition } from './text-condition.ts';

const RESERVED = new Set(['limit', 'offset', 'cursor', 'orderBy', 'where', 'search', 'fields', 'count', 'expand']);
const PARAMETER = /^([A-Za-z_][\w.-]*)(?:\[(\w+)\])?$/;

/**
 * Converts a query string to the input of a list: the list's own parameters are kept, every other one is a condition, `field=value` or
 * `field[op]=value`; all of them and `where` must match.
 */
export function listQuery(query: URLSearchParams, resource: Resource): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const conditions: Record<string, unknown>[] = [];
  for (const [name, value] of query) {
    if (RESERVED.has(name)) {
      if (Object.hasOwn(input, name)) throw faulty(name, 'is given twice');
      input[name] = value;
      continue;
    }
    const [, field, operator = 'eq'] = PARAMETER.exec(name) ?? [];
    if (field === undefined) throw faulty(name, 'is neither a parameter nor a field');
    if (!isOperator(operator)) throw faulty(name, `${operator} is not an operator; use ${OPERATORS.join(', ')}`);
    conditions.push(textCondition(field, operator, value, resource));
  }
  if (conditions.length === 0) return input;
  const given = input['where'];
  if (given !== undefined) conditions.push(parsed(given as string));
  return { ...input, where: conditions.length === 1 ? conditions[0] : { all: conditions } };
}

function isOperator(name: string): name is Operator {
  return (OPERATORS as readonly string[]).includes(name);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, with the same message as for JSON that is not an object.
  }
  throw faulty('where', 'must be a JSON object such as {"status":"published"}');
}

function faulty(name: string, detail: string): MalformedError {
  const shown = name.slice(0, 100);
  return new MalformedError(`${shown}: ${detail}.`, {
    code: 'faulty_query',
    errors: [{ pointer: `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`, code: 'bad_parameter', detail }],
  });
}
