import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boolean } from '../../fields/boolean.ts';
import type { Fields } from '../../fields/field.ts';
import { integer } from '../../fields/numbers.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import type { Database } from '../database.ts';
import { announceProcess } from '../processes/announce-process.ts';
import type { TableDefinition } from '../table.ts';
import { convertValue } from './convert-value.ts';
import { defineMigration, drop, relax, rename, require, retype, type SchemaChange } from './define-migration.ts';
import { draftMigration } from './draft-migration.ts';
import { applyMigrations } from './migrate.ts';
import { schemaDigest } from './record.ts';

type Kind = 'text' | 'integer' | 'boolean';
type Change = 'keep' | 'rename' | 'retype' | 'require' | 'relax' | 'drop';

interface Column {
  readonly kind: Kind;
  readonly required: boolean;
  readonly indexed: boolean;
  readonly change: Change;
  readonly to: Kind;
  readonly values: readonly unknown[];
}

const FILL = { text: 'filled', integer: 7, boolean: true } as const;
const VALUES = {
  text: fc.oneof(
    fc.constantFrom('12', ' 3', 'true', '0', '', "it's", '٣', '-0', '1e3', '99999999999'),
    fc.string({ maxLength: 5 }).filter((value) => !value.includes('\0')),
  ),
  integer: fc.oneof(fc.constantFrom(0, 1, -1), fc.integer()),
  boolean: fc.boolean(),
} as const;

const column = fc
  .record({
    kind: fc.constantFrom<Kind>('text', 'integer', 'boolean'),
    to: fc.constantFrom<Kind>('text', 'integer', 'boolean'),
    required: fc.boolean(),
    indexed: fc.boolean(),
    change: fc.constantFrom<Change>('keep', 'rename', 'retype', 'require', 'relax', 'drop'),
  })
  .chain((given) =>
    fc
      .array(given.required ? VALUES[given.kind] : fc.option(VALUES[given.kind] as fc.Arbitrary<unknown>, { nil: null }), {
        minLength: 4,
        maxLength: 4,
      })
      .map((values): Column => ({ ...given, values })),
  );

const field = (kind: Kind, required: boolean): Fields[string] => {
  switch (kind) {
    case 'text':
      return text({ required });
    case 'integer':
      return integer({ required });
    case 'boolean':
      return boolean({ required });
  }
};

function schema(fields: Fields, indexed: readonly string[]): TableDefinition[] {
  class Thing extends object(fields, { table: 'things', indexes: indexed.map((name) => [name] as [string]) }) {}
  class Things extends collection(Thing) {}
  return schemaOf([Things]);
}

/** The schemas before and after, the steps between them, and the rows that should come out. */
function model(columns: readonly Column[]) {
  const before: Record<string, Fields[string]> = {};
  const after: Record<string, Fields[string]> = {};
  const [indexed, indexedAfter]: [string[], string[]] = [[], []];
  const steps: SchemaChange[] = [];
  const rows = [0, 1, 2, 3].map(() => ({}) as Record<string, unknown>);
  const expected = [0, 1, 2, 3].map(() => ({}) as Record<string, unknown>);
  for (const [at, { kind, to, required, change, values, indexed: isIndexed }] of columns.entries()) {
    const name = `c${at}`;
    const target = change === 'rename' ? `n${at}` : name;
    const isRequired = change === 'require' || (change !== 'relax' && required);
    before[name] = field(kind, required);
    if (change !== 'drop') after[target] = field(change === 'retype' ? to : kind, isRequired);
    if (isIndexed) indexed.push(name);
    if (isIndexed && change !== 'drop') indexedAfter.push(target);
    if (change === 'rename') steps.push(rename(`things.${name}`, `things.${target}`));
    if (change === 'retype') steps.push(retype(`things.${name}`, to, { unreadable: { fill: FILL[to] } }));
    if (change === 'require') steps.push(require(`things.${name}`, { fill: FILL[kind] }));
    if (change === 'relax') steps.push(relax(`things.${name}`));
    if (change === 'drop') steps.push(drop(`things.${name}`));
    for (const [row, value] of values.entries()) {
      Object.assign(rows[row] ?? {}, { [name]: value });
      if (change === 'drop') continue;
      const converted = change === 'retype' && value !== null ? (convertValue(value, to) ?? FILL[to]) : value;
      Object.assign(expected[row] ?? {}, { [target]: change === 'require' ? (converted ?? FILL[kind]) : converted });
    }
  }
  return { before: schema(before, indexed), after: schema(after, indexedAfter), steps, rows, expected };
}

async function shapeOf(database: Database): Promise<unknown> {
  const sql =
    database.dialect.name === 'postgres'
      ? `SELECT column_name AS c, data_type AS k, is_nullable AS n FROM information_schema.columns WHERE table_name = 'things'
         UNION ALL SELECT indexname, indexdef, '' FROM pg_indexes WHERE tablename = 'things' UNION ALL SELECT tgname, '', '' FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`
      : `SELECT name AS c, type AS k, "notnull" AS n FROM pragma_table_info('things')
         UNION ALL SELECT name, sql, '' FROM sqlite_schema WHERE type IN ('index', 'trigger') AND tbl_name = 'things' ORDER BY 1, 2`;
  return database.all({ sql, parameters: [] });
}

describeOnEveryDatabase('any changes of any columns', (open, dialect) => {
  it('make what the code would have created, with every value', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(column, { minLength: 1, maxLength: 5 }), fc.boolean(), async (columns, isOnline) => {
        const { before, after, steps, rows, expected } = model(columns);
        const [database, fresh] = [await open(), await open()];
        try {
          await applyMigrations(database, before);
          const kinds = new Map(before[0]?.columns.map(({ name, kind }) => [name, kind]));
          for (const [at, row] of rows.entries()) {
            const stored = Object.entries(row).map(([name, value]) => [name, database.dialect.encode(kinds.get(name) ?? 'text', value)]);
            const stamp = '2026-01-01T00:00:00.000Z';
            await database.run(
              database.dialect.builder
                .insertInto('things')
                .values({ id: String(at), rev: 1, created_at: stamp, updated_at: stamp, ...Object.fromEntries(stored) })
                .compile(),
            );
          }
          // Beside another program everything is done in another way.
          const leave = isOnline ? await announceProcess(database, { version: '2', schema: schemaDigest(after) }) : undefined;
          const files = steps.length > 0 ? [defineMigration({ id: '0001-any', steps })] : [];
          await applyMigrations(database, after, { files });
          await leave?.();
          await applyMigrations(fresh, after, { files });
          expect(await shapeOf(database)).toEqual(await shapeOf(fresh));
          const found = await database.all(database.dialect.builder.selectFrom('things').selectAll().orderBy('id').compile());
          const kindsAfter = new Map(after[0]?.columns.map(({ name, kind }) => [name, kind]));
          for (const [at, row] of expected.entries())
            for (const [name, value] of Object.entries(row))
              expect([name, database.dialect.decode(kindsAfter.get(name) ?? 'text', found[at]?.[name])]).toEqual([name, value]);
          expect(draftMigration(after, after, { renamed: new Map(), dropped: [] }).steps).toEqual([]);
        } finally {
          await Promise.all([database.close(), fresh.close()]);
        }
      }),
      { numRuns: dialect === 'sqlite' ? 60 : 8 },
    );
  });
});
