import type { Filter } from '../queries/filter.ts';
import { indexedConditions, type ValueIndexUse } from '../queries/value-index-use.ts';
import type { Database } from '../storage/database.ts';
import type { ObjectDefinition } from './definition.ts';

/**
 * Below this number, a page is read from the entries of a value index and sorted; above it, walking an index in the requested order
 * finishes sooner.
 */
export const MANY_TO_READ = 2000;

/** Below this number, a count looks up each entry; above it, it skips the index that decides who may see a row. */
export const MANY_TO_COUNT = 40_000;

/**
 * Counts the value index entries for the conditions that a filter requires, the smallest count of its conditions, up to a limit; undefined
 * if no value index can be used.
 */
export async function countFound(
  definition: ObjectDefinition,
  database: Database,
  filter: Filter | undefined,
  limit: number,
): Promise<number | undefined> {
  const { required, answerable, count } = indexedConditions(filter, definition.fields);
  if (count === 0 || !answerable) return undefined;
  const { countIndexed } = database.dialect;
  // The database plans with its own statistics.
  if (!countIndexed) return 0;
  let fewest = limit;
  for (const { field, operator, value } of required) {
    const [column = '', ...path] = field.split('.');
    const values = operator === 'in' ? (value as readonly unknown[]) : [value];
    if (values.length === 0) return 0;
    const lookup = {
      table: definition.table,
      key: definition.key,
      column,
      path: path.length > 0 ? path : undefined,
      values,
      fewFound: true,
    };
    const row = await database.first({ ...countIndexed(lookup, fewest), repeatable: true });
    fewest = Math.min(fewest, Number(row?.['count'] ?? 0));
  }
  return fewest;
}

/** Returns how to use the indexes for this number of entries, given the threshold for many. */
export function useOf(found: number | undefined, many: number): ValueIndexUse {
  if (found === undefined) return 'none';
  return found < many ? 'few' : 'many';
}
