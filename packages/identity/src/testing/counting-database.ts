import type { Database, Statement } from '@colophon/core';

/** A database that counts its statements, so that a test can check the cost of an operation. */
export function countingDatabase(database: Database): { database: Database; readonly statements: Statement[] } {
  const statements: Statement[] = [];
  const counted = new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'all' && name !== 'first' && name !== 'values' && name !== 'run') return value.bind(target) as unknown;
      return (statement: Statement) => {
        statements.push(statement);
        return (value as (statement: Statement) => unknown).call(target, statement);
      };
    },
  });
  return { database: counted, statements };
}
