import { sql } from 'kysely';
import type { Condition } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import type { SearchTerm } from '../storage/dialect.ts';
import { filled } from '../storage/slots.ts';
import type { Statement } from '../storage/statement.ts';
import type { Asked, Probe } from './asked.ts';
import { compileFilter } from './compile-filter.ts';
import { COUNTED, nameOf, requiredConditions } from './conditions.ts';
import { shapeOf, slotted } from './filter-shape.ts';
import { type PlannedTable, templateOf } from './planned-table.ts';
import { FREE } from './roles.ts';
import { rowColumn } from './row-column.ts';
import { beginsWith, contains } from './serving-indexes.ts';
import { valueConditions } from './value-conditions.ts';

/**
 * Below this number of rows, a page is read from them and sorted; above it, walking an index in the requested order finishes sooner. Pays for
 * "tag, half of all" and "category of most, by date".
 */
export const MANY_TO_READ = 2000;

/** Below this number of entries, a count looks up each; above it, it skips the index that decides who may see a row. */
export const MANY_TO_COUNT = 40_000;

/**
 * From so many hits on, the newest are found sooner by checking rows than by sorting all hits. Pays for "search of a beginning": 24 instead of
 * 176 ms.
 */
export const MANY_TO_RANK = 100_000;

/** What the planner asks a database. Undefined: it plans by statistics of its own. */
export interface Statistics {
  /** The number of entries that a value index has for a condition, up to `most`. */
  values(condition: Condition, most: number): Promise<number | undefined>;
  /** The number of rows that match all of the conditions, which are on one column that begins an index, up to `most`. */
  matches(conditions: readonly Condition[], most: number): Promise<number | undefined>;
  /** The number of hits of a search, up to `most`, or an estimate. */
  hits(search: readonly SearchTerm[], most: number): Promise<number | undefined>;
  /** The number of hits that the database expects; undefined if it has the newest hits first in its index, however many there are. */
  expectedHits(search: readonly SearchTerm[]): Promise<number | undefined>;
}

/** What is known of the conditions of a read. */
export interface Known {
  /** The entries of the value index for the most selective of the conditions that need one; undefined if there is none. */
  readonly values: number | undefined;
  /** The rows of required conditions, by `nameOf`. */
  readonly matches: ReadonlyMap<string, number>;
  readonly probes: readonly Probe[];
}

/**
 * Asks how many rows the required conditions match: statistics know the average of a column, and nothing of lists and JSON.
 *
 * @param most for value indexes and for patterns, whose rows are found by reading an entire index; other conditions are counted up to
 *   `MANY_TO_READ`
 * @param isLong if false, an index serves the page, so that only value indexes can find it sooner
 */
export async function probe(
  table: PlannedTable,
  { filter, scope }: Asked,
  statistics: Statistics,
  { most, isLong }: { most: number; isLong: boolean },
): Promise<Known> {
  const probes: Probe[] = [];
  const groups = valueGroups(table, filter, scope);
  let values: number | undefined = groups && most;
  for (const group of groups ?? []) {
    let found = 0;
    for (const condition of group) {
      // The others of the group can only add to it.
      if (found >= (values ?? most)) break;
      const entries = await statistics.values(condition, values ?? most);
      if (entries === undefined) return { values: undefined, matches: new Map(), probes };
      probes.push({ of: `values of ${condition.field}`, found: entries });
      found += entries;
    }
    values = Math.min(values ?? most, found);
  }
  const matches = new Map<string, number>();
  const counted = isLong ? requiredConditions(filter).filter((condition) => canCount(table, condition)) : [];
  for (const [name, conditions] of Map.groupBy(counted, nameOf)) {
    const isPattern = conditions[0]?.operator === 'like';
    const found = mostOfKeys(table, conditions) ?? (await statistics.matches(conditions, isPattern ? most : MANY_TO_READ));
    if (found === undefined) return { values, matches: new Map(), probes };
    probes.push({ of: name, found });
    matches.set(name, found);
  }
  return { values, matches, probes };
}

/** Returns the groups of conditions of which value indexes find the rows; undefined if none can be used. */
function valueGroups(
  { fields }: PlannedTable,
  filter: Asked['filter'],
  scope: Asked['scope'],
): readonly (readonly Condition[])[] | undefined {
  const both = [filter, scope].map((each) => valueConditions(each, fields));
  if (both.every(({ count }) => count === 0) || !both.every(({ answerable }) => answerable)) return undefined;
  return both.flatMap(({ required }) => required);
}

/** Whether value indexes contain all values that a read compares with what they index. */
export function usesValues({ fields }: PlannedTable, { filter, scope }: Asked): boolean {
  return [filter, scope].every((each) => valueConditions(each, fields).answerable);
}

/** How many rows conditions on the key can match, which needs no counting; undefined if they are on something else or on a range. */
function mostOfKeys({ key }: PlannedTable, conditions: readonly Condition[]): number | undefined {
  const sizes = conditions.flatMap(({ field, operator, value }) =>
    field !== key ? [] : operator === 'eq' ? [1] : operator === 'in' ? [(value as unknown[]).length] : [],
  );
  return sizes.length === 0 ? undefined : Math.min(...sizes);
}

/** Whether an index finds the rows, or, for a pattern, contains the texts with the keys of their rows. */
function canCount({ indexes, key }: PlannedTable, { field, operator }: Condition): boolean {
  if (!COUNTED.has(operator)) return false;
  return indexes.some((index) => beginsWith(index, field) && (operator !== 'like' || contains(index, [key])));
}

/** Asks the database of a table itself. */
export class TableStatistics implements Statistics {
  readonly #table: PlannedTable;
  readonly #database: Database;

  constructor(table: PlannedTable, database: Database) {
    this.#table = table;
    this.#database = database;
  }

  async values({ field, operator, value }: Condition, most: number): Promise<number | undefined> {
    const { countIndexed } = this.#database.dialect;
    if (!countIndexed) return undefined;
    const [column = '', ...path] = field.split('.');
    const values = operator === 'in' ? (value as readonly unknown[]) : [value];
    if (values.length === 0) return 0;
    const row = rowColumn(this.#table, this.#database.dialect);
    const lookup = { table: this.#table.table, row, column, path: path.length > 0 ? path : undefined, values, fewFound: true };
    return this.#count({ ...countIndexed(lookup, most), repeatable: true, long: most > MANY_TO_READ });
  }

  async matches(conditions: readonly Condition[], most: number): Promise<number | undefined> {
    const { dialect } = this.#database;
    if (!dialect.countIndexed) return undefined;
    const values: unknown[] = [];
    const shapes = conditions.map((condition) => shapeOf({ kind: 'condition', condition }, values));
    const template = templateOf(this.#table, `matches ${most} ${shapes.join('')}`, () => {
      const filter = slotted({ kind: 'all', filters: conditions.map((condition) => ({ kind: 'condition', condition })) }, { index: 0 });
      const found = dialect.builder
        .selectFrom(this.#table.table)
        .select(sql`1`.as('match'))
        .where(compileFilter(filter, { ...this.#table, roles: FREE }, dialect))
        .limit(sql<number>`${sql.lit(most)}`);
      return sql`select count(*) as count from (${found})`.compile(dialect.builder);
    });
    return this.#count({ ...filled(template, values), long: true });
  }

  async hits(search: readonly SearchTerm[], most: number): Promise<number | undefined> {
    const { dialect } = this.#database;
    if (search.every(({ negated }) => negated)) return most;
    const counted = dialect.countHits(this.#table.table, search, most);
    const row = await this.#database.first({ ...counted.statement, repeatable: true, long: true });
    return row && Math.min(most, counted.read(row));
  }

  async expectedHits(search: readonly SearchTerm[]): Promise<number | undefined> {
    return this.#database.dialect.rows ? undefined : this.hits(search, MANY_TO_RANK);
  }

  async #count(statement: Statement): Promise<number> {
    return Number((await this.#database.first(statement))?.['count'] ?? 0);
  }
}
