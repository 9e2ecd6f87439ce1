import type { Fields } from '../fields/field.ts';
import type { Condition, Filter } from './filter.ts';

/** How a read uses value indexes: not at all, to start from their few entries, or to check each row. */
export type ValueIndexUse = 'none' | 'few' | 'many';

/** A compared value must be in the index: `LONGEST_INDEXED`, minus the overhead of JSON. */
const LONGEST = 80;

/** The conditions of a filter that value indexes can answer. */
export interface IndexedConditions {
  /** The conditions that each returned row must match. */
  readonly required: readonly Condition[];
  /** Whether an index can answer all conditions, wherever they are. */
  readonly answerable: boolean;
  readonly count: number;
}

/** Finds the conditions in a filter that value indexes can answer. */
export function indexedConditions(filter: Filter | undefined, fields: Fields): IndexedConditions {
  const required: Condition[] = [];
  let count = 0;
  let answerable = true;
  const walk = (each: Filter, isRequired: boolean): void => {
    // Indexes of another table are not considered.
    if (each.kind === 'related') return;
    if (each.kind === 'not') walk(each.filter, false);
    else if (each.kind !== 'condition') for (const inner of each.filters) walk(inner, isRequired && each.kind === 'all');
    else if (fields[each.condition.field.split('.', 1)[0] ?? '']?.indexed) {
      const { operator, value } = each.condition;
      if (operator === 'null' || operator === 'like') return;
      count += 1;
      const values = Array.isArray(value) ? (value as unknown[]) : [value];
      answerable &&= values.every((one) => one !== null && (typeof one !== 'string' || one.length <= LONGEST));
      if (isRequired && (operator === 'eq' || operator === 'in')) required.push(each.condition);
    }
  };
  if (filter) walk(filter, true);
  return { required, answerable, count };
}
