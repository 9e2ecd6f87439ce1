import { isPlainObject } from '@colophon/base';
import type { Field, Fields, ReferenceTarget } from '../fields/field.ts';
import { findUnstorable } from '../fields/json.ts';
import type { MalformedError } from '../errors/errors.ts';
import { nearestField } from '../fields/nearest-field.ts';
import { both, type Condition, type Filter, type FilterTarget, OPERATORS, type Operator } from './filter.ts';
import { comparable, INSIDE_JSON } from './comparable.ts';
import { fault } from './fault.ts';

/** The fields that a caller may name in filters and ordering. */
export type Readable = Fields;

const MAXIMUM_NODES = 50;
/** The maximum number of values of all `in` and `nin` together: SQLite takes 32,766 parameters a statement, PostgreSQL 65,535. */
const MAXIMUM_VALUES = 1000;
const MAXIMUM_PATTERN = 1000;
/** Each followed reference is a nested query. */
const MAXIMUM_HOPS = 2;
const GROUPS = new Set(['all', 'any', 'not']);

/**
 * Parses a `where` object. Every name must be a readable field, every operator one of the ten, every value valid for the field; at most 50
 * conditions and groups, and 1000 values in `in` and `nin`. `cook.name` is the name of the record that the reference `cook` points at; at
 * most two nested references are followed.
 *
 * @throws MalformedError that names the invalid part
 */
export function parseFilter(input: unknown, fields: Readable, relations?: Relations): Filter | undefined {
  const parser = new FilterParser(fields, relations);
  return parser.object(input, '/where');
}

/**
 * Resolves the target of a reference, if the caller may read it; undefined if it cannot be resolved here.
 *
 * @throws ForbiddenError if the caller may not read the target
 */
export type Relations = (reference: ReferenceTarget) => RelatedRecords | undefined;

/** The records of a target, and which of them the caller may see. */
export interface RelatedRecords extends FilterTarget {
  readonly scope: Filter | undefined;
}

class FilterParser {
  readonly #fields: Readable;
  readonly #relations: Relations | undefined;
  #nodes = 0;
  #values = 0;

  constructor(fields: Readable, relations: Relations | undefined) {
    this.#fields = fields;
    this.#relations = relations;
  }

  object(input: unknown, pointer: string): Filter | undefined {
    if (!isPlainObject(input)) throw fault(pointer, 'not_an_object', 'must be an object such as {"status":"published"}');
    const filters: Filter[] = [];
    for (const [name, value] of Object.entries(input)) {
      const filter = GROUPS.has(name)
        ? this.#group(name, value, `${pointer}/${name}`)
        : this.#field(name, value, { pointer: `${pointer}/${escaped(name)}`, fields: this.#fields, hops: 0 });
      if (filter) filters.push(filter);
    }
    // An empty object counts as a condition, always true, or a group could contain any number of them.
    if (filters.length === 0) this.#count(pointer);
    return filters.length === 1 ? filters[0] : filters.length === 0 ? undefined : { kind: 'all', filters };
  }

  #group(name: string, value: unknown, pointer: string): Filter {
    this.#count(pointer);
    if (name === 'not') {
      const filter = this.object(value, pointer);
      return { kind: 'not', filter: filter ?? { kind: 'all', filters: [] } };
    }
    if (!Array.isArray(value)) throw fault(pointer, 'not_an_array', 'must be an array of conditions');
    const filters = value.map((each, index) => this.object(each, `${pointer}/${index}`) ?? ({ kind: 'all', filters: [] } as const));
    return { kind: name === 'any' ? 'any' : 'all', filters };
  }

  #field(name: string, value: unknown, place: Place): Filter {
    const { pointer, fields } = place;
    const reference = followed(name, fields);
    if (reference) return this.#through(name, reference, value, place);
    const field = fieldAt(name, fields, pointer);
    if (!isPlainObject(value)) return this.#condition(name, field, 'eq', value, pointer);
    const operators = Object.entries(value);
    if (operators.length === 0) throw fault(pointer, 'no_operator', `needs an operator: ${OPERATORS.join(', ')}`);
    const filters = operators.map(([operator, operand]) => {
      if (!isOperator(operator))
        throw fault(`${pointer}/${escaped(operator)}`, 'unknown_operator', `${operator} is not an operator; use ${OPERATORS.join(', ')}`);
      return this.#condition(name, field, operator, operand, `${pointer}/${operator}`);
    });
    return filters.length === 1 && filters[0] ? filters[0] : { kind: 'all', filters };
  }

  /**
   * A record whose target does not exist or is not visible to the caller has no value there: `ne`, `nin` and `null` match it, so that each
   * stays the complement of its opposite.
   */
  #through(name: string, reference: ReferenceTarget, value: unknown, { pointer, hops }: Place): Filter {
    if (hops === MAXIMUM_HOPS) throw fault(pointer, 'too_deep', `at most ${MAXIMUM_HOPS} nested references are followed`);
    const [head = ''] = name.split('.', 1);
    const related = this.#relations?.(reference);
    if (!related) throw fault(pointer, 'not_followed', `${head} refers to records that are not readable here`);
    const { scope, ...target } = related;
    const filters = Object.entries(isPlainObject(value) ? value : { eq: value }).map(([operator, operand]): Filter => {
      if (Array.isArray(operand) && operand.includes(null) && (operator === 'in' || operator === 'nin'))
        throw fault(pointer, 'null_value', `cannot search for null among the values of ${name}; combine it with a null condition in any`);
      const { negated, asked } = positive(operator, operand);
      const inner = this.#field(name.slice(head.length + 1), asked, { pointer, fields: target.fields, hops: hops + 1 });
      const found: Filter = { kind: 'related', field: head, target, filter: both(scope, inner) ?? inner };
      return negated ? { kind: 'not', filter: found } : found;
    });
    if (filters.length === 0) throw fault(pointer, 'no_operator', `needs an operator: ${OPERATORS.join(', ')}`);
    return filters.length === 1 && filters[0] ? filters[0] : { kind: 'all', filters };
  }

  #condition(name: string, field: Field, operator: Operator, value: unknown, pointer: string): Filter {
    this.#count(pointer);
    const condition: Condition = { field: name, operator, value: operand(name, field, operator, value, pointer) };
    if (Array.isArray(condition.value)) this.#values += condition.value.length;
    if (this.#values > MAXIMUM_VALUES) throw fault(pointer, 'too_many_values', `at most ${MAXIMUM_VALUES} values`);
    return { kind: 'condition', condition };
  }

  #count(pointer: string): void {
    this.#nodes += 1;
    if (this.#nodes > MAXIMUM_NODES) throw fault(pointer, 'too_many_conditions', `at most ${MAXIMUM_NODES} conditions and groups`);
  }
}

/** The position in the input where a field is named, and the fields it belongs to. */
interface Place {
  readonly pointer: string;
  readonly fields: Readable;
  readonly hops: number;
}

/** The reference that a path such as `cook.name` begins with. */
function followed(name: string, fields: Readable): ReferenceTarget | undefined {
  const [head = '', ...path] = name.split('.');
  const field = path.length > 0 && Object.hasOwn(fields, head) ? fields[head] : undefined;
  return field?.private ? undefined : field?.reference;
}

/** Returns a comparison as applied to the target records, and whether it selects those that match or all others. */
function positive(operator: string, operand: unknown): { negated: boolean; asked: Record<string, unknown> } {
  const isNull = operand === true || operand === 'true';
  if (operator === 'null') return { negated: isNull, asked: { null: isNull ? false : operand } };
  if (operand === null && (operator === 'eq' || operator === 'ne')) return { negated: operator === 'eq', asked: { null: false } };
  if (operator === 'ne') return { negated: true, asked: { eq: operand } };
  if (operator === 'nin') return { negated: true, asked: { in: operand } };
  return { negated: false, asked: { [operator]: operand } };
}

function operand(name: string, field: Field, operator: Operator, value: unknown, pointer: string): unknown {
  if (operator === 'null') {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw fault(pointer, 'not_a_boolean', 'must be true or false');
  }
  if (operator === 'in' || operator === 'nin') {
    const values = typeof value === 'string' ? value.split(',') : value;
    if (!Array.isArray(values)) throw fault(pointer, 'not_an_array', 'must be an array of values');
    if (values.length > MAXIMUM_VALUES) throw fault(pointer, 'too_many_values', `at most ${MAXIMUM_VALUES} values`);
    return values.map((each, index) => single(name, field, each, `${pointer}/${index}`));
  }
  if (operator === 'like') {
    if (typeof value !== 'string') throw fault(pointer, 'not_a_pattern', 'must be text with % and _ as wildcards');
    if (value.length > MAXIMUM_PATTERN) throw fault(pointer, 'not_a_pattern', `must be at most ${MAXIMUM_PATTERN} characters`);
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(value)) throw fault(pointer, 'not_a_pattern', 'must not end with a lone backslash');
    if (field.kind === 'json' && !name.includes('.')) throw fault(pointer, 'not_text', `${name} ${INSIDE_JSON}`);
    if (findUnstorable(value)) throw fault(pointer, 'not_storable', findUnstorable(value) ?? '');
    if (field.kind !== 'text' && field.kind !== 'reference' && field.kind !== 'json')
      throw fault(pointer, 'not_text', `${name} is not text, so like cannot match it`);
    return value;
  }
  if (value === null && operator !== 'eq' && operator !== 'ne') throw fault(pointer, 'null_value', `cannot compare ${operator} with null`);
  if (field.kind === 'list' && operator !== 'eq' && operator !== 'ne')
    throw fault(pointer, 'list_operator', `${name} is a list: use eq, ne, in, nin or null`);
  return single(name, field, value, pointer);
}

function single(name: string, field: Field, value: unknown, pointer: string): unknown {
  if (value === null) return null;
  const result = comparable(field, name.includes('.'), value);
  if ('fault' in result) throw fault(pointer, 'ill_typed', `${name} ${result.fault}`);
  return result.value;
}

/** Returns the field for a name or path; an invalid one is rejected by name. */
export function fieldAt(name: string, fields: Readable, pointer: string): Field {
  const [head = '', ...path] = name.split('.');
  const field = Object.hasOwn(fields, head) ? fields[head] : undefined;
  if (!field || field.private || field.computed) throw unknownField(pointer, head, fields);
  if (path.length > 0 && field.reference)
    throw fault(pointer, 'not_followed', `${head} is a reference: its ${path.join('.')} cannot be used here`);
  if (path.length > 0 && field.kind !== 'json')
    throw fault(pointer, 'not_json', `${head} is not a JSON field, so it has no ${path.join('.')}`);
  if (path.some((key) => key === '' || key === '__proto__') || path.length > 10 || findUnstorable(name))
    throw fault(pointer, 'bad_path', `${name} is not a path`);
  return field;
}

/** Returns the error for a name that no field has, or none that the caller may find by: the same for both. */
export function unknownField(pointer: string, name: string, fields: Readable): MalformedError {
  return fault(pointer, 'unknown_field', `${name} is not a field that can be filtered or ordered by${nearestField(name, fields)}`);
}

function isOperator(name: string): name is Operator {
  return (OPERATORS as readonly string[]).includes(name);
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
