import type { FieldKind, Fields } from '../fields/field.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { Condition, Filter } from './filter.ts';
import { type ScalarType, type Slot, type Slots, scalarType } from './slots.ts';

/** A filter whose values are slots, and a text that two filters share exactly when they compile to the same SQL. */
export interface ShapedFilter {
  readonly shape: string;
  readonly filter: Filter;
}

/** Takes the values out of a filter. */
export function shapeFilter(filter: Filter, fields: Fields, dialect: Dialect, slots: Slots): ShapedFilter {
  switch (filter.kind) {
    case 'condition':
      return shapeCondition(filter.condition, fields, dialect, slots);
    case 'not': {
      const inner = shapeFilter(filter.filter, fields, dialect, slots);
      return { shape: `!(${inner.shape})`, filter: { kind: 'not', filter: inner.filter } };
    }
    default: {
      const inner = filter.filters.map((each) => shapeFilter(each, fields, dialect, slots));
      const filters = inner.map((each) => each.filter);
      return { shape: `${filter.kind}(${inner.map((each) => each.shape).join(',')})`, filter: { kind: filter.kind, filters } };
    }
  }
}

const TYPE_LETTERS: Record<ScalarType, string> = { string: 's', number: 'n', boolean: 'b', null: '0' };

function shapeCondition({ field, operator, value }: Condition, fields: Fields, dialect: Dialect, slots: Slots): ShapedFilter {
  const dot = field.indexOf('.');
  const kind = fields[dot < 0 ? field : field.slice(0, dot)]?.kind ?? 'text';
  const take = (each: unknown): Slot => slots.take(each, dialect.encode(parameterKind(kind, dot >= 0, each), each));
  // No name holds a NUL: it ends one without doubt.
  const name = `${field}\0`;
  if (operator === 'null')
    return { shape: `${name}null ${String(value)}`, filter: { kind: 'condition', condition: { field, operator, value } } };
  const shaped = Array.isArray(value) ? value.map((each) => (each === null ? null : take(each))) : value === null ? null : take(value);
  const types = Array.isArray(value) ? value.map((each) => TYPE_LETTERS[scalarType(each)]).join('') : scalarType(value);
  return {
    shape: `${name}${operator} ${Array.isArray(value) ? '[' : ''}${types}`,
    filter: { kind: 'condition', condition: { field, operator, value: shaped } },
  };
}

/** Inside JSON a value is compared as what it is, elsewhere as what the field is. */
function parameterKind(kind: FieldKind, insideJson: boolean, value: unknown): FieldKind {
  if (kind === 'list') return 'text';
  if (!insideJson) return kind;
  return typeof value === 'boolean' ? 'boolean' : 'text';
}
