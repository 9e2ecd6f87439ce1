import fc from 'fast-check';

// Random records and filters for tests, and what a filter means, written without a database.

export type Values = { label: string | null; count: number | null; score: number | null; done: boolean | null; at: string | null } & {
  tags: string[];
  metadata: Record<string, unknown> | null;
};

/** Small worlds of values, so that conditions meet records often; each has case, escapes and scripts to trip over. */
const labels = ['', 'a', 'A', 'ab', 'aB%', '_x', '10\\', 'Ärger', 'ÄRGER', 'ΟΔΟΣ', 'οδοσ', '\u{1f600}', '\uffff'] as const;
const counts = [-1, 0, 1, 2_147_483_647] as const;
const scores = [-0.5, 0, 1, 1e300] as const;
export const moments = [
  '0001-01-01T00:00:00.000Z',
  '2026-11-21T10:00:00.000Z',
  '2026-11-21T10:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
] as const;
const tags = ['a', 'b', 'A', 'open source'] as const;
const insides = ['a', 'A', '', 1, 0, 1.5, true, false, null] as const;

const orNull = <T>(values: readonly T[]): fc.Arbitrary<T | null> => fc.option(fc.constantFrom(...values));
export const record: fc.Arbitrary<Values> = fc.record({
  label: orNull(labels),
  count: orNull(counts),
  score: orNull(scores),
  done: orNull([true, false]),
  at: orNull(moments),
  tags: fc.subarray([...tags]),
  metadata: fc.option(
    fc.dictionary(fc.constantFrom('a', 'b', 'a"\\'), fc.oneof(fc.constantFrom(...insides), fc.constant(['x', { a: 'y' }]))),
  ),
});

const scalarOperators = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte');
const fieldValues: Record<string, readonly unknown[]> = { label: labels, count: counts, score: scores, done: [true, false], at: moments };
const scalarCondition = fc
  .constantFrom(...Object.keys(fieldValues), 'metadata.a', 'metadata.b', 'metadata.a"\\', 'metadata.0')
  .chain((field) => {
    const values = fieldValues[field] ?? insides.filter((value) => value !== null);
    const value = fc.constantFrom(...values);
    return fc.oneof(
      fc.tuple(scalarOperators, value).map(([operator, each]) => ({ [field]: { [operator]: each } })),
      fc.constantFrom('eq', 'ne').map((operator) => ({ [field]: { [operator]: null } })),
      fc
        .tuple(fc.constantFrom('in', 'nin'), fc.array(fc.option(value), { maxLength: 4 }))
        .map(([operator, each]) => ({ [field]: { [operator]: each } })),
      fc.boolean().map((isNull) => ({ [field]: { null: isNull } })),
    );
  });
const listCondition = fc.oneof(
  fc.tuple(fc.constantFrom('eq', 'ne'), fc.constantFrom(...tags)).map(([operator, value]) => ({ tags: { [operator]: value } })),
  fc.tuple(fc.constantFrom('in', 'nin'), fc.subarray([...tags])).map(([operator, value]) => ({ tags: { [operator]: value } })),
);
const pattern = fc
  .array(fc.constantFrom('a', 'B', '%', '_', '\\%', '\\_', '\\\\', 'ä', 'Σ', 'σ'), { maxLength: 4 })
  .map((parts) => parts.join(''));
const likeCondition = fc.tuple(fc.constantFrom('label', 'metadata.a'), pattern).map(([field, like]) => ({ [field]: { like } }));
export const { where } = fc.letrec<{ where: Record<string, unknown> }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalarCondition,
    listCondition,
    likeCondition,
    fc.array(tie('where'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('where'), { maxLength: 3 }).map((any) => ({ any })),
    tie('where').map((not) => ({ not })),
  ),
}));

/** Whether a filter matches a record, evaluated without a database. */
export function matches(values: Values, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([name, value]) => {
    if (name === 'all') return (value as Record<string, unknown>[]).every((each) => matches(values, each));
    if (name === 'any') return (value as Record<string, unknown>[]).some((each) => matches(values, each));
    if (name === 'not') return !matches(values, value as Record<string, unknown>);
    const [[operator, operand] = ['', undefined]] = Object.entries(value as Record<string, unknown>);
    return holds(held(values, name), operator, operand);
  });
}

function held(values: Values, name: string): unknown {
  const [field = '', key] = name.split('.');
  const value = values[field as keyof Values];
  if (key === undefined) return value;
  return (value as Record<string, unknown> | null)?.[key] ?? null;
}

function holds(value: unknown, operator: string, operand: unknown): boolean {
  if (Array.isArray(value) && ['eq', 'ne', 'in', 'nin'].includes(operator) && value.every((each) => typeof each === 'string')) {
    const found = (Array.isArray(operand) ? operand : [operand]).some((each) => value.includes(each as string));
    return operator === 'eq' || operator === 'in' ? found : !found;
  }
  const sameType = typeof value === typeof operand;
  switch (operator) {
    case 'eq':
      return value === operand;
    case 'ne':
      return value !== operand;
    case 'in':
      return (operand as unknown[]).includes(value);
    case 'nin':
      return !(operand as unknown[]).includes(value);
    case 'null':
      return (value === null) === operand;
    case 'like':
      return typeof value === 'string' && like(value, operand as string);
    default:
      return value !== null && sameType && compares(compare(value, operand), operator);
  }
}

function compares(order: number, operator: string): boolean {
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator] ?? false;
}

/** Text compares by code point, which is not how JavaScript compares it. */
export function compare(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return Number(one) - Number(other);
}

function like(value: string, like: string): boolean {
  const parts = like.match(/\\.|[\s\S]/gu) ?? [];
  const source = parts.map((part) =>
    part === '%' ? '.*' : part === '_' ? '.' : part.replace(/^\\/, '').replace(/[$()*+.?[\\\]^{|}]/, '\\$&'),
  );
  return new RegExp(`^${source.join('')}$`, 'sui').test(value);
}
