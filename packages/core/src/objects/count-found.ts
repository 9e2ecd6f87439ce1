import type { Condition, Filter } from '../queries/filter.ts';
import { indexedConditions, type ValueIndexUse } from '../queries/value-index-use.ts';
import { rowColumn } from '../queries/row-column.ts';
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
 * if no value index can be used. Of conditions combined by `any`, the sum counts.
 */
export async function countFound(
  definition: ObjectDefinition,
  database: Database,
  filter: Filter | undefined,
  limit: number,
): Promise<number | undefined> {
  const { required, answerable, count } = indexedConditions(filter, definition.fields);
  if (count === 0 || !answerable) return undefined;
  // The database plans with its own statistics.
  if (!database.dialect.countIndexed) return 0;
  let fewest = limit;
  for (const group of required) {
    let found = 0;
    for (const condition of group) {
      if (found < fewest) found += await countEntries(definition, database, condition, fewest);
    }
    fewest = Math.min(fewest, found);
  }
  return fewest;
}

async function countEntries(
  definition: ObjectDefinition,
  database: Database,
  { field, operator, value }: Condition,
  limit: number,
): Promise<number> {
  const [column = '', ...path] = field.split('.');
  const values = operator === 'in' ? (value as readonly unknown[]) : [value];
  const { countIndexed } = database.dialect;
  if (!countIndexed || values.length === 0) return 0;
  const row = rowColumn(definition, database.dialect);
  const lookup = { table: definition.table, row, column, path: path.length > 0 ? path : undefined, values, fewFound: true };
  const counted = await database.first({ ...countIndexed(lookup, limit), repeatable: true, long: limit > MANY_TO_READ });
  return Number(counted?.['count'] ?? 0);
}

/** Returns how to use the indexes for this number of entries, given the threshold for many. */
export function useOf(found: number | undefined, many: number): ValueIndexUse {
  if (found === undefined) return 'none';
  return found < many ? 'few' : 'many';
}
