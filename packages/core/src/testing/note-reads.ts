import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';

/** Returns the database; each statement that reads rows through it is added to `statements`. */
export function noteReads(database: Database, statements: Statement[]): Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'all' && name !== 'first') return typeof value === 'function' ? value.bind(target) : value;
      return (statement: Statement) => {
        statements.push(statement);
        return target[name](statement);
      };
    },
  });
}
