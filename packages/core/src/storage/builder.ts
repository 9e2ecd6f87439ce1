import { DummyDriver, Kysely, type DialectAdapter, type QueryCompiler } from 'kysely';
import type { AnyTables, QueryBuilder } from './dialect.ts';

/** Makes a Kysely that builds and compiles and never runs: running is the `Database`'s, which keeps prepared statements. */
export function compileOnlyBuilder(parts: { adapter: () => DialectAdapter; compiler: () => QueryCompiler }): QueryBuilder {
  return new Kysely<AnyTables>({
    dialect: {
      createAdapter: parts.adapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('Introspection goes through Dialect.introspect.');
      },
      createQueryCompiler: parts.compiler,
    },
  });
}

/** Quotes a name for SQL as both databases do; names come from definitions and are checked there. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as an SQL literal, for definitions only: a value of a request is always a parameter. */
export function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
