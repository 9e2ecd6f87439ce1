import type { Fields } from '../fields/field.ts';
import type { Condition, Filter } from '../queries/filter.ts';

/** A compared value must be in the index: `LONGEST_INDEXED`, minus the overhead of JSON. */
const LONGEST = 80;

/** Whether a value is in a value index as it is compared: numbers that are not whole may be written in another way. */
export function fitsValueIndex(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return value !== null && (typeof value !== 'string' || value.length <= LONGEST);
}

/** The conditions of a filter that value indexes can answer. */
export interface ValueConditions {
  /** Each matching row matches at least one condition of each of these groups. */
  readonly required: readonly (readonly Condition[])[];
  /** Whether an index can answer all conditions, wherever they are. */
  readonly answerable: boolean;
  readonly count: number;
}

/** Finds the conditions in a filter that value indexes can answer. */
export function valueConditions(filter: Filter | undefined, fields: Fields): ValueConditions {
  let count = 0;
  let answerable = true;
  /** Returns the groups of conditions that a row which matches this filter must match. */
  const walk = (each: Filter): Condition[][] => {
    switch (each.kind) {
      case 'condition': {
        const { field, operator, value } = each.condition;
        if (!fields[field.split('.', 1)[0] ?? '']?.indexed || operator === 'null' || operator === 'like') return [];
        count += 1;
        const values = Array.isArray(value) ? (value as unknown[]) : [value];
        answerable &&= values.every(fitsValueIndex);
        return operator === 'eq' || operator === 'in' ? [[each.condition]] : [];
      }
      case 'all':
        return each.filters.flatMap(walk);
      case 'any': {
        const groups = each.filters.map((inner) => walk(inner)[0]);
        // If an alternative is found by no index, neither is the whole.
        return groups.length > 0 && groups.every((group) => group !== undefined) ? [groups.flat()] : [];
      }
      case 'not':
        walk(each.filter);
        return [];
      case 'related':
        // Indexes of another table are not considered.
        return [];
    }
  };
  return { required: filter ? walk(filter) : [], answerable, count };
}
