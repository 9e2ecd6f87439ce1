import type { Condition } from '../queries/filter.ts';
import type { Access } from './asked.ts';
import { nameOf, RANGES } from './conditions.ts';

/** What a condition does: indexes may be searched for it, or it checks each row, or the few rows that match it are found first. */
export type Role = 'free' | 'check' | 'find';

/** What the conditions of a filter do. */
export interface Roles {
  of(condition: Condition): Role;
  /** How value indexes are used: not at all, to find rows by their few entries, or to check each row. */
  readonly values: 'none' | 'find' | 'check';
  /**
   * If given, rows are read from the index by row, which contains these columns. Every condition on anything else selects rows by an index of
   * its own.
   */
  readonly covered?: readonly string[];
}

/** Nothing is known of the rows of the conditions. */
export const FREE: Roles = { of: () => 'free', values: 'none' };

/**
 * Returns what the conditions do.
 *
 * @param part those of the scope, which most rows match, or those that were asked for
 * @param usesValues whether value indexes contain all values that are compared
 */
export function rolesOf(access: Access, part: 'scope' | 'asked', usesValues: boolean): Roles {
  const roles = rolesBy(access, part);
  return usesValues ? roles : { ...roles, values: 'none' };
}

function rolesBy(access: Access, part: 'scope' | 'asked'): Roles {
  switch (access.kind) {
    case 'database':
      // SQLite takes any range for a quarter of the rows; nearly all rows that may be seen match those of a scope, such as a date that has come.
      return { of: ({ operator }) => (part === 'scope' && RANGES.has(operator) ? 'check' : 'free'), values: 'check' };
    case 'order': {
      const { before, counted } = access;
      const isBefore = ({ field, operator }: Condition): boolean => operator === 'eq' && before.has(field);
      const isChecked = (condition: Condition): boolean => part === 'scope' || counted.has(nameOf(condition));
      return { of: (condition) => (!isBefore(condition) && isChecked(condition) ? 'check' : 'free'), values: 'check' };
    }
    case 'few': {
      // Only what was asked for was counted.
      const isFew = (condition: Condition): boolean => part === 'asked' && access.conditions.has(nameOf(condition));
      // A pattern is compared with the entries of an index, which is not searched.
      const roleOf = (condition: Condition): Role => (!isFew(condition) ? 'check' : condition.operator === 'like' ? 'find' : 'free');
      return { of: roleOf, values: access.values ? 'find' : 'check' };
    }
    case 'merge':
      return rolesBy({ kind: 'order', before: access.before, counted: new Set() }, part);
    case 'covering':
      return { of: () => 'check', values: 'find', covered: access.columns };
    case 'index': {
      const isSearched = (condition: Condition): boolean =>
        access.searched.has(condition.field) && !(part === 'scope' && RANGES.has(condition.operator));
      return { of: (condition) => (isSearched(condition) ? 'free' : 'check'), values: 'check' };
    }
    case 'ranked':
      return { of: () => 'check', values: 'check' };
  }
}

/** Returns a text that is the same for accesses that give the same roles. */
export function shapeOfAccess(access: Access): string {
  switch (access.kind) {
    case 'order':
      return `order ${[...access.before].join()};${[...access.counted].join()}`;
    case 'few':
      return `few ${access.values ? '+' : ''}${[...access.conditions].join()}`;
    case 'merge':
      return `merge ${[...access.before].join()}`;
    case 'index':
      return `index ${[...access.searched].join()}`;
    case 'database':
    case 'ranked':
    case 'covering':
      return access.kind;
  }
}
