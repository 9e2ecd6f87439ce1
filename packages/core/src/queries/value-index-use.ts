import type { Fields } from '../fields/field.ts';
import type { Condition, Filter } from './filter.ts';

/** How a read uses value indexes: not at all, to start from the few entries they have, or to ask them about each row. */
export type ValueIndexUse = 'none' | 'few' | 'many';

/** A value that is compared with an index must be in it: `LONGEST_INDEXED`, less what JSON adds to a text. */
const LONGEST = 80;

/** The conditions of a filter that value indexes could answer. */
export interface IndexedConditions {
  /** Those that each row answered must meet. */
  readonly required: readonly Condition[];
  /** Whether all of them, wherever they stand, ask for what an index holds. */
  readonly answerable: boolean;
  readonly count: number;
}

/** Finds what value indexes could answer in a filter. */
export function indexedConditions(filter: Filter | undefined, fields: Fields): IndexedConditions {
  const required: Condition[] = [];
  let count = 0;
  let answerable = true;
  const walk = (each: Filter, isRequired: boolean): void => {
    // What another table's indexes hold is that table's business.
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
