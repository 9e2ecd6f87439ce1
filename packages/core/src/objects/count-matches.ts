import { sql } from 'kysely';
import { compileFilter } from '../queries/compile-filter.ts';
import { requiredConditions } from '../queries/conditions.ts';
import type { Condition, Filter, Operator } from '../queries/filter.ts';
import { filled } from '../storage/slots.ts';
import { shapeOf, slotted } from '../queries/filter-shape.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';
import type { Dialect } from '../storage/dialect.ts';
import { MANY_TO_READ } from './count-found.ts';
import type { ObjectDefinition } from './definition.ts';
import type { ReadPlan } from './read-plan.ts';
import { beginsWith, contains, indexesOf } from './serving-indexes.ts';

/** How many rows match each condition that a filter requires, up to a limit, for conditions on a column that begins an index. */
export type Matches = ReadonlyMap<Condition, number>;

export const NO_MATCHES: Matches = new Map();

const COUNTED: ReadonlySet<Operator> = new Set(['eq', 'in', 'gt', 'gte', 'lt', 'lte', 'like']);

/**
 * Counts in indexes the rows that match each required condition. SQLite, which has no statistics of a database that was never analyzed,
 * would assume that each comparison matches few rows. A database with its own statistics is not asked.
 *
 * @param limit for patterns, whose rows are found by reading an entire index; other conditions are counted up to `MANY_TO_READ`
 */
export async function countMatches(plan: ReadPlan, database: Database, filter: Filter | undefined, limit: number): Promise<Matches> {
  if (!database.dialect.countIndexed) return NO_MATCHES;
  const counts = new Map<Condition, number>();
  const counted = requiredConditions(filter).filter((condition) => canCount(plan.definition, condition));
  for (const conditions of Map.groupBy(counted, groupOf).values()) {
    const most = isPattern(conditions[0]) ? limit : MANY_TO_READ;
    const known = mostOfKeys(plan.definition, conditions);
    if (known !== undefined) {
      for (const condition of conditions) counts.set(condition, known);
      continue;
    }
    const row = await database.first({ ...countStatement(plan, conditions, most, database.dialect), long: true });
    for (const condition of conditions) counts.set(condition, Number(row?.['count'] ?? 0));
  }
  return counts;
}

/** How many rows conditions on the key can match, which needs no counting; undefined if they are on something else or on a range. */
function mostOfKeys({ key }: ObjectDefinition, conditions: readonly Condition[]): number | undefined {
  const sizes = conditions.flatMap(({ field, operator, value }) =>
    field !== key ? [] : operator === 'eq' ? [1] : operator === 'in' ? [(value as unknown[]).length] : [],
  );
  return sizes.length === 0 ? undefined : Math.min(...sizes);
}

/** Both ends of a range are counted together. */
function groupOf(condition: Condition): string {
  return isPattern(condition) ? `${condition.field} like` : condition.field;
}

function isPattern(condition: Condition | undefined): boolean {
  return condition?.operator === 'like';
}

/** Whether an index finds the rows, or, for a pattern, contains the texts with the keys of their rows. */
function canCount(definition: ObjectDefinition, condition: Condition): boolean {
  if (!COUNTED.has(condition.operator)) return false;
  return indexesOf(definition).some(
    (index) => beginsWith(index, condition.field) && (!isPattern(condition) || contains(index, [definition.key])),
  );
}

/** Counts of the same shape are compiled once. */
function countStatement(plan: ReadPlan, conditions: readonly Condition[], limit: number, dialect: Dialect): Statement {
  const filter: Filter = { kind: 'all', filters: conditions.map((condition) => ({ kind: 'condition', condition })) };
  const values: unknown[] = [];
  const template = plan.statement(`matches ${dialect.name} ${limit} ${shapeOf(filter, values)}`, () => {
    const found = dialect.builder
      .selectFrom(plan.definition.table)
      .select(sql`1`.as('match'))
      .where(compileFilter(slotted(filter, { index: 0 }), { ...plan.definition, valueIndexes: 'none' }, dialect))
      .limit(sql<number>`${sql.lit(limit)}`);
    return sql`select count(*) as count from (${found})`.compile(dialect.builder);
  });
  return filled(template, values);
}
