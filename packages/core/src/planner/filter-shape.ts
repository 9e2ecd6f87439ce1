import { Slot } from '../storage/slots.ts';
import type { Filter } from '../queries/filter.ts';

/**
 * Returns the shape of a filter, which is equal for filters that compile to the same SQL: everything except the values, which are added to
 * `values` in the order in which `slotted` numbers them.
 */
export function shapeOf(filter: Filter, values: unknown[]): string {
  switch (filter.kind) {
    case 'condition': {
      const { field, operator, value } = filter.condition;
      // NUL separates names: no name contains it.
      if (operator === 'null') return `${field}\0${operator}\0${String(value)}\0`;
      return `${field}\0${operator}\0${Array.isArray(value) ? value.map((each) => typeShape(each, values)).join('') : typeShape(value, values)}\0`;
    }
    case 'related':
      return `@${filter.isPerRow ? '+' : ''}${filter.field}\0${filter.target.table}(${shapeOf(filter.filter, values)})`;
    case 'not':
      return `!${shapeOf(filter.filter, values)}`;
    case 'all':
    case 'any': {
      let shape = filter.kind === 'all' ? '&(' : '|(';
      for (const each of filter.filters) shape += shapeOf(each, values);
      return `${shape})`;
    }
  }
}

function typeShape(value: unknown, values: unknown[]): string {
  if (value === null) return '0';
  values.push(value);
  return (typeof value).charAt(0);
}

/** Returns the filter with a slot for each of its values, numbered from `next`. */
export function slotted(filter: Filter, next: { index: number }): Filter {
  const slot = (value: unknown): unknown => (value === null ? null : new Slot(next.index++, value));
  switch (filter.kind) {
    case 'condition': {
      const { condition } = filter;
      const { operator, value } = condition;
      if (operator === 'null') return filter;
      return { kind: 'condition', condition: { ...condition, value: Array.isArray(value) ? value.map(slot) : slot(value) } };
    }
    case 'related':
    case 'not':
      return { ...filter, filter: slotted(filter.filter, next) };
    case 'all':
    case 'any':
      return { kind: filter.kind, filters: filter.filters.map((each) => slotted(each, next)) };
  }
}
