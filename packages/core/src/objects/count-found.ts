import type { Filter } from '../queries/filter.ts';
import { indexedConditions, type ValueIndexUse } from '../queries/value-index-use.ts';
import type { Database } from '../storage/database.ts';
import type { ObjectDefinition } from './definition.ts';

/**
 * A page is read from the entries of a value index where there are fewer than this, and sorted; of more, one that follows
 * the order comes to its end sooner.
 */
export const MANY_TO_READ = 2000;

/** A count looks each of fewer entries up; of more, it passes over the index that says who may see a row. */
export const MANY_TO_COUNT = 40_000;

/**
 * How many entries value indexes have for what a filter requires, the fewest of its conditions, counted up to a limit;
 * undefined where no value index can be used.
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
  // The database plans by what it knows of its values.
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

/** How to use the indexes when this many entries were found, and so many are many. */
export function useOf(found: number | undefined, many: number): ValueIndexUse {
  if (found === undefined) return 'none';
  return found < many ? 'few' : 'many';
}
