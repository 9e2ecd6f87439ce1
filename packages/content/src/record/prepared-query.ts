import type { Dialect, Statement } from '@colophon/core';

/** A placeholder for a value in a query that is built before the value is known. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type Build = (builder: Dialect['builder'], places: readonly unknown[]) => { compile(): Pick<Statement, 'sql' | 'parameters'> };

const MAXIMUM_REMEMBERED = 200;

/**
 * Creates a query whose text is built once for each number of values: building it costs more than running it, and it runs with every save
 * or page. The values are inserted unchanged, so they must be of a kind that no dialect encodes: texts and numbers.
 *
 * @example
 * const titles = preparedQuery((builder, ids) => builder.selectFrom('contents').select('title').where('id', 'in', ids));
 * await database.all(titles(database.dialect, ['a', 'b']));
 */
export function preparedQuery(build: Build): (dialect: Dialect, values: readonly unknown[]) => Statement {
  const compiled = new WeakMap<Dialect, Map<number, Pick<Statement, 'sql' | 'parameters'>>>();
  return (dialect, values) => {
    let known = compiled.get(dialect);
    if (!known) compiled.set(dialect, (known = new Map()));
    let statement = known.get(values.length);
    if (!statement) {
      if (known.size >= MAXIMUM_REMEMBERED) known.clear();
      const { sql, parameters } = build(
        dialect.builder,
        values.map((_, index) => new Place(index)),
      ).compile();
      known.set(values.length, (statement = { sql, parameters }));
    }
    return { sql: statement.sql, parameters: statement.parameters.map((each) => (each instanceof Place ? values[each.index] : each)) };
  };
}
