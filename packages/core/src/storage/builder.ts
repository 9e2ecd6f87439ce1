import { DummyDriver, Kysely, type DialectAdapter, type QueryCompiler } from 'kysely';
import type { AnyTables, QueryBuilder } from './dialect.ts';

/**
 * Creates a Kysely instance that builds and compiles but never runs queries: that is done by the `Database`, which caches prepared
 * statements.
 */
export function compileOnlyBuilder(parts: { adapter: () => DialectAdapter; compiler: () => QueryCompiler }): QueryBuilder {
  return new Kysely<AnyTables>({
    dialect: {
      createAdapter: parts.adapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('Use Dialect.introspect for introspection.');
      },
      createQueryCompiler: parts.compiler,
    },
  });
}

/** Quotes a name for SQL as both databases do; names come from definitions and are validated there. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns a text as an SQL literal, for definitions only: a value of a request is always a parameter. */
export function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
