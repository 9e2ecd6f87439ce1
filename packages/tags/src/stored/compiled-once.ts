import type { Database, Statement } from '@colophon/core';
import { type RawBuilder, sql } from 'kysely';

/**
 * Creates a query whose text is built once for each database, so that the database keeps it prepared. `{}` is a placeholder for a value;
 * the values are passed with each call and never become part of the text.
 */
export function compiledOnce(text: string): (database: Database, ...values: readonly unknown[]) => Statement {
  const parts = text.split('{}').map((part) => sql.raw(part));
  const compiled = new Map<string, string>();
  return ({ dialect }, ...values) => {
    let compiledSql = compiled.get(dialect.name);
    if (compiledSql === undefined) {
      const [first = sql``, ...remaining] = parts;
      const complete = remaining.reduce<RawBuilder<unknown>>((query, part) => sql`${query}${''}${part}`, first);
      compiled.set(dialect.name, (compiledSql = complete.compile(dialect.builder).sql));
    }
    return { sql: compiledSql, parameters: values };
  };
}
